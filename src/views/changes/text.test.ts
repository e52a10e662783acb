import { describe, expect, test } from 'vitest'
import type { ChangeEvent } from '#contract/shapes/change.ts'
import { toInstant } from '#contract/time.ts'
import { type ChangeSelection, changeFilters, changesQuery, isInLedgerOrder, namedIn } from './filters.ts'
import { changeEvidence, changeRuns, changesByDay, foldedEntries } from './rows.ts'
import { changesText, changesTitle } from './text.ts'
import { toEventPayload, toPingPayload } from './webhook-payload.ts'

const site = { baseUrl: 'https://svc.example' }
const project = { slug: 'lumen', name: 'Lu*men', url: 'https://svc.example/projects/lumen' }
const THEN = '2026-11-18T10:00:00.000Z'
const at = toInstant(THEN)
const SHIP = 'ship:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b11'
const event = (given: object = {}) =>
  ({
    id: SHIP,
    op: 'upsert',
    type: 'build.release',
    project,
    contract: null,
    evidence: [SHIP],
    summary: 'words of another time',
    summaryCurrent: 'Release v*2',
    recordedAt: '2026-11-19T10:00:00.000Z',
    detectedAt: THEN,
    occurredAt: '2026-11-17T10:00:00.000Z',
    ...given,
  }) as unknown as ChangeEvent
const retract = { id: 'state:1', op: 'retract', recordedAt: THEN } as unknown as ChangeEvent
const sync = { mode: 'sync', position: 7 } as const
const browse = { mode: 'browse', position: 7 } as const
const contract = `0x${'a'.repeat(40)}` as NonNullable<ChangeSelection['contract']>
const lumen = 'lumen' as NonNullable<ChangeSelection['project']>
const all = {
  domain: ['build', 'lock'],
  type: ['build.release'],
  project: lumen,
  contract,
  since: THEN,
  until: THEN,
  detectedSince: THEN,
  after: sync,
  before: browse,
  cursor: browse,
} as unknown as ChangeSelection

describe('the address of changes', () => {
  test('has every part in one order', () => {
    expect(changesQuery(all)).toBe(
      `?domain=build,lock&type=build.release&project=lumen&contract=4663:${contract}&since=${THEN}&until=${THEN}&detectedSince=${THEN}&after=c1.7&before=b1.7&cursor=b1.7`,
    )
  })

  test('of the newest of all is empty, and keeps the filters without a place', () => {
    expect(changesQuery({})).toBe('')
    expect(changesQuery(changeFilters(all))).toBe(
      `?domain=build,lock&type=build.release&project=lumen&contract=4663:${contract}&since=${THEN}&until=${THEN}`,
    )
  })

  test.each<[ChangeSelection, boolean]>([
    [{}, false],
    [{ before: browse }, false],
    [{ cursor: browse }, false],
    [{ cursor: sync }, true],
    [{ after: sync }, true],
    [{ detectedSince: THEN as never }, true],
  ])('%j is in ledger order: %s', (asked, expected) => {
    expect(isInLedgerOrder(asked)).toBe(expected)
  })
})

test('the projects and contracts of events are named once each', () => {
  const events = [
    event({ contract: '4663:0xa' }),
    event({ project: null }),
    event({ contract: '4663:0xa' }),
    retract,
  ]
  expect(namedIn(events)).toEqual({ projects: [project], contracts: ['4663:0xa'] })
})

test.each([
  [event({ evidence: ['source:1'] }), SHIP],
  [event({ id: 'source:1:added', evidence: ['claim:1', 'claim:2'] }), 'claim:1'],
  [event({ id: 'source:1:added', evidence: [] }), undefined],
  [{ ...retract, id: 'x' } as ChangeEvent, undefined],
])('the receipt of %j is %s', (of, expected) => {
  expect(changeEvidence(of)).toBe(expected)
})

test('events are under the day on which they were first known, in their order', () => {
  const [first, second] = [event(), event({ detectedAt: undefined })]
  expect(changesByDay([first, second, retract])).toEqual([
    ['2026-11-18', [first, retract]],
    ['2026-11-19', [second]],
  ])
})

