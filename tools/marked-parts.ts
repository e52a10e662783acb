import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeGenerated } from './generated-file.ts'

const DOCS = join(import.meta.dirname, '../docs')

/** A page of docs with generated parts, each between the markers with its name. */
type PageOfParts = {
  readonly file: string
  readonly parts: Readonly<Record<string, string>>
  readonly from: string
  readonly script: string
}

/** Writes the generated parts of a page. With --check it fails if the page differs. */
export async function writeParts({ file, parts, ...made }: PageOfParts): Promise<void> {
  const before = await readFile(join(DOCS, file), 'utf8')
  const text = Object.entries(parts).reduce(
    (page, [name, part]) => withPart({ text: page, file, name, part }),
    before,
  )
  await writeGenerated({ path: `docs/${file}`, text, ...made })
}

function withPart(of: { text: string; file: string; name: string; part: string }): string {
  const { text, file, name, part } = of
  const begin = `<!-- generated: ${name} -->\n`
  const from = text.indexOf(begin)
  const to = text.indexOf(`<!-- end: ${name} -->`)
  if (from === -1 || to < from) throw new Error(`docs/${file} has no marked place for ${name}`)
  return `${text.slice(0, from + begin.length)}\n${part}\n\n${text.slice(to)}`
}
