import { expect, test } from 'vitest'
import { unknown } from '#contract/claim.ts'
import type { Slug } from '#contract/ids.ts'
import { type CalendarDate, toInstant } from '#contract/time.ts'
import type { RadarEntry } from '#domain/attention/radar-record.ts'
import { KNOWN, RELEASE } from '#test/given/card-evidence.ts'
import { radarList, unavailableRadar } from './radar.ts'

const NOW = toInstant('2026-11-19T12:00:00Z')
const deps = { now: NOW, site: { baseUrl: 'https://svc.example' } }
const day = (text: string) => text as CalendarDate
const measured = {
  building: { state: 'MEASURED', value: 45, points: 50, weight: 0.65 },
  use: { state: 'MEASURED', value: 99, points: 100, weight: 0.2 },
  research: { state: 'MEASURED', value: 'RESEARCHED', points: 40, weight: 0.15 },
} as const
const unread = { state: 'NO_SOURCE', value: null, points: null, weight: null, assumedPoints: 12.5 } as const
const evidence = { ...KNOWN, grounds: [RELEASE] }
const entryOf = (given: Partial<RadarEntry> = {}): RadarEntry => ({
  project: { slug: 'lumen' as Slug, name: 'Lumen' },
  rank: 4,
  score: 60.5,
  parts: measured,
  evidence,
  sevenDaysAgo: null,
  thirtyDaysAgo: null,
  ...given,
})
const listOf = (entries: readonly RadarEntry[], given: Partial<Parameters<typeof radarList>[0]> = {}) =>
  radarList(
    {
      ranking: { rule: 'radar@2', rankedAt: NOW },
      entries,
      total: 9,
      offset: 3,
      claims: undefined,
      ignoredParameters: ['colour'],
      ...given,
    },
    deps,
  )

test('an entry of the Radar has its parts, earlier ranks, status and level', () => {
  const days = {
    sevenDaysAgo: { day: day('2026-11-12'), rank: 6 },
    thirtyDaysAgo: { day: day('2026-10-20'), rank: 1 },
  }
  expect(listOf([entryOf(days)], { claims: 'none' }).items).toEqual([
    {
      project: { slug: 'lumen', name: 'Lumen', url: 'https://svc.example/projects/lumen' },
      rank: 4,
      score: 60.5,
      parts: {
        building: { state: 'MEASURED', weight: 0.65, percentile: 50, buildMomentum: 45 },
        use: { state: 'MEASURED', weight: 0.2, percentile: 100, calls: 99 },
        research: { state: 'MEASURED', weight: 0.15, points: 40, level: 'RESEARCHED' },
      },
      sevenDaysAgo: { day: '2026-11-12', rank: 6, change: 2 },
      thirtyDaysAgo: { day: '2026-10-20', rank: 1, change: -3 },
      status: 'SHIPPING',
      statusLabel: expect.any(String),
      activityMeasured: true,
      researchLevel: 'VERIFIED_BUILDER',
      verifiedBuilder: true,
      lastShip: expect.objectContaining({ evidenceId: RELEASE }),
    },
  ])
})

test('an unknown part has its reason and the points it is given, and the rank without it', () => {
  const withoutUnknown = { score: 70, rank: 2 }
  const parts = { ...measured, use: unread, research: unread, withoutUnknown }
  const [item] = listOf([entryOf({ parts, evidence: { ...evidence, momentumAsOf: NOW } })]).items
  expect(item).toMatchObject({ withoutUnknown, parts: { building: { asOf: NOW } } })
  expect(item?.parts.use).toEqual({
    state: 'NO_SOURCE',
    weight: null,
    assumedPoints: 12.5,
    percentile: null,
    calls: null,
  })
  expect(item?.parts.research).toEqual({
    state: 'NO_SOURCE',
    weight: null,
    assumedPoints: 12.5,
    points: null,
    level: null,
  })
})

test.each([
  ['a known use', measured.use, { state: 'STALE', calls: 99, percentile: 100 }],
  ['an unknown use keeps its reason, and', unread, { state: 'NO_SOURCE', calls: null }],
])('%s has the state of its last reading', (_, use, shown) => {
  const parts = { ...measured, use }
  const [item] = listOf([entryOf({ parts, evidence: { ...evidence, useState: 'STALE' } })]).items
  expect(item?.parts.use).toMatchObject(shown)
})

test('an unknown level is absent', () => {
  const unleveled = { ...evidence, researchLevel: unknown('NOT_RESEARCHED') }
  const [item] = listOf([entryOf({ evidence: unleveled })]).items
  for (const name of ['researchLevel', 'verifiedBuilder', 'sevenDaysAgo', 'thirtyDaysAgo', 'withoutUnknown'])
    expect(item).not.toHaveProperty(name)
})

test.each([
  ['its grounds', [RELEASE], { kind: 'DERIVED', rule: 'radar@2', evidence: [RELEASE], evidence_total: 1 }],
  ['no grounds', [], { kind: 'UNKNOWN', reason: 'NOT_ENOUGH_YET' }],
])('an entry of the Radar has claim notes, the one of the Radar with %s', (_, grounds, note) => {
  const [item] = listOf([entryOf({ evidence: { ...evidence, grounds } })]).items
  expect(item?.claims).toEqual({
    radar: note,
    status: expect.objectContaining({ rule: 'activity.status@6' }),
    researchLevel: expect.objectContaining({ rule: 'research.level@2' }),
    lastShip: expect.objectContaining({ kind: 'FACT' }),
  })
})

test.each([
  ['before the end', 3, 5],
  ['at the end', 7, null],
  ['past the end', 8, null],
])('the part of the Radar %s leads on from where it ends', (_, offset, nextOffset) => {
  const list = listOf([entryOf(), entryOf()], { offset })
  expect(list).toMatchObject({ available: true, total: 9, nextOffset, asOf: NOW, rule: 'radar@2' })
  expect([list.ignoredParameters, listOf([], { offset: 0 }).nextOffset]).toEqual([['colour'], null])
})

test('a Radar that cannot be produced has its reason, and no total', () => {
  expect(unavailableRadar('no_project_measured' as never, { ignoredParameters: ['colour'] })).toEqual({
    items: [],
    available: false,
    reason: 'no_project_measured',
    total: null,
    nextOffset: null,
    ignoredParameters: ['colour'],
    disclaimer: listOf([]).disclaimer,
  })
})