describe('the title of a list of the ledger', () => {
  test.each<[ChangeSelection, ChangeEvent[], string]>([
    [{}, [event()], 'Changes: Lu*men: Release v*2, 17 Nov 2026'],
    [{}, [event({ project: null, occurredAt: null })], 'Changes: Release v*2, seen 18 Nov 2026'],
    [
      {},
      [event({ project: null, occurredAt: null, detectedAt: undefined })],
      'Changes: Release v*2, seen 19 Nov 2026',
    ],
    [{ project: lumen }, [event()], 'Changes of Lu*men: Release v*2, 17 Nov 2026'],
    [
      { project: lumen },
      [event({ project: { ...project, slug: 'ember', name: 'Ember' } }), event()],
      'Changes of Lu*men: Release v*2, 17 Nov 2026',
    ],
    [{ project: lumen }, [], 'Changes of lumen: none is recorded'],
    [
      { project: 'former' as typeof lumen },
      [event({ project: null }), event()],
      'Changes of Lu*men: Release v*2, 17 Nov 2026',
    ],
    [
      { project: 'former' as typeof lumen },
      [event({ project: { ...project, slug: 'ember' } }), event()],
      'Changes of former: Release v*2, 17 Nov 2026',
    ],
    [{ after: sync }, [event()], 'Changes, in ledger order from 19 Nov 2026'],
    [{ after: sync }, [], 'Changes after this place of the ledger: none is recorded'],
    [{ before: browse }, [event()], 'Older changes: Lu*men: Release v*2, 17 Nov 2026'],
    [{ cursor: browse }, [], 'Older changes: none is recorded'],
    [{ project: lumen, since: at }, [], 'Changes of lumen dated from 18 Nov 2026: none is recorded'],
    [{ since: at, until: at }, [], 'Changes dated from 18 Nov 2026 to 18 Nov 2026: none is recorded'],
    [{ until: at }, [event()], 'Changes dated up to 18 Nov 2026: Lu*men: Release v*2, 17 Nov 2026'],
    [{ detectedSince: at }, [], 'Changes seen from 18 Nov 2026: none is recorded'],
    [
      { domain: ['build', 'market_integrity'] },
      [],
      'Changes about build and market integrity: none is recorded',
    ],
    [{ domain: ['build'], type: ['build.release'] }, [], 'Changes of the kind release: none is recorded'],
    [
      { type: ['build.release', 'build.dormant', 'lock.observed'] },
      [],
      'Changes of the kinds release, went dormant, and token lock observed: none is recorded',
    ],
    [{ contract }, [], `Changes of the contract ${contract}: none is recorded`],
    [{}, [event({ summaryCurrent: 'é'.repeat(60) })], `Changes: Lu*men: ${'é'.repeat(60)}, 17 Nov 2026`],
    [{}, [event({ summaryCurrent: 'é'.repeat(61) })], `Changes: Lu*men: ${'é'.repeat(60)}…, 17 Nov 2026`],
  ])('that asks %j of %j', (asked, items, title) => {
    expect(changesTitle({ query: asked, items, ledgerRanAt: toInstant(THEN) })).toBe(title)
  })

  test('before the first run of the ledger says that the changes are not known', () => {
    const title = 'Changes of lumen: not known, because the ledger was not written yet'
    expect(changesTitle({ query: { project: lumen }, items: [], ledgerRanAt: null })).toBe(title)
  })
})

describe('runs of a list of the ledger', () => {
  const of = (slug: string, type: string, count: number) =>
    Array.from({ length: count }, () => event({ type, project: { ...project, slug } }))
  const sizesOf = (events: readonly ChangeEvent[]) =>
    changeRuns(events).map(({ shown, folded }) => [shown.length, folded.length])

  test.each([
    ['a run that is not long', of('lumen', 'build.release', 7), [[7, 0]]],
    ['a long run', of('lumen', 'build.release', 8), [[5, 3]]],
    [
      'another kind between',
      [
        ...of('lumen', 'build.release', 6),
        ...of('lumen', 'build.ship', 1),
        ...of('lumen', 'build.release', 6),
      ],
      [
        [6, 0],
        [1, 0],
        [6, 0],
      ],
    ],
    [
      'another project',
      [...of('lumen', 'build.release', 9), ...of('ember', 'build.release', 9)],
      [
        [5, 4],
        [5, 4],
      ],
    ],
    ['entries of no project', Array.from({ length: 9 }, () => event({ project: null })), 9],
    ['retractions', Array.from({ length: 9 }, () => retract), 9],
  ])('%s', (_, events, expected) => {
    const alone = typeof expected === 'number' ? Array.from({ length: expected }, () => [1, 0]) : expected
    expect(sizesOf(events)).toEqual(alone)
    expect(changeRuns(events).flatMap(({ shown, folded }) => [...shown, ...folded])).toEqual(events)
  })

  test('says how many entries of which kind are folded away', () => {
    expect(foldedEntries({ folded: of('lumen', 'build.release', 45) })).toBe(
      '45 more entries of the kind “release”',
    )
  })
})

