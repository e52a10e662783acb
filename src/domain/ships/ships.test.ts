import { describe, expect, test } from 'vitest'
import type { ProjectKind } from '#contract/enums.ts'
import type { BuildEvidence, RecordedShip } from '#domain/evidence.ts'
import {
  building,
  codeWeekShipOf,
  day,
  MS,
  repositoryOf,
  shipOf,
  sourceOf,
  uncounted,
  weekOf,
} from '#test/given/build-evidence.ts'
import {
  countedShips,
  countShips,
  isStanding,
  lastActivityAt,
  lastActivityBetween,
  latestMeaningfulShip,
  meaningfulShips30d,
} from './ships.ts'

const NOW = day(20)
const READ = { from: 0, okTo: 20 }
const SOURCES = [
  repositoryOf('repo', READ),
  sourceOf('npm', 'npm_package'),
  sourceOf('deployer', 'deployer'),
  uncounted(sourceOf('fork', 'github_repository'), 'a fork'),
]

function verdictsOf(ships: readonly RecordedShip[], now = NOW): Record<string, string> {
  const counts = countShips({ sources: SOURCES, ships }, now)
  return Object.fromEntries(
    [...counts].map(([id, count]) => [
      id.slice('ship:'.length),
      count.countsAs === null ? count.reason : count.countsAs,
    ]),
  )
}

describe('countShips, one ship', () => {
  const cases: [string, RecordedShip, string][] = [
    ['a release', shipOf('a', 1), 'release'],
    ['a prerelease', shipOf('a', 1, { kind: 'prerelease' }), 'prerelease_week'],
    ['a feature', shipOf('a', 1, { kind: 'feature' }), 'feature'],
    ['an integration', shipOf('a', 1, { kind: 'integration' }), 'integration'],
    ['a docs release', shipOf('a', 1, { kind: 'docs' }), 'docs'],
    [
      'a follow-up deployment',
      shipOf('a', 1, { kind: 'deployment', sourceId: 'source:deployer' }),
      'follow_up_deployment',
    ],
    ['an upgrade', shipOf('a', 1, { kind: 'upgrade' }), 'upgrade'],
    ['a code week', codeWeekShipOf('a', 1), 'code_week'],
    [
      'a code week whose changes were not fully read',
      codeWeekShipOf('a', 1, { codeWeek: weekOf(1, { substance: 'not_fully_read' }) }),
      'code_week',
    ],
    [
      'a code week without substance',
      codeWeekShipOf('a', 1, { codeWeek: weekOf(1, { substance: 'none' }) }),
      'no_substantive_change',
    ],
    [
      '[case 22] a code week of bots and merges',
      codeWeekShipOf('a', 1, { codeWeek: weekOf(1, { humanCommits: 0, excludedCommits: 9 }) }),
      'no_human_commit',
    ],
    ['a code week without its counts', codeWeekShipOf('a', 1, { codeWeek: null }), 'code_week_not_read'],
    ['[case 7] a deleted release', shipOf('a', 1, { withdrawn: true }), 'withdrawn'],
    ['a self-reported ship', shipOf('a', 1, { backing: 'self-reported' }), 'self_reported'],
    ['a ship of a context-only source', shipOf('a', 1, { sourceId: 'source:fork' }), 'source_not_counted'],
    [
      'a ship whose source is not stored',
      shipOf('a', 1, { sourceId: 'source:nowhere' }),
      'source_not_counted',
    ],
    ['dated 24 h ahead', shipOf('a', 21), 'release'],
    ['[case 16] dated years ahead', shipOf('a', 2000), 'future_date'],
    ['a package with no version', shipOf('a', 1, { sourceId: 'source:npm' }), 'release'],
  ]
  test.each(cases)('%s', (_, ship, expected) => {
    expect(verdictsOf([ship])).toEqual({ a: expected })
  })
})

test('a ship dated exactly 24 hours ahead counts, one dated a millisecond later does not', () => {
  const verdicts = [-MS, 0, MS].map((off) => verdictsOf([shipOf('a', 21 + off)])['a'])
  expect(verdicts).toEqual(['release', 'release', 'future_date'])
})

test('a code week belongs to its own week, whatever the time of its newest commit', () => {
  const first = codeWeekShipOf('first', 1)
  const late = codeWeekShipOf('late', 2, { occurredAt: day(8) })
  const next = codeWeekShipOf('next', 9)
  expect(verdictsOf([first, late, next])).toEqual({
    late: 'code_week',
    first: 'same_week',
    next: 'code_week',
  })
})

test('a collapsed ship proves shipping, a withdrawn one does not', () => {
  const counts = countShips(
    building(SOURCES, shipOf('a', 1), shipOf('b', 1.1), shipOf('c', 1, { withdrawn: true })),
    NOW,
  )
  expect([...counts.values()].filter(isStanding)).toHaveLength(2)
})

