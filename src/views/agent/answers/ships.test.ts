import { describe, expect, test } from 'vitest'
import { derived, unknown } from '#contract/claim.ts'
import type { Slug } from '#contract/ids.ts'
import { addMs, DAY_MS, HOUR_MS, type Instant } from '#contract/time.ts'
import type { CardEvidence, DimensionCoverage } from '#domain/project/card-evidence.ts'
import { KNOWN, RELEASE } from '#test/given/card-evidence.ts'
import * as given from '#test/given/described-project.ts'
import type { Named } from '../subject.ts'
import { shipsAnswer } from './ships.ts'

const READ = given.READ_AT
const NOW = given.DESCRIBED_AT
const site = { baseUrl: 'https://svc.example' }
const at = (path: string) => `https://svc.example/api/projects/lumen${path}`
const named: Named = { slug: 'lumen' as Slug, name: 'Lu*men', matchedBy: 'name', words: 'Lu*men' } as never
const query = { text: 'asked' } as never
const ship = {
  project: { slug: 'lumen', name: 'Lumen' },
  displayTitle: 'v2',
  source: {},
  evidenceId: RELEASE,
}
const evaluated = (
  evidence: Partial<CardEvidence> = {},
  deployments: DimensionCoverage = { state: 'MEASURED', observedAt: NOW },
) => ({
  deployments,
  name: named.name,
  evidence: { ...KNOWN, ...evidence },
  scoredAt: addMs(NOW, -HOUR_MS) as Instant | null,
})
const answered = (
  list: object,
  question: object = {},
  project: ReturnType<typeof evaluated> | undefined = evaluated(),
) =>
  shipsAnswer(
    {
      named: project && named,
      project,
      contract: given.TOKEN,
      query,
      filters: { until: NOW, ...question },
      list: { items: [ship], nextOffset: null, ...list } as never,
    },
    site,
  )
const ofAll = (list: object) =>
  shipsAnswer(
    {
      named: undefined,
      project: undefined,
      contract: undefined,
      query,
      filters: { until: NOW },
      list: { items: [ship], nextOffset: null, ...list } as never,
    },
    site,
  )

describe('the ships that count', () => {
  test('of a project in a span, of one kind, have their number and where the next ones are', () => {
    const answer = answered({ total: 4, nextOffset: 1 }, { kind: 'release', since: READ })
    const url = `https://svc.example/api/ships?project=lumen&kind=release&since=${READ}&until=${NOW}&counted=only`
    expect(answer).toMatchObject({
      answer: `“Lu＊men” shipped 4 releases that count from ${READ} to ${NOW}. Ships that do not count, or that no source dates, are left out.`,
      capability: 'ships',
      data: { total: 4 },
      truncated: true,
      unknowns: [],
      freshness: [],
      subject: { contract: `4663:${given.TOKEN}` },
      next: `GET ${url}&offset=1 lists the next ones.`,
    })
    expect(answer.links.map((one) => one.url)).toEqual([url, at('/coverage'), at('/timeline')])
    expect(answer.citation.text).toBe(
      `Evidence Research Service, ships of “Lu＊men” (https://svc.example/projects/lumen), as of ${evaluated().scoredAt}.`,
    )
    expect(answer.asOf).toBe(evaluated().scoredAt)
    expect(answer.citation.references.map(({ type }) => type)).toEqual(['service_evidence'])
  })

  test('of a project that was never evaluated say so in the citation', () => {
    const answer = answered({}, {}, { ...evaluated(), scoredAt: null })
    expect(answer).not.toHaveProperty('asOf')
    expect(answer.citation.text).toMatch(/, never evaluated\.$/)
  })

  test.each([
    ['whose end was reached', { nextOffset: null }, 'shipped 1 ship that counts. ', {}],
    ['whose end was not reached', { nextOffset: 1 }, 'shipped more than 1 ship that counts. ', {}],
    ['that are counted', { nextOffset: 1, total: 7 }, 'shipped 7 ships that count. ', { total: 7 }],
  ])('of a list %s', (_, list, words, data) => {
    expect(answered(list).answer).toContain(words)
    expect(answered(list).data).toEqual(data)
    expect(answered(list).truncated).toBe(list.nextOffset !== null)
  })

  test.each([
    [['release', 'code_week'], { nextOffset: null }, true],
    [['release'], { nextOffset: 1 }, true],
    [['release'], { nextOffset: null }, false],
    [['code_week'], { nextOffset: null }, false],
    [['code_week'], { nextOffset: 1, kind: 'code_week' }, false],
  ])('of the kinds %j have an order where there is one: %j', (kinds, { nextOffset, ...question }, isSaid) => {
    const items = kinds.map((kind) => ({ ...ship, kind }))
    const { answer } = answered({ items, nextOffset, total: 9 }, question)
    expect(answer.includes('Code weeks come after the others.')).toBe(isSaid)
  })
})

