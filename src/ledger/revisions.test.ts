import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addMs, DAY_MS, HOUR_MS } from '#contract/time.ts'
import type { ChangeDraft } from '#domain/ledger/draft.ts'
import type { ChangeHead, LedgerState } from '#records/ledger/changes.ts'
import { drafts, NOW, PROJECT_ID, ship } from '#test/given/ledger-evidence.ts'
import { contentDigestOf } from './content.ts'
import { planRevisions } from './revisions.ts'

const STATE: LedgerState = {
  head: 41,
  lastRecordedAt: addMs(NOW, -1000),
  firstRunAt: addMs(NOW, -30 * DAY_MS),
}
const [draft] = drafts({ ships: [ship({})] }) as readonly [ChangeDraft]
const event = { draft, projectId: PROJECT_ID, publishedAt: addMs(NOW, -90 * DAY_MS) }

function headOf(given: Partial<ChangeHead> = {}): ReadonlyMap<string, ChangeHead> {
  const { id, type, contract, occurredAt, detectedAt, precision } = draft
  const clocks = { occurredAt, detectedAt, precision, origin: 'live', firstSeenLive: true } as const
  const place = {
    position: 12,
    firstPosition: 9,
    revision: 2,
    domain: 'build',
    projectId: PROJECT_ID,
  } as const
  return new Map([
    [
      id,
      {
        id,
        type,
        contract,
        op: 'upsert',
        contentDigest: contentDigestOf(draft),
        renamed: false,
        ...clocks,
        ...place,
        ...given,
      },
    ],
  ])
}

const plan = (
  changed: Partial<ChangeDraft>,
  heads: ReadonlyMap<string, ChangeHead> = new Map(),
  state: Partial<LedgerState> = {},
) =>
  planRevisions(
    { events: [{ ...event, draft: { ...draft, ...changed } }], retractions: [] },
    { heads, state: { ...STATE, ...state }, now: NOW },
  )

test('a new event gets revision 1 at the next position', () => {
  expect(plan({})).toMatchObject([
    {
      does: 'upserts',
      revision: {
        position: 42,
        firstPosition: 42,
        revision: 1,
        recordedAt: NOW,
        origin: 'live',
        firstSeenLive: true,
      },
    },
  ])
})

test.each([
  ['summary', { summary: 'other' }],
  ['facts', { facts: { kind: 'release', title: 'other' } }],
  ['evidence', { evidence: [draft.evidence[0]] as const }],
  ['time', { occurredAt: addMs(draft.detectedAt, -1) }],
  ['precision', { precision: 'DATE' as const }],
])(
  '[webhooks 74] another %s makes a revision with the same origin, first position and detection time [contract change precision DATE]',
  (_, changed) => {
    expect(plan({ ...changed, detectedAt: NOW, seen: { by: 'research' } }, headOf())).toMatchObject([
      {
        does: 'revisions',
        revision: { revision: 3, firstPosition: 9, origin: 'live', detectedAt: draft.detectedAt, ...changed },
      },
    ])
  },
)

test('[R70] an event is never detected before it happened, whatever its earlier revision and its draft say', () => {
  const hours = fc.integer({ min: -72, max: 72 }).map((count) => addMs(NOW, count * HOUR_MS))
  const precision = fc.constantFrom<ChangeDraft['precision']>('EXACT', 'DATE', 'WINDOW', 'SCHEDULED')
  fc.assert(
    fc.property(hours, hours, fc.option(hours), precision, (occurredAt, detectedAt, first, exactness) => {
      const heads = first === null ? undefined : headOf({ detectedAt: first, contentDigest: 'other' })
      const [step] = plan({ occurredAt, detectedAt, precision: exactness }, heads)
      const known = first ?? detectedAt
      const isKept = exactness === 'SCHEDULED' || known >= occurredAt
      const [later] = [detectedAt, occurredAt].toSorted().toReversed()
      expect(step?.revision.detectedAt).toBe(isKept ? known : later)
    }),
  )
})

test.each([
  ['the place in the chain', { order: [1, 2, 3] }],
  ['when it was detected', { detectedAt: NOW }],
  ['how it was seen', { seen: { by: 'research' } as const }],
  ['the order of its facts', { facts: Object.fromEntries(Object.entries(draft.facts).toReversed()) }],
  [
    'how its instant is written',
    { occurredAt: draft.occurredAt?.replace('.000Z', 'Z') as ChangeDraft['occurredAt'] },
  ],
])('another value of %s makes no revision', (_, changed) => {
  expect(plan(changed, headOf())).toEqual([])
})

