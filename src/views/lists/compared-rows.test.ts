import { expect, test } from 'vitest'
import { OPERATIONS } from '#contract/operations/index.ts'
import type { ComparedProject, Comparison } from '#contract/shapes/comparison.ts'
import { toInstant } from '#contract/time.ts'
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

const WEEK = {
  title: 'v2',
  kind: 'code_week',
  evidenceId: 'ship:1',
  occurredAt: toInstant('2026-11-19T10:00:00Z'),
} as const

test('the Markdown has no market figure and gives the reason of an unknown value', () => {
  const text = comparisonMarkdown(
    { ...answer, items: [{ ...known, lastShip: WEEK }, unread] },
    { baseUrl: 'https://svc.example' },
  )
  expect(text).toContain('unknown (not watched for long enough yet)')
  expect(text).not.toMatch(/market ?cap|liquidity/i)
  expect(text).toContain('| Last ship | “v2”, week of 2026-11-16 `ship:1` | unknown (not recorded) |  |')
  expect(text).toContain('| Verified | does not apply, because the project has no token |')
  expect(text).toContain('https://svc.example/api/compare?slugs=')
  const withStatus = text.split('\n## ').filter((part) => part.includes('\n| Status |'))
  expect(withStatus.map((part) => part.split('\n')[0])).toEqual(['Building'])
})

test('the name of a launchpad is written as its source has it', () => {
  const items = [{ ...known, launchpad: 'Launch2024' } as ComparedProject, unread]
  const text = comparisonMarkdown({ ...answer, items }, { baseUrl: 'https://svc.example' })
  expect(text).toContain('| Launchpad | Launch2024 |')
})

const cellOf = (project: object, field: string) =>
  comparedParts([{ ...known, ...project } as ComparedProject])
    .flatMap(({ rows }) => rows)
    .find((row) => row.field === field)?.cells[0]

test.each([
  ['HELD', 'HELD', 'yes'],
  ['NOT_HELD', 'NOT_HELD', 'no'],
  ['NOT_MEASURED', undefined, undefined],
])('a project whose place under the radar is %s has that value, or none', (value, shown, words) => {
  const cell = cellOf({ score: { ...known.score, underTheRadar: { value } } }, 'score.underTheRadar.value')
  expect([cell?.value, cell?.words]).toEqual([shown, words])
})

const SHOWN = {
  kind: 'wallet',
  launchpad: 'pons',
  researchLevel: 'RESEARCHED',
  tokenVerification: 'VERIFIED',
  meaningfulShips30d: 4,
  asOf: 'now',
  meaningfulShips30dAsOf: 'then',
  radar: { rank: 3, score: 71.5 },
  score: {
    buildMomentum: 67.5,
    buildMomentumAsOf: 'then',
    momentumPercentile: 90,
    attentionPercentile: 20,
    discoveryGap: 70,
    underTheRadar: { value: 'HELD' },
  },
}
test.each([
  ['Kind', 'kind', undefined, { value: 'wallet', words: 'Wallet' }],
  ['Launchpad', 'launchpad', undefined, { value: 'pons' }],
  ['Research', 'researchLevel', 'researchLevel', { value: 'RESEARCHED', words: 'Researched' }],
  [
    'Is the token the project’s?',
    'tokenVerification',
    'tokenVerification',
    { value: 'VERIFIED', words: 'Verified' },
  ],
  ['Ships in 30 days', 'meaningfulShips30d', 'meaningfulShips30d', { value: 4, to: 'then' }],
  ['Build Momentum, of 100', 'score.buildMomentum', 'buildMomentum', { value: 67.5, to: 'then' }],
  ['Rank on the Radar', 'radar.rank', 'buildMomentum', { value: 3 }],
  ['Radar score, of 100', 'radar.score', 'buildMomentum', { value: 71.5 }],
  ['Under the radar', 'score.underTheRadar.value', 'underTheRadar', { value: 'HELD', words: 'yes' }],
  ['Percentile by momentum', 'score.momentumPercentile', 'underTheRadar', { value: 90 }],
  ['Percentile by attention', 'score.attentionPercentile', 'underTheRadar', { value: 20 }],
  ['Discovery Gap', 'score.discoveryGap', 'underTheRadar', { value: 70 }],
])('the row “%s” is the field %s, with the claim note %s', (name, field, noted, cell) => {
  const rows = comparedParts([{ ...known, ...SHOWN } as unknown as ComparedProject]).flatMap(
    (part) => part.rows,
  )
  expect(rows.filter((row) => row.field === field)).toMatchObject([{ name, cells: [cell] }])
  expect(rows.find((row) => row.field === field)?.noted).toBe(noted)
})

test('a project without a token has nothing to verify', () => {
  const { token: _, ...without } = { ...known, token: {} }
  const rows = comparedParts([without as ComparedProject]).flatMap((part) => part.rows)
  const [verification] = rows.filter(({ field }) => field === 'tokenVerification')
  expect(verification?.cells).toMatchObject([{ reason: 'NOT_APPLICABLE' }])
  expect(cellOf({ token: {} }, 'tokenVerification')).not.toHaveProperty('reason')
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
