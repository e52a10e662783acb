import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The tags in this file are examples, so it is left out. */
const EXAMPLES = 'test/house/tags.test.ts'

/** Every test file of the repository with its text, by path. */
export async function readTestFiles(
  root: string,
): Promise<readonly { readonly file: string; readonly text: string }[]> {
  const paths = await Array.fromAsync(glob('{src,sandbox,test}/**/*.test.ts', { cwd: root }))
  const files = paths.filter((file) => file !== EXAMPLES).toSorted()
  return Promise.all(files.map(async (file) => ({ file, text: await readFile(join(root, file), 'utf8') })))
}