describe('the ships of a card', () => {
  const lapsed = {
    from: 0,
    okTo: 20,
    stream: { failingSince: day(20), lastOutcome: 'rate_limited' as const },
  }
  const cases: [string, BuildEvidence, number, unknown, unknown][] = [
    [
      'two in the window, one before',
      building(SOURCES, shipOf('a', -11), shipOf('b', 1), shipOf('c', 19)),
      20,
      2,
      'ship:c',
    ],
    ['none in 30 days', building(SOURCES, shipOf('a', -11)), 20, 0, 'ship:a'],
    ['nothing at all, but read', building(SOURCES), 20, 0, 'NOT_ENOUGH_YET'],
    [
      '[R78] none in 30 days, where the work is not code',
      { sources: SOURCES, ships: [shipOf('a', -11)], kind: 'documentation' },
      20,
      'NOT_APPLICABLE',
      'ship:a',
    ],
    ['no source', building([]), 20, 'NO_SOURCE', 'NO_SOURCE'],
    [
      'unreadable, with a ship known',
      building([repositoryOf('repo', lapsed)], shipOf('a', 19)),
      24,
      'SOURCE_UNAVAILABLE',
      'ship:a',
    ],
    [
      'unreadable, nothing known',
      building([repositoryOf('repo', lapsed)]),
      24,
      'SOURCE_UNAVAILABLE',
      'SOURCE_UNAVAILABLE',
    ],
  ]
  test.each(cases)('%s', (_, evidence, at, count, newest) => {
    const ships = meaningfulShips30d(evidence, day(at))
    const latest = latestMeaningfulShip(evidence, day(at))
    expect(ships.kind === 'UNKNOWN' ? ships.reason : ships.value).toBe(count)
    expect(latest.kind === 'UNKNOWN' ? latest.reason : latest.value.id).toBe(newest)
  })

  test('the 30 days end before a ship that is exactly 30 days old', () => {
    const found = [-MS, 0, MS].map((off) =>
      meaningfulShips30d(building(SOURCES, shipOf('a', -10 - off)), NOW),
    )
    expect(found).toMatchObject([{ value: 1 }, { value: 0 }, { value: 0 }])
  })

  test('a known zero cites the source that was read', () => {
    expect(meaningfulShips30d(building(SOURCES), NOW)).toMatchObject({
      evidence: ['source:repo'],
    })
  })

  test('the last activity is the time of the newest counted ship', () => {
    const evidence = building(SOURCES, shipOf('a', 3), shipOf('b', 9, { withdrawn: true }))
    expect(lastActivityAt(evidence, NOW)).toMatchObject({ value: day(3), evidence: ['ship:a'] })
    expect(countedShips(evidence, NOW).map((ship) => ship.id)).toEqual(['ship:a'])
    expect(lastActivityAt(building([]), NOW)).toEqual({ kind: 'UNKNOWN', reason: 'NO_SOURCE' })
  })
})

test('of work that is not code no last ship applies, as no status does', () => {
  const evidence = { ...building(SOURCES), kind: 'data' as const }
  const claims = [latestMeaningfulShip, lastActivityAt, lastActivityBetween].map((of) => of(evidence, NOW))
  expect(claims).toEqual(claims.map(() => ({ kind: 'UNKNOWN', reason: 'NOT_APPLICABLE' })))
  expect(latestMeaningfulShip({ ...building([]), kind: 'data' }, NOW)).toMatchObject({
    reason: 'NO_SOURCE',
  })
})

const upgrade = (at: number) => shipOf('up', at, { kind: 'upgrade', occurredAt: null, precision: 'OBSERVED' })
const spans: [string, readonly RecordedShip[], unknown, unknown][] = [
  ['the newest ship is dated', [upgrade(3), shipOf('a', 9)], day(9), 'NOT_APPLICABLE'],
  ['the newest ship is undated', [shipOf('a', 3), upgrade(9)], day(3), { from: day(3), to: day(9) }],
  [
    '[R129] it was last read without the upgrade after the newest dated ship',
    [shipOf('a', 3), { ...upgrade(9), unchangedUntil: day(8) }],
    day(3),
    { from: day(8), to: day(9) },
  ],
  [
    '[R129] it was last read without the upgrade before the newest dated ship',
    [shipOf('a', 3), { ...upgrade(9), unchangedUntil: day(2) }],
    day(3),
    { from: day(3), to: day(9) },
  ],
  [
    '[R129] the only ship is undated, and was last read without it',
    [{ ...upgrade(9), unchangedUntil: day(8) }],
    'NOT_ENOUGH_YET',
    { from: day(8), to: day(9) },
  ],
  ['the only ship is undated', [upgrade(9)], 'NOT_ENOUGH_YET', { from: null, to: day(9) }],
  ['no ship', [], 'NOT_ENOUGH_YET', 'NOT_ENOUGH_YET'],
]
test.each(spans)('[R62] an undated upgrade dates no activity: %s', (_, ships, at, span) => {
  const evidence = { sources: SOURCES, ships }
  const shown = [lastActivityAt(evidence, NOW), lastActivityBetween(evidence, NOW)]
  expect(shown.map((claim) => (claim.kind === 'UNKNOWN' ? claim.reason : claim.value))).toEqual([at, span])
  expect(meaningfulShips30d(evidence, NOW)).toMatchObject({ value: ships.length })
})

const COUNTED = { unread: 'counted', code: 'counted' }
test.each<[string, ProjectKind, unknown]>([
  [
    '[R132] code',
    'app',
    { again: 'adds_nothing', words: 'adds_nothing', script: 'no_human_commit', ...COUNTED },
  ],
  ['[R78] data', 'data', { again: 'adds_nothing', words: 'counted', script: 'counted', ...COUNTED }],
])('[R81] releases of a project whose work is %s', (_, kind, expected) => {
  const ships = [
    shipOf('again', 1, { changes: 'identical' }),
    shipOf('words', 3, { changes: 'none' }),
    shipOf('script', 4, { changes: 'automated' }),
    shipOf('unread', 5, { changes: 'not_read' }),
    shipOf('code', 7, { changes: 'substantive' }),
  ]
  const counts = countShips({ sources: SOURCES, ships, kind }, NOW)
  expect(Object.fromEntries(ships.map(({ id, naturalKey }) => [naturalKey, counts.get(id)?.reason]))).toEqual(
    expected,
  )
})