test('[case 17] recordedAt never goes back when the clock does', () => {
  const ahead = addMs(NOW, 10 * 60_000)
  expect(plan({}, undefined, { lastRecordedAt: ahead })).toMatchObject([{ revision: { recordedAt: ahead } }])
  expect(plan({}, undefined, { lastRecordedAt: null })).toMatchObject([{ revision: { recordedAt: NOW } }])
})

test('recordedAt is not before what is recorded was known, however long the run has taken', () => {
  const later = addMs(NOW, 4000)
  const [first, second] = planRevisions(
    {
      events: [
        { ...event, draft },
        { ...event, draft: { ...draft, id: `${draft.id}:later` as typeof draft.id, detectedAt: later } },
      ],
      retractions: [],
    },
    { heads: new Map(), state: { ...STATE, lastRecordedAt: addMs(NOW, 1000) }, now: NOW },
  )
  expect([first?.revision.recordedAt, second?.revision.recordedAt]).toEqual([later, later])
})

test('every event before the end of the first run has origin bootstrap', () => {
  expect(plan({}, undefined, { firstRunAt: null })).toMatchObject([
    { revision: { origin: 'bootstrap', firstSeenLive: false } },
  ])
})

const dated = { ...draft, id: 'ship:dated' }
const baseline: ChangeDraft = { ...draft, id: 'ship:baseline', occurredAt: null, seen: { by: 'research' } }
const news: ChangeDraft = { ...draft, id: 'ship:news', occurredAt: null, seen: { by: 'service' } }
test.each<[string, readonly ChangeDraft[], ReadonlyMap<string, ChangeHead>, Partial<LedgerState>, string[]]>([
  ['a finding of a first reading comes first', [dated, baseline], new Map(), {}, ['baseline', 'dated']],
  ['undated news keeps its place', [dated, news], new Map(), {}, ['dated', 'news']],
  [
    'dated history keeps its place',
    [news, { ...dated, seen: { by: 'research' } }],
    new Map(),
    {},
    ['news', 'dated'],
  ],
  [
    'an event that the ledger already has keeps its place',
    [dated, baseline],
    new Map([...headOf({ id: baseline.id, contentDigest: 'other' }).values()].map((head) => [head.id, head])),
    {},
    ['dated', 'baseline'],
  ],
  [
    'until the first run is complete everything undated comes first',
    [dated, news, baseline],
    new Map(),
    { firstRunAt: null },
    ['news', 'baseline', 'dated'],
  ],
])('the order of revisions: %s', (_, changes, heads, state, expected) => {
  const planned = planRevisions(
    { events: changes.map((change) => ({ ...event, draft: change })), retractions: [] },
    { heads, state: { ...STATE, ...state }, now: NOW },
  )
  expect(planned.map(({ revision }) => revision.id)).toEqual(expected.map((name) => `ship:${name}`))
  expect(planned.map(({ revision }) => revision.position)).toEqual(expected.map((__, index) => 42 + index))
})

test('retractions come before upserts', () => {
  const heads = headOf()
  const planned = planRevisions(
    { events: [{ ...event, draft: baseline }], retractions: [{ id: draft.id, because: 'withdrawn' }] },
    { heads, state: STATE, now: NOW },
  )
  expect(planned.map(({ does }) => does)).toEqual(['retractions', 'upserts'])
})

test('a retracted event returns with equal content', () => {
  expect(plan({}, headOf({ op: 'retract' }))).toMatchObject([
    { does: 'upserts', revision: { op: 'upsert', revision: 3, origin: 'live', firstPosition: 9 } },
  ])
  expect(plan({}, headOf({ op: 'retract', firstSeenLive: false }))).toMatchObject([
    { revision: { origin: 'backfill' } },
  ])
})

test.each([
  ['a current event', headOf(), 1],
  ['a retracted event', headOf({ op: 'retract' }), 0],
  ['an event that the ledger does not have', new Map<string, ChangeHead>(), 0],
])('retracting %s', (_, heads, tombstones) => {
  const retractions = [{ id: draft.id, because: 'hidden' as const }]
  const planned = planRevisions({ events: [], retractions }, { heads, state: STATE, now: NOW })
  const tombstone = {
    op: 'retract',
    revision: 3,
    position: 42,
    retractedBecause: 'hidden',
    projectId: PROJECT_ID,
  }
  expect(planned).toMatchObject(
    Array.from({ length: tombstones }, () => ({ does: 'retractions', revision: tombstone })),
  )
  expect(planned.some(({ revision }) => 'summary' in revision || 'facts' in revision)).toBe(false)
})
