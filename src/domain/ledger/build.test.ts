import { expect, test } from 'vitest'
import { addMs, type CalendarDate, DAY_MS, toInstant } from '#contract/time.ts'
import type { CodeWeekFacts, RecordedShip, Signal } from '#domain/evidence.ts'
import {
  announcedBefore,
  drafts,
  move,
  NOW,
  ship,
  source,
  sourceId,
  stream,
  uuid,
} from '#test/given/ledger-evidence.ts'

const HISTORY = toInstant('2026-08-01T12:00:00Z')
const MONDAY = '2026-11-16' as CalendarDate

function week(given: Partial<CodeWeekFacts>): CodeWeekFacts {
  return {
    weekStart: MONDAY,
    byDay: { [MONDAY]: 3 },
    humanCommits: 3,
    excludedCommits: 0,
    authors: 1,
    partial: false,
    substance: 'substantive',
    readTo: toInstant('2026-11-19T09:00:00Z'),
    ...given,
  }
}

function codeWeek(given: Partial<CodeWeekFacts>): RecordedShip {
  return ship({ kind: 'code_week', precision: 'WINDOW', codeWeek: week(given) })
}

test.each([
  ['a release', { kind: 'release' }, 'build.release', 'Release 1.0.0: Faster swaps'],
  [
    'a prerelease',
    { kind: 'prerelease', version: '1.0.0-rc.1' },
    'build.ship',
    'Prerelease 1.0.0-rc.1: Faster swaps',
  ],
  ['a feature without a version', { kind: 'feature', version: null }, 'build.ship', 'Feature Faster swaps'],
  ['an integration', { kind: 'integration', version: null }, 'build.ship', 'Integration Faster swaps'],
  ['documentation', { kind: 'docs', version: null }, 'build.ship', 'Documentation Faster swaps'],
  ['a title that repeats the version', { title: '1.0.0' }, 'build.release', 'Release 1.0.0'],
  [
    'a title without visible characters',
    { title: '\u202E\u0000', version: null },
    'build.release',
    'Release',
  ],
  [
    'a week of code',
    codeWeek({}),
    'build.code_activity',
    'code changes, week starting 2026-11-16 (to 2026-11-19)',
  ],
] as const)(
  '%s has one event with the id of its evidence [contract delivered type build.release|build.ship]',
  (_, given, type, summary) => {
    const drafted = drafts({ ships: [ship(given)] })
    expect(drafted).toMatchObject([
      { id: ship({}).id, type, summary, evidence: [ship({}).id, sourceId()], order: [] },
    ])
  },
)

test('[R70] a ship dated ahead is announced when its time has come', () => {
  const drafted = [-1, 0, 1].map((ms) => drafts({ ships: [ship({ occurredAt: addMs(NOW, ms) })] }).length)
  expect(drafted).toEqual([1, 1, 0])
})

test.each([
  ['with commits since it was detected', 1, '2026-11-19T09:00:00.000Z'],
  ['without', -1, '2026-11-17T09:00:00.000Z'],
])('[R70] a code week %s is detected by the reading of them', (_, ms, detectedAt) => {
  const detected = toInstant('2026-11-17T09:00:00Z')
  const clocks = { detectedAt: detected, occurredAt: addMs(detected, ms) }
  const week = codeWeek({ readTo: toInstant('2026-11-19T09:00:00Z') })
  expect(drafts({ ships: [{ ...week, ...clocks }] })).toMatchObject([{ detectedAt }])
})

test.each([
  ['withdrawn', ship({ withdrawn: true })],
  ['self-reported', ship({ backing: 'self-reported' })],
  ['of a source that does not count', ship({ sourceId: sourceId(2) })],
  ['of a source the project does not have', ship({ sourceId: sourceId(9) })],
  ['dated ahead [case 16]', ship({ occurredAt: addMs(NOW, 1) })],
  ['an upgrade, which has its implementation record', ship({ kind: 'upgrade' })],
  ['a week whose commits are not stored', ship({ kind: 'code_week' })],
  ['a week of bots and merges [case 22]', codeWeek({ humanCommits: 0 })],
  ['a week without substance', codeWeek({ substance: 'none' })],
])('a ship %s is not announced', (_, given) => {
  expect(
    drafts({ ships: [given], sources: [source({}), source({ id: sourceId(2), counted: false })] }),
  ).toEqual(expect.not.arrayContaining([expect.objectContaining({ id: given.id })]))
})

test('leaves out an unknown version, address and date', () => {
  const [drafted] = drafts({
    ships: [ship({ version: null, url: null, occurredAt: null, precision: 'OBSERVED' })],
  })
  expect(drafted).toMatchObject({ occurredAt: null, precision: 'OBSERVED' })
  expect(drafted?.facts).toEqual({ kind: 'release', title: 'Faster swaps' })
})

