import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CAPABILITIES, TOOLS } from '#reads/agent/questions/index.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/agents.md'), 'utf8')

/** The cells of each row of the table whose first column has this name. */
function rowsOf(heading: string): readonly (readonly string[])[] {
  const lines = page.split('\n')
  const [, , ...following] = lines.slice(lines.findIndex((line) => line.startsWith(`| ${heading} `)))
  const rows = following.slice(
    0,
    following.findIndex((line) => !line.startsWith('|')),
  )
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}
const wordsIn = (cell = '') => [...cell.matchAll(/`(\w+)`/g)].map(([, word]) => word)

test('the page names every capability with the parameters that it reads, in their order', () => {
  const named = rowsOf('Capability').map(([name, , parameters]) => [...wordsIn(name), wordsIn(parameters)])
  expect(named).toEqual(Object.values(CAPABILITIES).map(({ name, parameters }) => [name, parameters]))
})

test('the page names every tool, in their order', () => {
  expect(rowsOf('Tool').flatMap(([name]) => wordsIn(name))).toEqual(TOOLS.map(({ name }) => name))
})
