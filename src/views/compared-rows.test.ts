import { expect, test } from 'vitest'
import { OPERATIONS } from '#contract/operations/index.ts'
import type { ComparedProject, Comparison } from '#contract/shapes/comparison.ts'
import {
  agreementWords,
  comparedParts,
  comparisonMarkdown,
  comparisonTitle,
  statusAgreement,
} from './compared-rows.ts'

const [{ answer }] = OPERATIONS.compare.examples as unknown as [{ answer: Comparison }]
const [known, unread] = answer.items as [ComparedProject, ComparedProject]
const ROWS = [
  ['the same values', [known, known], 'meaningfulShips30d', 'same'],
  ['other values', [known, { ...known, meaningfulShips30d: 1 }], 'meaningfulShips30d', 'different'],
  ['one known value', [known, unread], 'meaningfulShips30d', 'not comparable; unknown of “Ember”'],
  ['no known value', [unread, unread], 'kind', 'not comparable; unknown of “Ember”, “Ember”'],
  ['two of three', [known, unread, known], 'kind', 'same where known; unknown of “Ember”'],
  ['states, which are known', [known, unread], 'coverage.building.state', 'different'],
] as const

test.each(ROWS)('says of %s whether they differ', (_, projects, field, words) => {
  const row = comparedParts(projects)
    .flatMap(({ rows }) => rows)
    .find((one) => one.field === field)
  expect(row === undefined ? undefined : agreementWords(row)).toBe(words)
})

test('an unknown status is compared with nothing', () => {
  expect(agreementWords(statusAgreement([known, unread]))).toBe('not comparable; unknown of “Ember”')
})

test('the Markdown has no market figure and gives the reason of an unknown value', () => {
  const text = comparisonMarkdown(answer, { baseUrl: 'https://svc.example' })
  expect(text).toContain('unknown (not watched for long enough yet)')
  expect(text).not.toMatch(/market ?cap|liquidity/i)
})

const cellOf = (project: object, field: string) =>
  comparedParts([{ ...known, ...project } as ComparedProject])
    .flatMap(({ rows }) => rows)
    .find((row) => row.field === field)?.cells[0]

test.each([
  ['HELD', 'HELD', 'Held'],
  ['NOT_HELD', 'NOT_HELD', 'Not held'],
  ['NOT_MEASURED', undefined, undefined],
])('a project whose place under the radar is %s has that value, or none', (value, shown, words) => {
  const cell = cellOf({ score: { ...known.score, underTheRadar: { value } } }, 'score.underTheRadar.value')
  expect([cell?.value, cell?.words]).toEqual([shown, words])
})

test.each([
  [{ state: 'MEASURED', observedAt: 'then' }, 'MEASURED', 'then', undefined],
  [{ state: 'STALE', observedAt: 'then' }, undefined, undefined, 'STALE'],
  [undefined, undefined, undefined, undefined],
])('the coverage %j is a value only while it is measured', (building, value, readAt, reason) => {
  const cell = cellOf({ coverage: { ...known.coverage, building } }, 'coverage.building.state')
  expect([cell?.value, cell?.readAt, cell?.reason]).toEqual([value, readAt, reason])
})

test('the title of a comparison has each status, or says what the page does', () => {
  const of = (name: string, statusLabel: string) => ({ ...known, name, statusLabel })
  expect(comparisonTitle([of('Lumen', 'Shipping'), of('Ember', 'Not known')])).toBe(
    'Lumen: shipping, Ember: not known',
  )
  expect(comparisonTitle([])).toBe('Compare projects side by side, without a winner')
})
