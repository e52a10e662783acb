import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { day } from '#test/given/build-evidence.ts'
import { RADAR_PARTS, type RadarCandidate, radarPlaces } from './radar.ts'

const UNREAD = { reason: 'NOT_ENOUGH_YET' } as const
const candidate = (slug: string, rest: Partial<RadarCandidate> = {}): RadarCandidate => ({
  projectId: slug,
  slug: slug as Slug,
  building: { value: 50 },
  use: UNREAD,
  research: { value: 'RESEARCHED' },
  lastShipAt: null,
  ...rest,
})
/** Ten others with a momentum of 0 to 90 and 0 to 9 calls. */
const others = Array.from({ length: 10 }, (_, place) =>
  candidate(`other-${place}`, { building: { value: 10 * place }, use: { value: place } }),
)
const among = (rest: Partial<RadarCandidate>) => radarPlaces([...others, candidate('own', rest)]).get('own')

test('weighs building, use and research level', () => {
  const own = {
    building: { value: 45 },
    use: { value: 99 },
    research: { value: 'VERIFIED_BUILDER' },
  } as const
  expect(among(own)).toEqual({
    score: 0.65 * 50 + 0.2 * 100 + 0.15 * 100,
    rank: 4,
    parts: {
      building: { state: 'MEASURED', value: 45, points: 50, weight: 0.65 },
      use: { state: 'MEASURED', value: 99, points: 100, weight: 0.2 },
      research: { state: 'MEASURED', value: 'VERIFIED_BUILDER', points: 100, weight: 0.15 },
    },
  })
})

test.each<[string, Partial<RadarCandidate>, number | null, number | undefined, readonly (number | null)[]]>([
  ['nothing unknown', { use: { value: 5 } }, 57.5, undefined, [0.65, 0.2, 0.15]],
  ['the least use', { use: { value: 0 } }, 47.5, undefined, [0.65, 0.2, 0.15]],
  ['use unknown', {}, 46.5, 58.1, [0.65, null, 0.15]],
  [
    'research unknown',
    { use: { value: 99 }, research: { reason: 'NO_SOURCE' } },
    59,
    69.4,
    [0.65, 0.2, null],
  ],
  ['use and research unknown', { research: UNREAD }, 39, 60, [0.65, null, null]],
  [
    'momentum unknown',
    { building: { reason: 'SOURCE_UNAVAILABLE' }, use: { value: 9 } },
    null,
    undefined,
    [null, null, null],
  ],
  ['all unknown', { building: UNREAD, research: UNREAD }, null, undefined, [null, null, null]],
  ['only indexed', { research: { value: 'INDEXED' } }, 39, 48.8, [0.65, null, 0.15]],
])('with %s the score is %s, and %s of the measured parts alone', (_, own, score, without, weights) => {
  const place = among({ building: { value: 55 }, ...own })
  expect(place?.score).toBe(score)
  expect(place?.rank === null).toBe(score === null)
  expect(place?.parts.withoutUnknown?.score).toBe(without)
  expect(RADAR_PARTS.map((name) => place?.parts[name].weight)).toEqual(weights)
})

test('[R131] a part that is unknown has its reason, no figure, and the points of the least measured', () => {
  const unused = Array.from({ length: 4 }, (_, place) => candidate(`unused-${place}`, { use: { value: 0 } }))
  const used = candidate('used', { use: { value: 7 } })
  const placed = radarPlaces([...unused, used, candidate('own', { use: { reason: 'STALE' } })])
  expect(placed.get('unused-0')?.parts.use.points).toBe(37.5)
  expect(placed.get('own')?.parts.use).toEqual({
    state: 'STALE',
    value: null,
    points: null,
    weight: null,
    assumedPoints: 37.5,
  })
})

test('[R131] unknown parts have no points while nobody is measured', () => {
  expect(radarPlaces([candidate('a')]).get('a')?.parts.use).toMatchObject({
    state: UNREAD.reason,
    assumedPoints: 0,
  })
})

