import { describe, expect, test } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, msOf, toInstant } from '#contract/time.ts'
import type { ProjectStatement } from '#domain/evidence.ts'
import {
  announcedBefore,
  drafts,
  evidenceOf,
  NOW,
  PROJECT_ID,
  REORGED,
  source,
  sourceId,
  stream,
  uuid,
} from '#test/given/ledger-evidence.ts'
import type { WatchedSource, WatchedStream } from './evidence.ts'
import { draftsOf } from './rules.ts'

const STOPPED = toInstant('2026-11-20T07:00:00Z')
const CONFIRMED = toInstant('2026-11-20T08:00:00Z')
const failing: Partial<WatchedStream> = {
  failingSince: STOPPED,
  gone: { confirmedAt: CONFIRMED, outcome: 'missing' },
}
const gone = source({ streams: [stream(failing)] })
const outageId = `${sourceId()}:unavailable:${msOf(STOPPED) / 1000}`

test('announces the first publication with its sources and keeps it unchanged [contract delivered type research.published]', () => {
  const evidence = evidenceOf({ sources: [source({}), source({ id: sourceId(2), attachedAt: NOW })] })
  const drafted = draftsOf(evidence, NOW).filter(({ type }) => type === 'research.published')
  expect(drafted).toMatchObject([
    {
      id: `state:${PROJECT_ID}:published`,
      occurredAt: null,
      detectedAt: evidence.firstPublishedAt,
      evidence: [sourceId()],
      seen: { by: 'service' },
    },
  ])
  const later = evidenceOf({ sources: [source({ id: sourceId(3) })], announced: announcedBefore(drafted) })
  expect(draftsOf(later, NOW)).toMatchObject(drafted)
})

describe('the publication', () => {
  const published = evidenceOf().firstPublishedAt ?? NOW
  const attached = (n: number, ms: number, detachedMs?: number) =>
    source({
      id: sourceId(n),
      attachedAt: addMs(published, ms),
      detachedAt: detachedMs === undefined ? null : addMs(published, detachedMs),
    })
  const announced = (sources: readonly WatchedSource[]) =>
    draftsOf(evidenceOf({ sources }), NOW).find(({ type }) => type === 'research.published')

  test.each<[string, readonly WatchedSource[], readonly number[]]>([
    ['attached by then, earliest first', [attached(1, 1), attached(2, 0), attached(3, -1)], [3, 2]],
    ['still attached then', [attached(1, -9, 0), attached(2, -9, 1), attached(3, -9, -1)], [2]],
  ])('cites and counts the sources %s', (_, sources, expected) => {
    expect(announced(sources)).toMatchObject({
      evidence: expected.map(sourceId),
      facts: { sources: expected.length },
    })
  })

  test('without a source by then cites the first one later, and counts none', () => {
    expect(announced([attached(1, 2), attached(2, 1)])).toMatchObject({
      evidence: [sourceId(2)],
      facts: { sources: 0 },
    })
  })

  test('cites at most twenty sources, and counts all', () => {
    const event = announced(Array.from({ length: 25 }, (_, n) => attached(n, -n)))
    expect(event?.evidence).toHaveLength(20)
    expect(event?.facts).toEqual({ sources: 25 })
  })
})

test.each([
  ['a draft', { state: 'draft', firstPublishedAt: null }],
  ['hidden', { state: 'hidden' }],
  ['without any source to cite', { sources: [] }],
] as const)('returns no drafts for a project that is %s', (_, given) => {
  expect(draftsOf(evidenceOf(given), NOW)).toEqual([])
})

const VERIFIED = { outcome: 'verified', as: 'deployer', block: 9, at: NOW } as const
test.each([
  [
    'a narrative',
    { id: `narrative:${uuid(1)}`, kind: 'narrative', by: 'operator' },
    'research.narrative_assigned',
  ],
  [
    '[R122] a statement signed for the token',
    { kind: 'token_signed', by: 'signature', signature: VERIFIED },
    'research.owner_verified',
  ],
  ['[R122] words of a signature', { kind: 'token_signed', by: 'signature' }, undefined],
  ['[R122] a builder who is said to have signed', { kind: 'builder', by: 'signature' }, undefined],
  ['a builder named by the operator', { kind: 'builder', by: 'operator' }, undefined],
  ['a signed statement of something else', { kind: 'utility', by: 'signature' }, undefined],
  ['a statement by the site', { kind: 'token_named', by: 'site' }, undefined],
  ['a withdrawn narrative', { kind: 'narrative', by: 'operator', withdrawn: REORGED }, undefined],
] as const)('%s', (_, given, type) => {
  const claim: ProjectStatement = {
    id: `claim:${uuid(1)}`,
    projectId: uuid(9),
    sourceId: null,
    url: null,
    statedOn: null,
    names: null,
    statement: 'devtools',
    observedAt: NOW,
    withdrawn: null,
    ...given,
  }
  const drafted = drafts({ claims: [claim] })
  expect(drafted.map((draft) => [draft.id, draft.type])).toEqual(type === undefined ? [] : [[claim.id, type]])
})