test('reduces the text of a source to one bounded line without control, direction or lone surrogate characters', () => {
  const title = `a\u0007b\u202Ec\nd\uD800 ${'x'.repeat(5000)}`
  const [drafted] = drafts({ ships: [ship({ title })] })
  expect(drafted?.summary).toMatch(/^Release 1\.0\.0: a b c d\uFFFD x+…$/u)
  expect([...(drafted?.summary ?? '')]).toHaveLength(300)
  expect([...String(drafted?.facts['title'])]).toHaveLength(300)
})

test('[case 14] gives twelve prereleases of one week twelve events', () => {
  const ships = Array.from({ length: 12 }, (_, index) =>
    ship({ id: `ship:${uuid(index)}`, kind: 'prerelease', version: `1.0.0-rc.${index}` }),
  )
  expect(drafts({ ships }).map(({ type }) => type)).toEqual(Array.from({ length: 12 }, () => 'build.ship'))
})

test('[case 15] keeps the event of a promoted prerelease and adds an event for the release', () => {
  const prerelease = ship({ kind: 'prerelease', version: '2.0.0' })
  const announced = announcedBefore(drafts({ ships: [prerelease] }))
  const promoted = { ...prerelease, kind: 'release', title: 'Now final', promotedAt: NOW } as const
  const after = drafts({ ships: [promoted], announced })
  expect(after).toMatchObject([
    { id: prerelease.id, type: 'build.ship', summary: 'Prerelease 2.0.0: Faster swaps' },
    {
      id: `${prerelease.id}:release`,
      type: 'build.release',
      summary: 'Release 2.0.0: Now final',
      detectedAt: NOW,
    },
  ])
  expect(drafts({ ships: [promoted], announced: announcedBefore(after) })).toMatchObject(after)
  expect(drafts({ ships: [{ ...promoted, withdrawn: true }], announced: announcedBefore(after) })).toEqual([])
})

test('[case 15] keeps the one event of a release that is made a prerelease, and of one that is a release again', () => {
  const release = ship({ version: '2.0.0' })
  const before = drafts({ ships: [release] })
  const demoted = { ...release, kind: 'prerelease' } as const
  expect(drafts({ ships: [demoted], announced: announcedBefore(before) })).toEqual(before)
  const again = { ...release, promotedAt: NOW }
  expect(drafts({ ships: [again], announced: announcedBefore(before) })).toEqual(before)
})

test.each(['prerelease', 'release'] as const)(
  '[case 15] ends the event of a prerelease that had been announced as a release: it is a %s now',
  (kind) => {
    const release = ship({ version: '2.0.0' })
    const before = drafts({ ships: [release] })
    const second = drafts({ ships: [{ ...release, kind: 'prerelease' }] })
    const ofPrerelease = second.map((draft) => ({ ...draft, id: `${draft.id}:prerelease` }))
    const announced = announcedBefore([...before, ...ofPrerelease])
    expect(drafts({ ships: [{ ...release, kind }], announced })).toEqual(before)
  },
)

const ADDRESS = 'https://host.example/lumen/releases/1'
const MOVED = 'https://host.example/lumen-2/releases/1'
test.each([
  ['only its address moved', { url: MOVED }, ADDRESS],
  ['its title changed as well', { url: MOVED, title: 'Faster still' }, MOVED],
  ['its version changed as well', { url: MOVED, version: '1.0.1' }, MOVED],
  ['its address is no longer known', { url: null }, undefined],
])('[case 24] the address in the event of a release when %s', (_, changed, url) => {
  const announced = announcedBefore(drafts({ ships: [ship({ url: ADDRESS })] }))
  const [again] = drafts({ ships: [ship(changed)], announced })
  expect(again?.facts['url']).toBe(url)
})

test('[case 24] keeps the announced address of a promoted prerelease', () => {
  const prerelease = ship({ kind: 'prerelease', url: ADDRESS })
  const promoted = { ...prerelease, kind: 'release', promotedAt: NOW } as const
  const before = announcedBefore(drafts({ ships: [prerelease] }))
  const drafted = drafts({ ships: [promoted], announced: before })
  const again = drafts({ ships: [{ ...promoted, url: MOVED }], announced: announcedBefore(drafted) })
  expect(again).toEqual(drafted)
})

test('adds an address that becomes known later', () => {
  const announced = announcedBefore(drafts({ ships: [ship({})] }))
  expect(drafts({ ships: [ship({ url: ADDRESS })], announced })).toMatchObject([{ facts: { url: ADDRESS } }])
})

