import { describe, expect, test } from 'vitest'
import type { ContractAddress, Slug } from '#contract/ids.ts'
import { type CalendarDate, toInstant } from '#contract/time.ts'
import type { Source, Stream } from '#domain/evidence.ts'
import { contractSections } from './contract-sections.ts'
import type { ContractRecord } from './held-contract.ts'
import type { Implementation, Interface } from './records.ts'

const NOW = toInstant('2026-11-20T12:00:00Z')
const READ = toInstant('2026-11-20T11:00:00Z')
const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}` as ContractAddress
const [CONTRACT, NEWER, OLDER] = [address(1), address(2), address(3)]

const streamOf = (stream: string, given: Partial<Stream> = {}): Stream => ({
  ...{ stream, provider: 'chain', cadenceMs: 3_600_000, coverage: 'snapshot', failingSince: null },
  ...{ firstOkAt: READ, lastOkAt: READ, lastTriedAt: READ, lastOutcome: 'fresh', coversFrom: null },
  providerOutageSince: null,
  ...given,
})
const UNREAD = { firstOkAt: null, lastOkAt: null, lastTriedAt: null, lastOutcome: null } as const
const FAILED = { firstOkAt: null, lastOkAt: null, lastOutcome: 'unavailable', failingSince: READ } as const
const OLD = { lastOkAt: toInstant('2026-11-19T11:00:00Z') }
const MISSING = { firstOkAt: null, lastOkAt: null, lastOutcome: 'missing' } as const

const sourceOf = (given: Partial<Source>): Source => ({
  ...{ id: 'source:00000000-0000-4000-8000-000000000001', kind: 'contract', locator: CONTRACT },
  ...{ establishedBy: 'site_link', establishedUrl: null, establishedOn: null, establishedStatement: null },
  ...{ counted: true, notCountedReason: null, attachedAt: READ, detachedAt: null, url: null, archived: null },
  streams: [],
  ...given,
})
const own = (...streams: readonly Stream[]) => sourceOf({ streams })
const explorer = (at: ContractAddress, ...streams: readonly Stream[]) =>
  sourceOf({ kind: 'explorer', locator: `blockscout:${at}`, counted: false, streams })

const recordOf = (
  given: Partial<ContractRecord> & { readonly held?: Partial<ContractRecord['contract']> },
) => {
  const { held, ...rest } = given
  const record: ContractRecord = {
    contract: {
      ...{ address: CONTRACT, projectId: 'p', sourceId: sourceOf({}).id, role: 'declared', deployer: null },
      ...{ creation: null, proxy: null, detectedAt: READ, settled: false },
      ...held,
    },
    project: { id: 'p', slug: 'p' as Slug, name: 'P', scoredAt: NOW },
    ...{ source: sourceOf({}), sources: [own()], history: { total: 0, items: [] }, interfaces: [] },
    use: { sourceId: null, collected: null, days: [], methods: [] },
    ...rest,
  }
  return record
}
const creation = { block: 7, blockHash: '0x7', at: toInstant('2026-11-01T00:00:00Z'), tx: null }
const proxyOf = (kind: 'none_detected' | 'eip1967' | 'beacon' | 'eip1167', given = {}) => ({
  ...{ kind, implementation: kind === 'none_detected' ? null : NEWER, beacon: null, readAt: READ },
  ...given,
})

const interfaceOf = (given: Partial<Interface>): Interface => ({
  ...{ id: 'abi:00000000-0000-4000-8000-000000000001', projectId: 'p', sourceId: sourceOf({}).id },
  ...{ contract: CONTRACT, provider: 'blockscout', digest: 'd1', functions: 12, events: 3, match: 'exact' },
  ...{ verifiedAt: null, observedAt: READ, detectedAt: READ, supersededAt: null },
  ...given,
})
const implementationOf = (given: Partial<Implementation>): Implementation => ({
  ...{ id: `impl:4663:${CONTRACT}:1:0`, sourceId: sourceOf({}).id, key: 'k', contract: CONTRACT },
  ...{ implementation: NEWER, previousImplementation: OLDER, beacon: null, log: null, initial: false },
  ...{ unchangedUntil: null, detectedAt: READ, settled: true, withdrawn: null },
  ...given,
})

describe('creation', () => {
  test.each([
    [
      'known, however old the reading is',
      { held: { creation }, sources: [own(streamOf('creation', OLD))] },
      'MEASURED',
    ],
    ['not read yet', { sources: [own(streamOf('creation', UNREAD))] }, 'NOT_ENOUGH_YET'],
    ['without a stream yet', {}, 'NOT_ENOUGH_YET'],
    [
      'never read, because the node fails',
      { sources: [own(streamOf('creation', FAILED))] },
      'SOURCE_UNAVAILABLE',
    ],
    ['read of a node without old state', { sources: [own(streamOf('creation'))] }, 'SOURCE_UNAVAILABLE'],
    ['not read any more', { sources: [own(streamOf('creation', OLD))] }, 'STALE'],
  ])('%s', (_, given, state) => {
    const sections = contractSections(recordOf(given), NOW)
    expect(sections.creation.state).toBe(state)
    expect(sections.creation.value === null).toBe(state !== 'MEASURED')
    expect(sections.deployer.value).toBeNull()
  })
})

describe('proxy and implementations', () => {
  const upgrades = [own(streamOf('proxy'), streamOf('upgrades'))]
  const history = { total: 1, items: [implementationOf({})] }
  test.each([
    [
      'no pattern found',
      { held: { proxy: proxyOf('none_detected') }, sources: upgrades },
      'MEASURED',
      'NOT_APPLICABLE',
    ],
    [
      'an EIP-1967 proxy',
      { held: { proxy: proxyOf('eip1967') }, sources: upgrades, history },
      'MEASURED',
      'MEASURED',
    ],
    [
      'a beacon proxy with history',
      { held: { proxy: proxyOf('beacon', { beacon: OLDER }) }, sources: upgrades, history },
      'MEASURED',
      'MEASURED',
    ],
    [
      'an EIP-1167 clone',
      { held: { proxy: proxyOf('eip1167') }, sources: upgrades },
      'MEASURED',
      'NOT_APPLICABLE',
    ],
    [
      'a proxy whose history was not read yet',
      {
        held: { proxy: proxyOf('eip1967') },
        sources: [own(streamOf('proxy'), streamOf('upgrades', UNREAD))],
      },
      'MEASURED',
      'NOT_ENOUGH_YET',
    ],
    [
      'a proxy that was last read a day ago',
      {
        held: { proxy: proxyOf('eip1967') },
        sources: [own(streamOf('proxy', OLD), streamOf('upgrades', OLD))],
        history,
      },
      'STALE',
      'STALE',
    ],
    [
      'storage that was not read yet',
      { sources: [own(streamOf('proxy', UNREAD))] },
      'NOT_ENOUGH_YET',
      'NOT_ENOUGH_YET',
    ],
    ['a deployment, whose storage is not read', { sources: [] }, 'NO_SOURCE', 'NO_SOURCE'],
  ])('%s', (_, given, proxy, implementations) => {
    const sections = contractSections(recordOf(given), NOW)
    expect([sections.proxy.state, sections.implementations.state]).toEqual([proxy, implementations])
  })
})

const verified = streamOf('verified_source')
const proxied = { held: { proxy: proxyOf('eip1967') } }
const answered = interfaceOf({ contract: NEWER, digest: 'd2', functions: 20 })

describe('verified source and interface', () => {
  test.each([
    ['no explorer is asked', {}, 'NO_SOURCE', 'NO_SOURCE', null],
    [
      'not asked yet',
      { sources: [explorer(CONTRACT, streamOf('verified_source', UNREAD))] },
      'NOT_ENOUGH_YET',
      'NOT_ENOUGH_YET',
      null,
    ],
    [
      'no explorer has it',
      { sources: [explorer(CONTRACT, streamOf('verified_source', MISSING))] },
      'NO_SOURCE',
      'NO_SOURCE',
      null,
    ],
    [
      'the explorer fails',
      { sources: [explorer(CONTRACT, streamOf('verified_source', FAILED))] },
      'SOURCE_UNAVAILABLE',
      'SOURCE_UNAVAILABLE',
      null,
    ],
    [
      'verified',
      { sources: [explorer(CONTRACT, verified)], interfaces: [interfaceOf({})] },
      'MEASURED',
      'MEASURED',
      12,
    ],
    [
      'no longer verified',
      { sources: [explorer(CONTRACT, verified)], interfaces: [interfaceOf({ supersededAt: READ })] },
      'NO_SOURCE',
      'NO_SOURCE',
      null,
    ],
    [
      'the proxy alone is verified, so its interface does not answer the calls',
      { ...proxied, sources: [explorer(CONTRACT, verified)], interfaces: [interfaceOf({})] },
      'MEASURED',
      'NO_SOURCE',
      null,
    ],
    [
      'the implementation is verified',
      { ...proxied, sources: [explorer(NEWER, verified)], interfaces: [interfaceOf({}), answered] },
      'MEASURED',
      'MEASURED',
      20,
    ],
  ])('%s', (_, given, source, counts, functions) => {
    const sections = contractSections(recordOf(given), NOW)
    expect([sections.verifiedSource.state, sections.interface.state]).toEqual([source, counts])
    expect(sections.interface.value?.current.functions ?? null).toBe(functions)
  })
})

describe('the interface before', () => {
  const earlier = toInstant('2026-11-02T00:00:00Z')
  test.each([
    ['at the same provider', { contract: NEWER, provider: 'blockscout' }, true],
    ['of the implementation before', { contract: OLDER, provider: 'sourcify' }, true],
    ['of another provider', { contract: NEWER, provider: 'sourcify' }, false],
  ])('is an earlier one %s: %o', (_, given, isBefore) => {
    const before = interfaceOf({ digest: 'd0', detectedAt: earlier, supersededAt: READ, ...given })
    const sections = contractSections(
      recordOf({
        ...proxied,
        sources: [explorer(NEWER, verified)],
        history: { total: 1, items: [implementationOf({})] },
        interfaces: [before, answered],
      }),
      NOW,
    )
    expect(sections.interface.value?.before).toEqual(isBefore ? before : null)
  })
})

describe('seven-day activity', () => {
  const collected = {
    ...{ from: toInstant('2026-11-01T00:00:00Z'), sinceCreation: false, to: READ, readAt: READ },
    daysFrom: '2026-11-13' as CalendarDate,
  }
  const called = {
    ...{ day: '2026-11-14' as CalendarDate, calls: 3 },
    methods: ['method:00000000-0000-4000-8000-000000000001'] as const,
  }
  const readOn = {
    sources: [explorer(CONTRACT, streamOf('method_use'))],
    interfaces: [interfaceOf({})],
  }
  const use = (given: Partial<ContractRecord['use']> = {}) => ({
    ...{ sourceId: sourceOf({}).id, collected, days: [called], methods: [] },
    ...given,
  })
  test.each([
    ['calls', { ...readOn, use: use() }, 'MEASURED', 3],
    ['a known zero', { ...readOn, use: use({ days: [] }) }, 'MEASURED', 0],
    ['never read', readOn, 'NOT_ENOUGH_YET', null],
    [
      'never read, because the explorer fails',
      { ...readOn, sources: [explorer(CONTRACT, streamOf('method_use', FAILED))] },
      'SOURCE_UNAVAILABLE',
      null,
    ],
    [
      'read for less than seven days',
      { ...readOn, use: use({ collected: { ...collected, from: toInstant('2026-11-15T00:00:00Z') } }) },
      'NOT_ENOUGH_YET',
      null,
    ],
    ['without a verified interface', { ...readOn, interfaces: [], use: use() }, 'NO_SOURCE', null],
    [
      'of a source that is not counted',
      { ...readOn, source: sourceOf({ counted: false }), use: use() },
      'NOT_APPLICABLE',
      null,
    ],
    [
      'the implementation alone is listed at the explorer',
      { ...readOn, sources: [explorer(NEWER, streamOf('method_use', FAILED))] },
      'NOT_ENOUGH_YET',
      null,
    ],
  ])('%s', (_, given, state, calls) => {
    const { activity } = contractSections(recordOf(given), NOW)
    expect([activity.state, activity.value === null ? null : activity.value.calls]).toEqual([state, calls])
  })

  test('covers seven complete days, from the creation where the span begins with the contract', () => {
    const since = { ...collected, sinceCreation: true }
    const { activity } = contractSections(
      recordOf({ ...readOn, use: use({ collected: since }), held: { creation } }),
      NOW,
    )
    expect(activity.value).toMatchObject({ from: '2026-11-13', to: '2026-11-19', collectedFrom: creation.at })
  })
})
