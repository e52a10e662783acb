import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SECTIONS } from '#test/contract/sections.ts'
import { brokenReferences, type Shown, shownItems, type Walk } from '#test/contract/shown-items.ts'
import { code, tableOf } from './markdown-table.ts'

/**
 * Writes docs/contract-tests.md: each item of the contract with the tests that show it. Fails when an item has no test,
 * a row no item, or a reference no test. With --check it also fails if the file differs.
 */
const ROOT = join(import.meta.dirname, '..')
const TARGET = join(ROOT, 'docs/contract-tests.md')
const HEAD = `# The contract and its tests

Each endpoint, parameter, field, value and limit of the contract, with the tests that show it. \`npm run contract-tests\`
writes this page from \`test/contract/shown-by\`; \`npm run check\` fails when an item has no test or a test is gone.

A test is named by its file and words of its title, and where it has a table, of its row. A walk asks every item of its
kind from the registry of operations, so it also shows items that are added later.
`

const sections = SECTIONS.map((section) => ({ ...section, ...shownItems(section) }))
const references = sections.flatMap(({ shown, walks }) => [...shown, ...walks].flatMap(({ tests }) => tests))
const faults = [
  ...sections.flatMap((section) => section.faults),
  ...(await brokenReferences(references, ROOT)),
]
const page = [
  HEAD,
  ...sections.map(({ title, walks, shown }) => `## ${title}\n\n${walkList(walks)}${tableOfItems(shown)}\n`),
].join('\n')

if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exitCode = 1
} else if (!process.argv.includes('--check')) {
  await writeFile(TARGET, page)
} else if ((await readFile(TARGET, 'utf8')) !== page) {
  console.error('docs/contract-tests.md differs from test/contract/shown-by: run npm run contract-tests')
  process.exitCode = 1
}

function walkList(walks: readonly Walk[]): string {
  const lines = walks.map(({ name, tests }) => `- Walk ${code(name)}: ${tests.map(referenced).join('; ')}\n`)
  return lines.length === 0 ? '' : `${lines.join('')}\n`
}

function tableOfItems(shown: readonly Shown[]): string {
  const rows = shown.map(({ item, walks, tests }) => {
    const walked = walks.length === 0 ? [] : [`walks ${walks.map(code).join(', ')}`]
    return [code(item), [...tests.map(referenced), ...walked].join('; ')]
  })
  return tableOf(['Item', 'Shown by'], rows)
}

/** A reference in Markdown: its file as code, and marks of Markdown escaped. */
function referenced(reference: string): string {
  const [file = '', ...pieces] = reference.split(' › ')
  return [code(file), ...pieces.map((piece) => `“${piece.replace(/[\\|*_<>[\]`]/g, '\\$&')}”`)].join(' ')
}
