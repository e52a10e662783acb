import { expect, test } from 'vitest'
import { OPERATIONS } from '#contract/operations/index.ts'
import type { ProjectCoverage } from '#contract/shapes/coverage.ts'
import { toInstant } from '#contract/time.ts'
import { aSheet } from '#test/pages/page-sheet.ts'
import type { ProjectAnswers } from './answers.ts'
import { unknownsOf } from './unknowns.ts'

const [{ answer: coverage }] = OPERATIONS.coverage.examples as unknown as [{ answer: ProjectCoverage }]

const SHEET = aSheet(toInstant('2026-12-02T10:00:00Z'))

/** The text of the section about unknowns, for these dimensions. */
function textOf(items: readonly object[], of: object = {}): string {
  const answers = { coverage: { ...coverage, items }, dossier: { slug: 'lumen', coverage: {}, ...of } }
  return unknownsOf(answers as unknown as ProjectAnswers, SHEET)
    .toString()
    .replace(/<[^>]+>/g, '')
}

test('a state has the day on which it was concluded, and a failing stream the time since which attempts fail', () => {
  const stream = { source: 'source:1', provider: 'github', stream: 'releases', outcome: 'unavailable' }
  const text = textOf([
    {
      dimension: 'building',
      state: 'SOURCE_UNAVAILABLE',
      since: '2026-12-02T00:06:00.000Z',
      meaning: 'Attempts to read fail.',
      unread: [{ ...stream, since: '2026-11-29T00:06:00.000Z' }],
    },
  ])
  expect(text).toContain('the source cannot be read (concluded on 2 Dec 2026).')
  expect(text).toContain('GitHub: not readable, attempts fail since 29 Nov 2026, 00:06 UTC (releases)')
  expect(text).not.toContain('Attempts to read fail.')
})

test('streams that fail since different times share the earliest, which is said', () => {
  const stream = { source: 'source:1', provider: 'site', outcome: 'unavailable' }
  const unread = [
    { ...stream, stream: 'declarations', since: '2026-11-23T22:49:00.000Z' },
    { ...stream, stream: 'token_naming', since: '2026-11-20T23:52:00.000Z' },
  ]
  expect(textOf([{ dimension: 'building', state: 'SOURCE_UNAVAILABLE', unread }])).toContain(
    'Project sites: not readable, attempts fail since 20 Nov 2026, 23:52 UTC at the earliest (declarations, token naming)',
  )
})

test('where every dimension is measured, a figure can still be unknown', () => {
  expect(textOf([{ dimension: 'building', state: 'MEASURED' }])).toContain(
    'A figure inside a dimension can still be unknown',
  )
})

test.each([
  ['building', 'NOT_APPLICABLE', 'Building: nothing reads its kind of source yet.'],
  ['contracts', 'NOT_APPLICABLE', 'Contracts: another project has each of them.'],
  ['building', 'STALE', 'Building: the last reading is too old.'],
  ['building', 'ERROR', 'Building: the source refuses us, or cannot be parsed. The meaning of all.'],
])('%s in the state %s is told once, and of this dimension alone', (dimension, state, words) => {
  const text = textOf([{ dimension, state, meaning: 'The meaning of all.' }]).replace(/\s+/g, ' ')
  expect(text.includes(words)).toBe(true)
  expect(text.includes('The meaning of all.')).toBe(state === 'ERROR')
})

test('a dimension that was never concluded is not evaluated yet, and nothing is told of how it is read', () => {
  const text = textOf([{ dimension: 'building', state: 'NOT_ENOUGH_YET', meaning: 'The meaning of all.' }])
  expect(text).toContain('Building: not evaluated yet.')
  expect(text).not.toContain('The meaning of all.')
})

test('what a project without a token has not is not among what is not known', () => {
  const items = [
    { dimension: 'building', state: 'STALE' },
    { dimension: 'market', state: 'NOT_APPLICABLE' },
    { dimension: 'locks', state: 'NOT_APPLICABLE' },
  ]
  expect(textOf(items)).toContain('Does not apply, because the project has no token: market, locks.')
  expect(textOf(items)).not.toContain('Market')
  expect(textOf(items.slice(0, 1))).not.toContain('Does not apply')
})

test('a status that is unknown although building was read has its reason among them', () => {
  const of = {
    status: 'UNKNOWN',
    activityMeasured: false,
    claims: { status: { kind: 'UNKNOWN', reason: 'NOT_APPLICABLE' } },
    kind: 'art',
    coverage: { building: { state: 'MEASURED' } },
  }
  const text = textOf([{ dimension: 'building', state: 'MEASURED' }], of)
  expect(text).toContain('Activity status: Its work is not code, so silence is no finding.')
  expect(text).not.toContain('is measured')
})
