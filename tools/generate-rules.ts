import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { COVERAGE_MEANING } from '#domain/project/coverage-meaning.ts'
import { RULE_BOOK } from '#domain/rule-book.ts'
import type { Rule } from '#domain/rules/rule.ts'
import { METHODOLOGY_FILES, type MethodologyFile, readMethodology } from '#views/site/methodology-text.ts'
import { code, tableOf } from './markdown-table.ts'
import { writeParts } from './marked-parts.ts'

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
const made = { from: 'the rule book', script: 'rules' }
await writeParts({
  ...made,
  file: 'methodology.md',
  parts: { rules: rules.join('\n'), pages: general.join('\n') },
})
await writeParts({ ...made, file: 'methodology/coverage-states.md', parts: { states } })

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

function fault(words: string): void {
  console.error(words)
  process.exitCode = 1
}
