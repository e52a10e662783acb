import { readFileSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { COVERAGE_MEANING } from '#domain/project/coverage-meaning.ts'
import { RULE_BOOK } from '#domain/rule-book.ts'
import type { Rule } from '#domain/rules/rule.ts'
import { METHODOLOGY_FILES, type MethodologyFile, readMethodology } from '#views/site/methodology-text.ts'
import { writeGenerated } from './generated-file.ts'
import { code, tableOf } from './markdown-table.ts'

/**
 * Writes the lists of rules and pages in docs/methodology.md, and the table of coverage states, between their markers.
 * With --check it fails if a file differs. A rule without a page, and a page that no list has, always fail.
 */
const DOCS = join(import.meta.dirname, '../docs')
const pages = readMethodology((file) => readFileSync(join(DOCS, file), 'utf8'))
const linkTo = (words: string, { name }: MethodologyFile) => `[${words}](methodology/${name}.md)`

const rules = RULE_BOOK.map((rule) => {
  const facts = new Intl.ListFormat('en-US').format(rule.concludes.map(code))
  return `- ${linkTo(code(rule.id), pageOf(rule))} concludes ${facts}. ${rule.text}`
})
const general = pages
  .filter(({ heading }) => !heading.includes('@'))
  .map((page) => `- ${linkTo(page.heading, page)}`)
const states = tableOf(
  ['State', 'Meaning'],
  Object.entries(COVERAGE_MEANING).map(([state, meaning]) => [code(state), meaning]),
)
await place('methodology.md', { rules: rules.join('\n'), pages: general.join('\n') })
await place('methodology/coverage-states.md', { states })

const listed = new Set<string>(METHODOLOGY_FILES.map((name) => `${name}.md`))
for (const file of await readdir(join(DOCS, 'methodology')))
  if (!listed.has(file)) fault(`docs/methodology/${file} is not in METHODOLOGY_FILES`)

/** The page whose heading names the rule, or else the first that mentions it. */
function pageOf({ id }: Rule): MethodologyFile {
  const mark = code(id)
  const page =
    pages.find(({ heading }) => heading.includes(mark)) ?? pages.find(({ text }) => text.includes(mark))
  if (page === undefined) throw new Error(`No page in docs/methodology mentions ${id}`)
  return page
}

async function place(file: string, parts: Readonly<Record<string, string>>): Promise<void> {
  const before = await readFile(join(DOCS, file), 'utf8')
  const after = Object.entries(parts).reduce(
    (text, [name, part]) => withPart({ text, file, name, part }),
    before,
  )
  await writeGenerated({ path: `docs/${file}`, text: after, from: 'the rule book', script: 'rules' })
}

function withPart(of: { text: string; file: string; name: string; part: string }): string {
  const { text, file, name, part } = of
  const begin = `<!-- generated: ${name} -->\n`
  const from = text.indexOf(begin)
  const to = text.indexOf(`<!-- end: ${name} -->`)
  if (from === -1 || to < from) throw new Error(`docs/${file} has no marked place for ${name}`)
  return `${text.slice(0, from + begin.length)}\n${part}\n\n${text.slice(to)}`
}

function fault(words: string): void {
  console.error(words)
  process.exitCode = 1
}
