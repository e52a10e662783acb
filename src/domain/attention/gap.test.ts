import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Candidate, GAP_RULE, rank } from './gap.ts'

const scored = (score: number, ships30d = 3, beyondCodeWeeks30d = 1) => ({
  score,
  ships30d,
  beyondCodeWeeks30d,
})
const HELD = { underTheRadar: 'HELD', gap: 15, momentumPercentile: 65, attentionPercentile: 50 } as const
const member = (projectId: string, rest: Partial<Candidate> = {}): Candidate => ({
  projectId,
  status: 'SHIPPING',
  momentum: scored(50),
  attention: { stars: 10, registries: 0 },
  placed: null,
  ...rest,
})
/** A candidate with this momentum and so many stars. */
const standing = (momentum: number, stars: number, rest: Partial<Candidate> = {}): Partial<Candidate> => ({
  momentum: scored(momentum),
  attention: { stars, registries: 0 },
  ...rest,
})
/** Nineteen others, whose momentum and attention rise together: `other3` has 3 points and 3 stars. */
const others = Array.from({ length: 19 }, (_, place) =>
  member(`other${place}`, { momentum: scored(place), attention: { stars: place, registries: 0 } }),
)
const among = (rest: Partial<Candidate>) => rank([...others, member('own', rest)]).get('own')

test('ranks a cohort of twenty by the share of the others below', () => {
  expect(among({ momentum: scored(99), attention: { stars: 2.5, registries: 0 } })).toEqual({
    underTheRadar: 'HELD',
    momentumPercentile: 100,
    attentionPercentile: 16,
    gap: 84,
  })
})

test.each<[string, Partial<Candidate>, string]>([
  ['it builds more than it is noticed', standing(12.5, 6.5), 'HELD'],
  ['it is listed, and noticed as much', standing(9.5, 9.5), 'NOT_HELD'],
  ['it is quiet', standing(99, 0, { status: 'QUIET' }), 'NOT_HELD'],
  ['it came back', standing(99, 0, { status: 'RESUMED' }), 'HELD'],
  ['one ship', standing(99, 0, { momentum: scored(99, 1) }), 'NOT_HELD'],
  ['weeks of code alone', standing(99, 0, { momentum: scored(99, 3, 0) }), 'NOT_HELD'],
  ['less momentum than half of all', standing(8.5, -1), 'NOT_HELD'],
  ['noticed more than half of all', standing(99, 9.5), 'NOT_HELD'],
  ['noticed less', standing(99, 8.5), 'HELD'],
  ['noticed by a registry', standing(99, 9.5, { attention: { stars: 9.5, registries: 1 } }), 'NOT_HELD'],
  ['a gap of 10 is too little to enter', standing(10.5, 8.5), 'NOT_HELD'],
  ['a gap of 10 is enough to stay', standing(10.5, 8.5, { placed: HELD }), 'HELD'],
  ['a gap of 5 is too little to stay', standing(10.5, 9.5, { placed: HELD }), 'NOT_HELD'],
  ['momentum of exactly half of all', standing(9, -1), 'HELD'],
  ['noticed as exactly half of all', standing(99, 9), 'HELD'],
  ['exactly two ships', standing(99, 0, { momentum: scored(99, 2) }), 'HELD'],
  ['without a source', { momentum: { reason: 'NO_SOURCE' }, status: 'UNKNOWN' }, 'no_source'],
  ['its activity is not known', { status: 'UNKNOWN' }, 'activity_unknown'],
  ['its building cannot be read now', { momentum: { reason: 'SOURCE_UNAVAILABLE' } }, 'not_scored'],
  ['it was watched too briefly', { momentum: { reason: 'NOT_ENOUGH_YET' } }, 'not_scored'],
  ['attention by one measure', { attention: { stars: 10 } }, 'attention_not_measured'],
  ['attention by none', { attention: {} }, 'attention_not_measured'],
])('%s', (_, rest, expected) => {
  const found = among(rest)
  expect(found?.underTheRadar === 'NOT_MEASURED' ? found.reason : found?.underTheRadar).toBe(expected)
})