describe('the ships of all projects', () => {
  test('name no project', () => {
    const answer = ofAll({})
    expect(answer).not.toHaveProperty('subject')
    expect(answer.answer).toBe(
      '1 ship that counts is recorded of all projects together. Ships that do not count are left out.',
    )
    expect(ofAll({ nextOffset: 1 }).answer).toMatch(/^More than 1 ship that counts is recorded of all/)
    expect(answer.links).toEqual([{ name: 'Ships', url: 'https://svc.example/api/ships?counted=only' }])
    expect(answer.citation.text).toContain(`all projects of chain 4663, as of ${NOW}.`)
    expect(answer.asOf).toBe(NOW)
  })

  test('that are none are no finding', () => {
    const { answer, unknowns, data, status } = ofAll({ items: [], total: 0 })
    expect(answer).toContain('No ship that counts is recorded of all projects together.')
    expect([data, status]).toEqual([{}, 'unknown'])
    expect(unknowns).toEqual([
      {
        category: 'building',
        statement: 'What no source showed is not known.',
        reason: 'NO_SOURCE',
        doNotConclude: 'Do not conclude that nothing was shipped: only that no ship that counts is recorded.',
      },
    ])
  })
})

const days = (count: number) => addMs(NOW, -count * DAY_MS)
const none = { items: [], total: 0 }
const building = (state: string, observedAt: string | null) =>
  ({ coverage: { ...KNOWN.coverage, building: { state, observedAt } } }) as Partial<CardEvidence>
const endedAt = (count: number) => ({ ...derived(0, 'ships.counted@8', [RELEASE]), asOf: days(count) })
const neverRead = {
  ...building('SOURCE_UNAVAILABLE', null),
  meaningfulShips30d: unknown('SOURCE_UNAVAILABLE'),
  activityMeasured: false,
}
const lapsed = { ...neverRead, ...building('SOURCE_UNAVAILABLE', days(4)) }
const stale = { ...building('STALE', days(2)), meaningfulShips30d: endedAt(2) }
const behind = { meaningfulShips30d: endedAt(2) }
const chainStale = { coverage: { ...KNOWN.coverage, contracts: { state: 'STALE', observedAt: days(2) } } }
const READINGS = [
  [
    'is 0 where the days were read',
    none,
    { since: days(30) },
    {},
    'answered',
    /^“Lu＊men” shipped 0 ships that count from \S+ to \S+\. /,
    { total: 0 },
  ],
  [
    'is 0 up to a reading that is not the newest',
    none,
    { since: days(7) },
    behind,
    'answered',
    /^“Lu＊men” shipped 0 ships .* to \S+; all sources of its ships were read up to 2026-11-17T12:00:00\.000Z\. /,
    { total: 0 },
  ],
  [
    'is unknown in days after the last reading',
    none,
    { since: days(1) },
    behind,
    'unknown',
    /^No ship that counts is recorded of “Lu＊men” from .*; all sources of its ships were read up to \S+ \(NOT_ENOUGH_YET\)\. /,
    {},
  ],
  [
    'is unknown where nothing was read',
    none,
    { since: days(30) },
    neverRead,
    'unknown',
    /^No ship that counts is recorded of “Lu＊men” from .*; what it shipped is not known \(SOURCE_UNAVAILABLE\)\. /,
    {},
  ],
  [
    'is as recorded where nothing is read any more',
    { total: 1 },
    { since: days(30) },
    lapsed,
    'partial',
    /^1 ship that counts is recorded of “Lu＊men” from .*; building was read up to 2026-11-15\S+ \(SOURCE_UNAVAILABLE\)\. /,
    { total: 1 },
  ],
  [
    'is as recorded where the last reading is old',
    { total: 4 },
    { since: days(30) },
    stale,
    'partial',
    /^4 ships that count are recorded of “Lu＊men” from .*; all sources of its ships were read up to 2026-11-17\S+ \(STALE\)\. /,
    { total: 4 },
  ],
  [
    'is unknown in a window that was not read',
    none,
    { since: days(1) },
    stale,
    'unknown',
    /^No ship that counts .* \(STALE\)\. /,
    {},
  ],
  [
    'is known of a time before the last reading',
    none,
    { since: days(9), until: days(3) },
    stale,
    'answered',
    /^“Lu＊men” shipped 0 ships that count from \S+ to 2026-11-16T12:00:00\.000Z\. /,
    { total: 0 },
  ],
  [
    'is unknown before the days that a count covers',
    none,
    { since: days(60) },
    {},
    'unknown',
    /^No ship that counts .*; what it shipped is not known \(NOT_ENOUGH_YET\)\. /,
    {},
  ],
  [
    'is unknown of all time where none is recorded',
    none,
    {},
    {},
    'unknown',
    /^No ship that counts is recorded of “Lu＊men”; what it shipped is not known/,
    {},
  ],
  ['is unknown of the future', none, { since: addMs(NOW, DAY_MS) }, {}, 'unknown', /\(NOT_ENOUGH_YET\)/, {}],
  [
    'of upgrades rests on the contracts',
    none,
    { since: days(7), kind: 'upgrade' },
    chainStale,
    'unknown',
    /^No upgrade that counts is recorded of “Lu＊men” from .*; its contracts were read up to 2026-11-17\S+ \(STALE\)\. /,
    {},
  ],
  [
    'of deployments does not rest on a repository',
    { total: 2 },
    { since: days(7), kind: 'deployment' },
    stale,
    'answered',
    /^“Lu＊men” shipped 2 deployments that count from /,
    { total: 2 },
  ],
  [
    'is unknown where building has no source, whatever else was read',
    none,
    { since: days(7) },
    { ...neverRead, ...building('NO_SOURCE', days(1)), meaningfulShips30d: unknown('NO_SOURCE') },
    'unknown',
    /^No ship that counts .*; what it shipped is not known \(NO_SOURCE\)\. /,
    {},
  ],
  ...(['feature', 'integration', 'docs'] as const).map(
    (kind) =>
      [
        `of a kind that no collector makes is unknown: ${kind}`,
        none,
        { since: days(7), kind },
        {},
        'unknown',
        /^No [a-z ]+ that counts is recorded of “Lu＊men” from .*; nothing that is read shows [a-z ]+s \(NO_SOURCE\)\. /,
        {},
      ] as const,
  ),
] as const

