import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { COVERAGE_MEANING } from '#domain/project/coverage-meaning.ts'
import { RULE_BOOK } from '#domain/rule-book.ts'
import { code, tableOf } from './markdown-table.ts'

/** Writes the tables of docs/methodology.md between their markers. With --check it fails if the file differs. */
const target = join(import.meta.dirname, '../docs/methodology.md')
const TABLES = {
  rules: tableOf(
    ['Rule', 'Concludes', 'Text'],
    RULE_BOOK.map(({ id, concludes, text }) => [code(id), concludes.map(code).join(', '), text]),
  ),
  states: tableOf(
    ['State', 'Meaning'],
    Object.entries(COVERAGE_MEANING).map(([state, meaning]) => [code(state), meaning]),
  ),
}
const before = await readFile(target, 'utf8')
const after = Object.entries(TABLES).reduce((text, [name, table]) => withTable(text, name, table), before)
if (!process.argv.includes('--check')) {
  await writeFile(target, after)
} else if (after !== before) {
  console.error('docs/methodology.md differs from the rule book: run npm run rules')
  process.exitCode = 1
}

function withTable(text: string, name: string, table: string): string {
  const [begin, end] = [`<!-- generated: ${name} -->\n`, `\n<!-- end: ${name} -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from === -1 || to < from) throw new Error(`docs/methodology.md has no marked place for ${name}`)
  return `${text.slice(0, from + begin.length)}\n${table}\n${text.slice(to)}`
}