test.each<[string, Partial<RadarCandidate>, number, number | undefined]>([
  ['measured and unused', { use: { value: 0 } }, 2, undefined],
  ['without a contract', { use: { reason: 'NO_SOURCE' } }, 2, 1],
])(
  '[R131] %s, a project is on the same rank; without the unknown part it would be first',
  (_, own, rank, other) => {
    const used = candidate('b', { use: { value: 9 }, research: { value: 'INDEXED' } })
    const placed = candidate('own', { research: { value: 'VERIFIED_BUILDER' }, ...own })
    const place = radarPlaces([candidate('a', { use: { value: 0 } }), used, placed]).get('own')
    expect([place?.rank, place?.parts.withoutUnknown?.rank]).toEqual([rank, other])
  },
)

test('a project without momentum is in no percentile of the others', () => {
  const unread = candidate('unread', { building: UNREAD, use: { value: 1e6 } })
  expect(radarPlaces([...others, unread]).get('other-9')).toEqual(radarPlaces(others).get('other-9'))
})

test.each<[string, readonly RadarCandidate[], readonly string[]]>([
  ['the higher score', [candidate('a', { building: { value: 1 } }), candidate('b')], ['b', 'a']],
  [
    'the later ship',
    [candidate('a', { lastShipAt: day(1) }), candidate('b', { lastShipAt: day(2) })],
    ['b', 'a'],
  ],
  ['a known ship', [candidate('a'), candidate('b', { lastShipAt: day(2) })], ['b', 'a']],
  ['the slug', [candidate('b'), candidate('a')], ['a', 'b']],
])('%s comes first', (_, given, expected) => {
  const ranks = [...radarPlaces(given)].toSorted(([, a], [, b]) => Number(a.rank) - Number(b.rank))
  expect(ranks.map(([id]) => id)).toEqual(expected)
  expect(ranks.map(([, { rank }]) => rank)).toEqual([1, 2])
})

test('one project alone has the middle of each percentile', () => {
  expect(radarPlaces([candidate('a', { use: { value: 7 } })]).get('a')?.score).toBe(50)
})

const figure = (most: number) =>
  fc.oneof(
    fc.constant(UNREAD),
    fc.nat({ max: most }).map((value) => ({ value })),
  )
const inputs = fc.record({
  building: figure(5),
  use: figure(5),
  research: fc.constantFrom({ value: 'INDEXED' as const }, { value: 'VERIFIED_BUILDER' as const }, UNREAD),
  lastShipAt: fc.constantFrom(null, day(1), day(2)),
})

test('ranks are whole, each held once, and do not depend on the order of the projects', () => {
  fc.assert(
    fc.property(fc.array(inputs, { maxLength: 12 }), fc.nat(), (given, turn) => {
      const candidates = given.map((rest, index) => candidate(`p-${index}`, rest))
      const placed = radarPlaces(candidates)
      const ranks = [...placed.values()].flatMap(({ rank }) => (rank === null ? [] : [rank]))
      expect(ranks.toSorted((a, b) => a - b)).toEqual(ranks.map((_, index) => index + 1))
      const by = turn % Math.max(1, candidates.length)
      const turned = radarPlaces([...candidates.slice(by), ...candidates.slice(0, by)])
      expect(new Map([...turned].toSorted())).toEqual(new Map([...placed].toSorted()))
    }),
  )
})

test('[R131] to measure a part never costs a rank, and the rank without unknown parts is that of its score', () => {
  fc.assert(
    fc.property(fc.array(inputs, { minLength: 1, maxLength: 9 }), fc.nat({ max: 5 }), (given, calls) => {
      const candidates = given.map((rest, index) => candidate(`p-${index}`, rest))
      const [own, ...rest] = candidates
      if (own === undefined || !('reason' in own.use)) return
      const unread = radarPlaces(candidates).get(own.projectId)
      const read = radarPlaces([{ ...own, use: { value: calls } }, ...rest]).get(own.projectId)
      if (unread?.rank == null || read?.rank == null) return
      if (calls > 0 && rest.every(({ use }) => 'reason' in use || use.value <= calls))
        expect(read.rank).toBeLessThanOrEqual(unread.rank)
      const { withoutUnknown } = unread.parts
      const higher = [...radarPlaces(candidates)].filter(
        ([id, { score }]) => id !== own.projectId && Number(score) > Number(withoutUnknown?.score),
      )
      expect(withoutUnknown?.rank).toBeGreaterThan(higher.filter(([, { score }]) => score !== null).length)
    }),
  )
})