test('[case 18] [case 19] a running week names the last day read and stays unchanged until the week was read to its end', () => {
  const thursday = drafts({ ships: [codeWeek({})] })
  expect(thursday).toMatchObject([{ facts: { codeWeek: { complete: false, humanCommits: 3 } } }])
  const announced = announcedBefore(thursday)
  const friday = codeWeek({ humanCommits: 9, readTo: toInstant('2026-11-20T09:00:00Z') })
  expect(drafts({ ships: [friday], announced })).toMatchObject(thursday)
  const tuesday = toInstant('2026-11-24T09:00:00Z')
  const complete = drafts({ ships: [codeWeek({ humanCommits: 9, readTo: tuesday })], announced }, tuesday)
  expect(complete).toMatchObject([
    {
      id: thursday[0]?.id,
      summary: 'code changes, week starting 2026-11-16 (to 2026-11-22)',
      facts: { codeWeek: { complete: true, humanCommits: 9 } },
    },
  ])
  const wednesday = toInstant('2026-11-25T09:00:00Z')
  expect(drafts({ ships: [codeWeek({ humanCommits: 9, readTo: wednesday })] }, wednesday)).toEqual(complete)
})

test.each([
  ['ACTIVE to QUIET', 'QUIET', 'build.status_changed'],
  ['ACTIVE to DORMANT', 'DORMANT', 'build.dormant'],
  ['ACTIVE to RESUMED', 'RESUMED', 'build.resumed'],
])(
  'a move from %s has one event of one type [contract delivered type build.status_changed|build.dormant|build.resumed]',
  (_, value, type) => {
    expect(drafts({ concluded: move({ value }) })).toMatchObject([
      {
        id: `state:${uuid(2)}`,
        type,
        occurredAt: null,
        precision: 'OBSERVED',
        facts: { from: 'ACTIVE', to: value },
      },
    ])
  },
)

test('dates a finding by the end of its window and does not announce an unknown kind of finding [contract change precision WINDOW] [contract delivered type build.accelerating]', () => {
  const signal = {
    id: `signal:${uuid(1)}`,
    kind: 'accelerating',
    title: 'Shipping faster',
    group: 'building',
    endedAt: null,
    windowFrom: addMs(NOW, -30 * DAY_MS),
    windowTo: NOW,
    detectedAt: NOW,
    evidence: [`ship:${uuid(1)}`],
  } as const
  const signals = [
    signal,
    { ...signal, id: `signal:${uuid(2)}`, kind: 'slowing' },
    { ...signal, kind: 'launch' },
  ] as const
  expect(drafts({ signals })).toMatchObject([
    { id: signal.id, type: 'build.accelerating', occurredAt: NOW, precision: 'WINDOW' },
    { id: `signal:${uuid(2)}`, type: 'build.slowing' },
  ])
})

test.each([
  ['a fresh ship', [ship({})], 'service'],
  [
    'an old ship and a fresh one',
    [ship({}), ship({ id: `ship:${uuid(2)}`, occurredAt: HISTORY })],
    'research',
  ],
  [
    'a fresh ship, beside an old one that it does not cite',
    [ship({}), ship({ id: `ship:${uuid(3)}`, occurredAt: HISTORY })],
    'service',
  ],
  ['only ships from before their source was attached', [ship({ occurredAt: HISTORY })], 'research'],
  ['ships that are not stored', [], 'service'],
] as const)(
  'how a finding was seen whose window began before its source was attached, and that cites %s',
  (_, ships, by) => {
    const window = { windowFrom: HISTORY, windowTo: NOW, detectedAt: NOW }
    const evidence = [`ship:${uuid(1)}`, `ship:${uuid(2)}`] as const
    const signal: Signal = {
      id: `signal:${uuid(1)}`,
      kind: 'accelerating',
      group: 'building',
      title: 'Faster',
      evidence,
      ...window,
      endedAt: null,
    }
    const drafted = drafts({ ships, signals: [signal] }).filter(({ type }) => type === 'build.accelerating')
    expect(drafted).toMatchObject([{ seen: { by } }])
  },
)

test.each([
  ['when the source was attached', 0, 'service'],
  ['a millisecond before', -1, 'research'],
] as const)('[R63] how a finding was seen that cites history, with a window that began %s', (_, ms, by) => {
  const { attachedAt } = source({})
  const old = ship({ occurredAt: addMs(attachedAt, -DAY_MS) })
  const signal: Signal = {
    id: `signal:${uuid(1)}`,
    kind: 'slowing',
    group: 'building',
    title: 'Slower',
    evidence: [old.id],
    windowFrom: addMs(attachedAt, ms),
    windowTo: NOW,
    detectedAt: NOW,
    endedAt: null,
  }
  const drafted = drafts({ ships: [old], signals: [signal] }).filter(({ type }) => type === 'build.slowing')
  expect(drafted).toMatchObject([{ seen: { by } }])
})

test('has no first reading when no stream was ever read', () => {
  const unread = source({ streams: [stream({ firstOkAt: null, lastOkAt: null })] })
  const [drafted] = drafts({ sources: [unread], ships: [ship({})] })
  expect(drafted?.seen).toEqual({ by: 'reading', attachedAt: unread.attachedAt, firstReadAt: null })
})
