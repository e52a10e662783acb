import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/**
 * A generated file: its path in the checkout, its text, what the text is made from, and the npm script that makes it.
 */
type GeneratedFile = {
  readonly path: string
  readonly text: string
  readonly from: string
  readonly script: string
}

/**
 * Writes a generated file. A process with the argument --check compares instead: it names a file that differs, and ends
 * with 1.
 */
export async function writeGenerated({ path, text, from, script }: GeneratedFile): Promise<void> {
  const target = join(ROOT, path)
  if (!process.argv.includes('--check')) {
    await writeFile(target, text)
  } else if (text !== (await readFile(target, 'utf8'))) {
    console.error(`${path} differs from ${from}: run npm run ${script}`)
    process.exitCode = 1
  }
}