test.each([
  ['attached with the project', {}, 0],
  ['attached after it was published', { attachedAt: NOW }, 1],
  ['attached later and not counted', { attachedAt: NOW, counted: false }, 0],
  ['that follows from the token', { attachedAt: NOW, kind: 'market' }, 0],
  ['detached before it was announced', { attachedAt: NOW, detachedAt: NOW }, 0],
] as const)(
  'announces a source that was added: %s [contract delivered type research.source_added]',
  (_, given, events) => {
    const drafted = drafts({ sources: [source(given)] })
    expect(drafted.map(({ id }) => id)).toEqual(Array.from({ length: events }, () => `${sourceId()}:added`))
    expect(drafted.every(({ summary }) => summary.startsWith('Source added'))).toBe(true)
  },
)

test('[case 8] a source found gone twice, an hour apart, is unavailable [contract delivered type research.source_unavailable]', () => {
  expect(drafts({ sources: [gone] })).toMatchObject([
    {
      id: outageId,
      type: 'research.source_unavailable',
      occurredAt: null,
      precision: 'OBSERVED',
      detectedAt: CONFIRMED,
      facts: { kind: 'github_repository', locator: 'lumen-labs/lumen', outcome: 'missing' },
    },
  ])
})

test.each([
  ['once or within the hour', source({ streams: [stream({ failingSince: STOPPED })] })],
  [
    'while its provider fails [case 9]',
    source({ streams: [stream({ ...failing, providerOutageSince: STOPPED })] }),
  ],
  [
    'on one stream while another answers',
    source({ streams: [stream(failing), stream({ stream: 'commits', lastOkAt: addMs(STOPPED, HOUR_MS) })] }),
  ],
  ['that is not counted', { ...gone, counted: false }],
  ['after it was detached', { ...gone, detachedAt: NOW }],
  ['on the chain, where only the provider can fail', { ...gone, kind: 'deployer' } satisfies WatchedSource],
  ['never, since nothing was read of it', source({ streams: [] })],
])('a source found gone %s is not announced as unavailable', (_, given) => {
  expect(drafts({ sources: [given] })).toEqual([])
})

test('a source that never answered is announced as unavailable without a first reading', () => {
  const never = source({ streams: [stream({ ...failing, firstOkAt: null, lastOkAt: null })] })
  const [drafted] = drafts({ sources: [never] })
  expect(drafted).toMatchObject({ id: outageId, seen: { by: 'reading', firstReadAt: null } })
})

test('an announced outage stays, is not announced twice, and ends with the first successful reading after it [contract delivered type research.source_restored]', () => {
  const announced = announcedBefore(drafts({ sources: [gone] }))
  const another = source({
    streams: [stream(failing), stream({ ...failing, stream: 'commits', failingSince: addMs(STOPPED, -1) })],
  })
  expect(drafts({ sources: [another], announced }).map(({ id }) => id)).toEqual([outageId])
  const back = source({ streams: [stream({ lastOkAt: NOW })] })
  const restored = drafts({ sources: [back], announced })
  expect(restored).toMatchObject([
    { id: outageId },
    {
      id: `${sourceId()}:restored:${msOf(STOPPED) / 1000}`,
      type: 'research.source_restored',
      detectedAt: NOW,
    },
  ])
  const later = source({ streams: [stream({ lastOkAt: addMs(NOW, DAY_MS) })] })
  expect(drafts({ sources: [later], announced: announcedBefore(restored) })).toMatchObject(restored)
})

test('an outage that began in the second of the last answer is announced once, and is not over', () => {
  const sameSecond = source({
    streams: [
      stream({ ...failing, failingSince: addMs(STOPPED, 600) }),
      stream({ stream: 'commits', lastOkAt: addMs(STOPPED, 200) }),
    ],
  })
  const first = drafts({ sources: [sameSecond] })
  expect(first.map(({ id }) => id)).toEqual([outageId])
  expect(drafts({ sources: [sameSecond], announced: announcedBefore(first) })).toMatchObject(first)
})

test('an outage that is over is not announced again when the stream that answered is no longer read', () => {
  const answering = [stream(failing), stream({ stream: 'commits', lastOkAt: addMs(CONFIRMED, HOUR_MS) })]
  const before = announcedBefore(drafts({ sources: [gone] }))
  const over = drafts({ sources: [source({ streams: answering })], announced: before })
  expect(over.map(({ id }) => id)).toEqual([outageId, outageId.replace('unavailable', 'restored')])
  expect(drafts({ sources: [gone], announced: announcedBefore(over) })).toMatchObject(over)
})

test('a source that fails again after it came back has a second outage', () => {
  const first = announcedBefore(drafts({ sources: [gone] }))
  const again = addMs(STOPPED, 3 * HOUR_MS)
  const relapsed = source({
    streams: [
      stream({
        lastOkAt: addMs(STOPPED, 2 * HOUR_MS),
        failingSince: again,
        gone: { confirmedAt: NOW, outcome: 'unavailable' },
      }),
    ],
  })
  expect(drafts({ sources: [relapsed], announced: first }).map(({ id }) => id)).toEqual([
    outageId,
    `${sourceId()}:restored:${msOf(STOPPED) / 1000}`,
    `${sourceId()}:unavailable:${msOf(again) / 1000}`,
  ])
})
