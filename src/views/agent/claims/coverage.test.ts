import { expect, test } from 'vitest'
import { CoverageState } from '#contract/enums.ts'
import type { Slug } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import { coverageClaim, coverageClaims } from './coverage.ts'

const OBSERVED = { observedAt: toInstant('2026-11-19T12:00:00Z') }

test.each(CoverageState.enum)('a concluded state is derived by its rule: %s', (state) => {
  expect(coverageClaim({ dimension: 'building', state, isConcluded: true, times: OBSERVED })).toEqual({
    kind: 'DERIVED',
    statement: `Coverage of building: ${state}.`,
    words: 'service',
    value: state,
    rule: 'coverage@8',
    freshness: state,
    ...OBSERVED,
  })
})

test('a state that was never concluded is unknown and has no value', () => {
  const state = 'NOT_ENOUGH_YET'
  const meaning = 'A source is registered but was not read yet.'
  expect(coverageClaim({ dimension: 'market', state, meaning, isConcluded: false, times: {} })).toEqual({
    kind: 'UNKNOWN',
    statement: `Coverage of market: NOT_ENOUGH_YET. ${meaning}`,
    words: 'service',
    reason: state,
  })
})

const SINCE = toInstant('2026-11-18T08:00:00Z')
const SOURCE = 'source:3238d9e6-3f81-5bda-a3f3-48d5f2a8361e'
const unread = { source: SOURCE, provider: 'github', outcome: 'missing' } as const
const later = toInstant('2026-11-19T08:00:00Z')

test.each([
  ['two streams of a source that fail alike are one claim, since the first failure', later, SINCE],
  ['a stream whose first failure has no time', undefined, later],
])(
  '[R139] an unmeasured dimension comes first, with the unquoted outcome of attempts: %s',
  (_, first, second) => {
    const claims = coverageClaims({
      project: { slug: 'a' as Slug, name: 'A', url: 'https://svc.example/projects/a' },
      items: [
        { dimension: 'market', state: 'MEASURED', meaning: 'Read.', since: SINCE },
        {
          dimension: 'building',
          state: 'SOURCE_UNAVAILABLE',
          meaning: 'Attempts fail.',
          since: SINCE,
          unread: [
            { ...unread, stream: 'commits', ...(first && { since: first }) },
            { ...unread, stream: 'tags', since: second },
            { ...unread, stream: 'releases', outcome: 'rate_limited' },
          ],
        },
      ],
      facts: [],
      freshness: [],
      ignoredParameters: [],
      disclaimer: '',
    })
    expect(claims.map(({ kind, statement, evidence }) => [kind, statement, evidence])).toEqual([
      ['DERIVED', 'Coverage of building: SOURCE_UNAVAILABLE. Attempts fail.', undefined],
      [
        'FACT',
        `The last attempt to read commits, tags from github ended with the outcome missing. Attempts have failed since ${second}.`,
        [SOURCE],
      ],
      [
        'FACT',
        'The last attempt to read releases from github ended with the outcome rate_limited.',
        [SOURCE],
      ],
      ['DERIVED', 'Coverage of market: MEASURED. Read.', undefined],
    ])
  },
)
