import { describe, expect, test } from 'vitest'
import type { RadarFilter, RadarItem, RadarList } from '#contract/shapes/radar.ts'
import { FILTER_WORDS, moveWords, radarMarkdown, radarTitle, rankParts } from './radar-list.ts'

const site = { baseUrl: 'https://svc.example' }
const known = {
  building: { state: 'MEASURED', buildMomentum: 71.5, percentile: 90, weight: 0.6 },
  use: { state: 'MEASURED', calls: 1200, percentile: 40, weight: 0.3 },
  research: { state: 'MEASURED', level: 'VERIFIED_BUILDER', points: 100, weight: 0.1 },
}
const unread = {
  building: { state: 'STALE', buildMomentum: null, percentile: null, weight: null },
  use: { state: 'NO_SOURCE', calls: null, percentile: null, weight: 0.3, assumedPoints: 0 },
  research: { state: 'MEASURED', level: null, points: null, weight: 0.105 },
}
const item = (parts: object, given: object = {}) =>
  ({
    project: { slug: 'lumen', name: 'Lu*men' },
    rank: 2,
    score: 61,
    statusLabel: 'Qui*et',
    parts,
    ...given,
  }) as unknown as RadarItem

test('the parts of a score have their weight, their points and the figure behind them', () => {
  expect(rankParts(item(known))).toEqual([
    {
      name: 'Building, weighs 60\u00a0%',
      path: 'parts.building.percentile',
      points: 90,
      state: 'MEASURED',
      assumed: undefined,
      from: {
        name: 'Build Momentum',
        path: 'parts.building.buildMomentum',
        value: 71.5,
        before: 'Build Momentum',
      },
    },
    {
      name: 'Use, weighs 30\u00a0%',
      path: 'parts.use.percentile',
      points: 40,
      state: 'MEASURED',
      assumed: undefined,
      from: {
        name: 'Decoded calls',
        path: 'parts.use.calls',
        value: 1200,
        unit: 'decoded calls in seven days',
      },
    },
    {
      name: 'Research, weighs 10\u00a0%',
      path: 'parts.research.points',
      points: 100,
      state: 'MEASURED',
      assumed: undefined,
      from: {
        name: 'Research',
        path: 'parts.research.level',
        value: 'VERIFIED_BUILDER',
        words: 'verified builder',
      },
    },
  ])
  const one = { ...known, use: { ...known.use, calls: 1 } }
  expect(rankParts(item(one))[1]?.from).toMatchObject({ value: 1, unit: 'decoded call in seven days' })
})

test('an unknown part has its reason and the points that it counts as', () => {
  const none = { points: null, from: undefined }
  expect(rankParts(item(unread))).toEqual([
    { ...none, name: 'Building', path: 'parts.building.percentile', state: 'STALE', assumed: undefined },
    { ...none, name: 'Use, weighs 30\u00a0%', path: 'parts.use.percentile', state: 'NO_SOURCE', assumed: 0 },
    {
      ...none,
      name: 'Research, weighs 11\u00a0%',
      path: 'parts.research.points',
      state: 'MEASURED',
      assumed: undefined,
    },
  ])
})

test.each([
  [2, 1005, 'up 2 from rank 1,005 at the first ranking of 13 Nov 2026'],
  [-3, 5, 'down 3 from rank 5 at the first ranking of 13 Nov 2026'],
  [0, 5, 'unchanged from rank 5 at the first ranking of 13 Nov 2026'],
])('a move by %i from rank %i', (change, rank, words) => {
  expect(moveWords({ day: '2026-11-13', rank, change } as never)).toBe(words)
})

describe('the title of the Radar', () => {
  const titleOf = (filter: RadarFilter, list: object, q?: string) =>
    radarTitle({ filter, q }, { available: true, items: [], total: 0, rule: 'radar@2', ...list } as never)
  test.each([
    ['all', { items: [item(known)], total: 1031 }, 'Radar: Lu*men has rank 2, 1,031 in the list, by radar@2'],
    ['all', {}, 'Radar: no ranked project'],
    ['with-use', {}, 'Radar, with use: no ranked project'],
    ['all', { total: 1031 }, 'Radar: 1,031 in the list, none from this place on'],
    ['all', { available: false }, 'Radar: not measured'],
    ['shipping', { total: null }, 'Radar, shipping now: not measured'],
  ] as const)('of the list %s with %j', (filter, list, title) => {
    expect(titleOf(filter, list)).toBe(title)
  })

  test('of a search has the number of matches', () => {
    expect(titleOf('verified', { items: [item(known)], total: 1200 }, 'lum')).toBe(
      'Radar, verified builders: 1,200 of the ranked projects match lum',
    )
    expect(titleOf('all', { items: [item(known)], total: 1 }, 'lum')).toBe(
      'Radar: 1 of the ranked projects matches lum',
    )
    expect(titleOf('all', { available: false }, 'lum')).toBe('Radar: not measured')
  })
})