test('ranks nobody below twenty and prefers the own reason of each project', () => {
  const ranking = rank([...others, member('own', { status: 'UNKNOWN' })])
  expect(ranking.get('own')).toEqual({ underTheRadar: 'NOT_MEASURED', reason: 'activity_unknown' })
  expect(ranking.get('other3')).toEqual({ underTheRadar: 'NOT_MEASURED', reason: 'cohort_too_small' })
})

test('gives equal projects equal percentiles', () => {
  const ranking = rank(Array.from({ length: GAP_RULE.cohortAtLeast }, (_, place) => member(`${place}`)))
  expect(new Set([...ranking.values()].map((ranked) => JSON.stringify(ranked)))).toEqual(
    new Set(['{"underTheRadar":"NOT_HELD","gap":0,"momentumPercentile":50,"attentionPercentile":50}']),
  )
})

test('percentiles do not depend on the order, are from 0 to 100, and rise with momentum', () => {
  const candidates = fc.uniqueArray(
    fc.record({
      id: fc.uuid(),
      momentum: fc.integer({ min: 0, max: 100 }),
      stars: fc.nat(),
      listed: fc.nat(3),
    }),
    { minLength: 20, maxLength: 60, selector: ({ id }) => id },
  )
  fc.assert(
    fc.property(candidates, (drawn) => {
      const cohort = drawn.map(({ id, momentum, stars, listed }) =>
        member(id, { momentum: scored(momentum), attention: { stars, registries: listed } }),
      )
      const ranking = rank(cohort)
      expect(rank(cohort.toReversed())).toEqual(new Map([...ranking].toReversed()))
      const rows = drawn.map(({ id, momentum }) => ({ momentum, at: ranking.get(id) }))
      for (const { at } of rows) {
        if (at === undefined || at.underTheRadar === 'NOT_MEASURED') throw new Error('not ranked')
        expect(at.momentumPercentile >= 0 && at.momentumPercentile <= 100).toBe(true)
        expect(at.attentionPercentile >= 0 && at.attentionPercentile <= 100).toBe(true)
        expect(at.gap).toBe(at.momentumPercentile - at.attentionPercentile)
      }
      const byMomentum = rows.toSorted((a, b) => a.momentum - b.momentum)
      const places = byMomentum.map(({ at }) =>
        at !== undefined && 'gap' in at ? at.momentumPercentile : -1,
      )
      expect(places).toEqual(places.toSorted((a, b) => a - b))
    }),
  )
})

/** With a hundred others, a percentile is the number of others that are lower. */
test.each<[string, number, number, Candidate['placed'], string]>([
  ['a gap of 14 does not enter', 64, 50, null, 'NOT_HELD'],
  ['a gap of 15 enters', 65, 50, null, 'HELD'],
  ['a gap of 7 does not stay', 57, 50, HELD, 'NOT_HELD'],
  ['a gap of 8 stays', 58, 50, HELD, 'HELD'],
  ['momentum above 49 of a hundred', 49, 20, null, 'NOT_HELD'],
  ['momentum above 50 of a hundred', 50, 20, null, 'HELD'],
  ['noticed more than 50 of a hundred', 90, 50, null, 'HELD'],
  ['noticed more than 51 of a hundred', 90, 51, null, 'NOT_HELD'],
])(
  '%s [contract under the radar HELD|NOT_HELD|NOT_MEASURED]',
  (_, momentumPercentile, attentionPercentile, placed, underTheRadar) => {
    const cohort = Array.from({ length: 100 }, (__, place) =>
      member(`other${place}`, { momentum: scored(place), attention: { stars: place, registries: 0 } }),
    )
    const own = member('own', standing(momentumPercentile - 0.5, attentionPercentile - 0.5, { placed }))
    const gap = momentumPercentile - attentionPercentile
    expect(rank([...cohort, own]).get('own')).toEqual({
      underTheRadar,
      gap,
      momentumPercentile,
      attentionPercentile,
    })
  },
)