const DEPLOYED = [
  ['MEASURED', NOW, /^“Lu＊men” shipped 0 deployments that count from \S+ to \S+\. /],
  ['NO_SOURCE', null, /^No deployment that counts .*; what it shipped is not known \(NO_SOURCE\)\. /],
  ['NOT_ENOUGH_YET', null, /^No deployment that counts .* is not known \(NOT_ENOUGH_YET\)\. /],
  ['STALE', days(2), /^No deployment .*; its deployments were read up to 2026-11-17\S+ \(STALE\)\. /],
] as const

describe('the number of ships of one project', () => {
  test.each(READINGS)('%s', (_, list, question, evidence, status, words, data) => {
    const answer = answered(list, question, evaluated(evidence as Partial<CardEvidence>))
    expect(answer.answer).toMatch(words)
    expect([answer.status, answer.data]).toEqual([status, data])
    expect(answer.unknowns.length).toBe(status === 'answered' ? 0 : 1)
  })

  test.each(DEPLOYED)('of deployments rests on the deployers: %s', (state, observedAt, words) => {
    const answer = answered(
      none,
      { since: days(7), kind: 'deployment' },
      evaluated({}, { state, observedAt }),
    )
    expect(answer.answer).toMatch(words)
    expect(answer.data).toEqual(state === 'MEASURED' ? { total: 0 } : {})
    expect(answer.unknowns.map(({ category, reason }) => [category, reason])).toEqual(
      state === 'MEASURED' ? [] : [['contracts', state]],
    )
  })

  test('is unknown of a project that was never evaluated', () => {
    const never = {
      ...evaluated({ ...neverRead, meaningfulShips30d: unknown('NOT_ENOUGH_YET') }),
      scoredAt: null,
    }
    const { unknowns, data } = answered(none, { since: days(7) }, never)
    expect(unknowns).toEqual([
      {
        category: 'building',
        statement: 'What it shipped is not known.',
        doNotConclude: 'Do not conclude that it shipped none, or that it is inactive or abandoned.',
        reason: 'NOT_ENOUGH_YET',
      },
    ])
    expect(data).toEqual({})
  })
})