test.each([
  ['all', 'All', 'Every project with a score.'],
  ['shipping', 'Shipping now', 'Projects with the status Shipping.'],
  ['verified', 'Verified builders', 'Projects verified as builders.'],
  ['under-the-radar', 'Under the radar', 'Projects that ship more than they are noticed.'],
  ['accelerating', 'Accelerating', 'Projects that ship faster than before.'],
  ['with-use', 'With use', 'Projects whose own functions were called in their last week.'],
] as const)('the list %s is named “%s”', (filter, words, says) => {
  expect(FILTER_WORDS[filter]).toEqual({ words, says })
})

type Asked = { filter?: RadarFilter; q?: string; offset?: number; more?: string }
const linesOf = (given: object, query: Asked = {}) => {
  const list = {
    items: [],
    total: 2,
    asOf: 'then',
    disclaimer: 'No advice.',
    ...given,
  } as unknown as RadarList
  return radarMarkdown({ filter: 'all', offset: 0, ...query, list }, site).split('\n')
}

describe('the Radar as Markdown', () => {
  test('has the rule in words, and a row a project', () => {
    const shipped = item(known, {
      lastShip: {
        title: 'v2',
        kind: 'release',
        evidenceId: 'ship:1',
        occurredAt: '2026-11-12T10:00:00.000Z',
      },
      sevenDaysAgo: { day: '2026-11-12', rank: 4, change: 2 },
    })
    const [, , , , rule, , ...lines] = linesOf({
      rule: 'radar@2',
      items: [shipped, item(unread, { withoutUnknown: { score: 70, rank: 1 } })],
    })
    expect(rule).toMatch(/^Rule `radar@2`: \S+/)
    const row = '| 2 | [“Lu＊men”](https://svc.example/projects/lumen) |'
    expect(lines).toEqual([
      'Projects: 2, ranked then; shown: 1 to 2 of 2.',
      '',
      '| Rank | Project | Score | Building | Use | Research | Status | Last ship | Earlier ranks |',
      '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
      `${row} 61 | 90 (Build Momentum 71.5) | 40 (1,200 decoded calls in seven days) | 100 (verified builder) | Qui\\*et | “v2”, 2026-11-12T10:00:00.000Z \`ship:1\` | up 2 from rank 4 at the first ranking of 12 Nov 2026 |`,
      `${row} 61 (of the measured parts alone 70, rank 1) | unknown (the last reading is too old) | unknown (no source has it, counts as 0) | unknown (not recorded) | Qui\\*et | unknown (not recorded) | not recorded a week or a month ago |`,
      '',
      'No advice.',
      '',
    ])
  })

  test('of a part says which part, what was searched, and where the list goes on', () => {
    const more = 'https://svc.example/radar.md?q=a*b&offset=26'
    const part = { items: [item(known), item(known)], total: 31 }
    const lines = linesOf(part, { q: 'a*b', offset: 24, more })
    expect(lines).toContain('Projects: 31 with “a＊b”, ranked then; shown: 25 to 26 of 31.')
    expect(lines).toContain(`More: ${more}`)
    expect(linesOf(part).some((line) => line.startsWith('More'))).toBe(false)
  })

  test('that was not measured is not empty', () => {
    expect(linesOf({ total: null })).toEqual([
      '# Radar',
      '',
      'Every project with a score.',
      '',
      'This list cannot be produced now: no project was measured for it. Which projects it would have is unknown.',
      '',
      'No advice.',
      '',
    ])
  })
})

test.each<[object, { filter?: RadarFilter; q?: string }, string]>([
  [{ total: 3 }, {}, 'The list ends before this place.'],
  [
    { total: 0 },
    { filter: 'shipping' },
    'No ranked project is in the list “Shipping now”. A project without Build Momentum has no rank; that does not say it does not build.',
  ],
  [
    { total: 0 },
    { q: 'a*b' },
    'No ranked project matches “a＊b” and is in the list “All”. A project without Build Momentum has no rank; that does not say it does not build.',
  ],
])('the Radar of %j that is asked with %j says why it has no row', (given, query, words) => {
  expect(linesOf(given, query)).toContain(words)
})