describe('a list of the ledger as Markdown', () => {
  const linesOf = (asked: ChangeSelection, items: ChangeEvent[], nextCursor: string | null = null) =>
    changesText({ query: asked, items, nextCursor, ledgerRanAt: toInstant(THEN) }, site).split('\n')
  test('before the first run of the ledger nobody knows which changes there are', () => {
    const text = changesText({ query: {}, items: [], nextCursor: null, ledgerRanAt: null }, site)
    expect(text).toContain(
      'No change is recorded, because the ledger was not written yet. Which changes there are is not known.',
    )
  })

  test('has a line an event, with its time, its project and its receipt', () => {
    const items = [
      event(),
      event({ occurredAt: null, project: null, id: 'source:1:added', evidence: [] }),
      retract,
    ]
    expect(linesOf({}, items)).toEqual([
      '# Changes, newest first',
      '',
      `- 2026-11-17T10:00:00.000Z: Lu＊men, “Release v＊2” (build.release), https://svc.example/api/evidence/${encodeURIComponent(SHIP)}`,
      `- seen ${THEN}: “Release v＊2” (build.release)`,
      `- ${THEN}: retracted, \`state:1\``,
      '',
      'JSON: https://svc.example/api/changes',
      '',
    ])
  })

  test('says of a change that is announced when it is due, as its title does', () => {
    const items = [event({ precision: 'SCHEDULED', occurredAt: '2026-11-30T10:00:00.000Z' })]
    expect(linesOf({}, items)[2]).toMatch(/^- due 2026-11-30T10:00:00\.000Z: /)
    expect(changesTitle({ query: {}, items, ledgerRanAt: toInstant(THEN) })).toBe(
      'Changes: Lu*men: Release v*2, due 30 Nov 2026',
    )
  })

  test('dates what no source dates by the day of its detection, else by that of its entry', () => {
    const undated = { occurredAt: null, project: null }
    const items = [event(undated), event({ ...undated, detectedAt: undefined })]
    expect(linesOf({}, items)[2]).toContain(`- seen ${THEN}: `)
    expect(linesOf({}, items)[3]).toContain('- seen 2026-11-19T10:00:00.000Z: ')
  })

  test('words the move of an event, as its title does', () => {
    const summaryCurrent = 'Market status moved from LIVE to LIQUIDITY_GONE'
    const items = [event({ summaryCurrent, facts: { from: 'LIVE', to: 'LIQUIDITY_GONE' } })]
    const words = 'Market status moved from Live to Liquidity gone'
    expect(linesOf({}, items)[2]).toContain(`“${words}”`)
    expect(changesTitle({ query: {}, items, ledgerRanAt: toInstant(THEN) })).toContain(words)
  })

  test.each<[ChangeSelection, string, string]>([
    [{}, 'newest first', '?before=NEXT'],
    [{ project: lumen, before: browse }, 'newest first', '?project=lumen&before=NEXT'],
    [{ after: sync }, 'in ledger order', '?after=NEXT'],
  ])('of %j leads on', (asked, order, query) => {
    const lines = linesOf(asked, [], 'NEXT')
    expect(lines[0]).toContain(`, ${order}`)
    expect(lines.slice(2, 5)).toEqual([
      'No change of the ledger matches.',
      '',
      `More: https://svc.example/changes.md${query}`,
    ])
  })
})

describe('the body of a delivery', () => {
  const sent = { deliveryId: 'd', sentAt: THEN as never }
  test('has the event and its type', () => {
    expect(toEventPayload(event(), sent)).toEqual({
      type: 'build.release',
      payloadVersion: 1,
      deliveryId: 'd',
      sentAt: THEN,
      event: event(),
    })
    expect(toEventPayload(retract, sent)).toEqual({
      type: 'event.retracted',
      payloadVersion: 1,
      deliveryId: 'd',
      sentAt: THEN,
      event: retract,
    })
  })

  test('of a ping has the subscription in place of an event', () => {
    expect(toPingPayload({ ...sent, subscriptionId: 's' })).toEqual({
      type: 'ping',
      payloadVersion: 1,
      deliveryId: 'd',
      sentAt: THEN,
      subscriptionId: 's',
    })
  })
})
