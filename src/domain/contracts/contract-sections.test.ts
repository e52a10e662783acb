import { describe, expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import type { Stream } from '#domain/evidence.ts'
import {
  CONTRACT,
  creation,
  explorer,
  FAILED,
  implementationOf,
  interfaceOf,
  MISSING,
  NEWER,
  NOW,
  OLD,
  OLDER,
  own,
  proxyOf,
  READ,
  recordOf,
  streamOf,
  UNREAD,
} from '#test/given/contract-record.ts'
import { contractSections } from './contract-sections.ts'

describe('creation', () => {
  const created = (read: Partial<Stream> = {}) => ({ sources: [own(streamOf('creation', read))] })
  test.each([
    ['known, however old the reading is', { held: { creation }, ...created(OLD) }, 'MEASURED'],
    ['not read yet', created(UNREAD), 'NOT_ENOUGH_YET'],
    ['without a stream yet', {}, 'NOT_ENOUGH_YET'],
    ['never read, because the node fails', created(FAILED), 'SOURCE_UNAVAILABLE'],
    ['read of a node without old state', created(), 'SOURCE_UNAVAILABLE'],
    ['not read any more', created(OLD), 'STALE'],
  ])('%s', (_, given, state) => {
    const sections = contractSections(recordOf(given), NOW)
    expect(sections.creation.state).toBe(state)
    expect(sections.creation.value === null).toBe(state !== 'MEASURED')
    expect(sections.deployer.value).toBeNull()
    expect(sections.deployer.state).toBe(state === 'MEASURED' ? 'STALE' : state)
  })

  test('has a deployer that is known, however old the reading is', () => {
    const sections = contractSections(recordOf({ held: { deployer: OLDER }, ...created(OLD) }), NOW)
    expect(sections.deployer).toMatchObject({ state: 'MEASURED', value: OLDER })
  })
})

describe('an address without code', () => {
  const read = (proxy: Partial<Stream>) => ({
    sources: [own(streamOf('creation', MISSING), streamOf('proxy', proxy))],
  })
  test.each<[string, Partial<Stream>, string, string | null]>([
    ['by the newest answer', MISSING, 'NO_SOURCE', READ],
    [
      'by an answer that is still fresh, before one that failed',
      { ...FAILED, missingAt: READ },
      'NO_SOURCE',
      READ,
    ],
    ['is not told while the node fails', FAILED, 'SOURCE_UNAVAILABLE', null],
    ['is not told before a reading', UNREAD, 'NOT_ENOUGH_YET', null],
    ['is not told where code was read', {}, 'NOT_ENOUGH_YET', null],
  ])('%s', (_, proxy, state, at) => {
    const sections = contractSections(recordOf(read(proxy)), NOW)
    expect([sections.proxy.state, sections.implementations.state, sections.noCodeAt]).toEqual([
      state,
      state,
      at,
    ])
    expect([sections.creation.state, sections.deployer.state]).toEqual(
      at === null ? ['SOURCE_UNAVAILABLE', 'SOURCE_UNAVAILABLE'] : ['NO_SOURCE', 'NO_SOURCE'],
    )
  })
})

describe('proxy and implementations', () => {
  const read = (
    proxy: ReturnType<typeof proxyOf>,
    storage: Partial<Stream> = {},
    logs: Partial<Stream> = {},
  ) => ({
    held: { proxy },
    sources: [own(streamOf('proxy', storage), streamOf('upgrades', logs))],
  })
  const history = { total: 1, items: [implementationOf({})] }
  test.each([
    ['no pattern found', read(proxyOf('none_detected')), 'MEASURED', 'NOT_APPLICABLE'],
    ['an EIP-1967 proxy', { ...read(proxyOf('eip1967')), history }, 'MEASURED', 'MEASURED'],
    [
      'a beacon proxy with history',
      { ...read(proxyOf('beacon', { beacon: OLDER })), history },
      'MEASURED',
      'MEASURED',
    ],
    ['an EIP-1167 clone', read(proxyOf('eip1167')), 'MEASURED', 'NOT_APPLICABLE'],
    [
      'a proxy whose history was not read yet',
      read(proxyOf('eip1967'), {}, UNREAD),
      'MEASURED',
      'NOT_ENOUGH_YET',
    ],
    [
      'a proxy that was last read a day ago',
      { ...read(proxyOf('eip1967'), OLD, OLD), history },
      'STALE',
      'STALE',
    ],
    [
      'a proxy whose first logs no node keeps',
      { ...read(proxyOf('eip1967'), {}, { isCutOff: true }), history },
      'MEASURED',
      'SOURCE_UNAVAILABLE',
    ],
    [
      'a proxy whose first logs no node keeps, last read a day ago',
      { ...read(proxyOf('eip1967'), OLD, { ...OLD, isCutOff: true }), history },
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

const EARLIER = toInstant('2026-11-20T10:30:00Z')
const verified = streamOf('verified_source')
const BARE = { hasNoInterface: true } as const
const proxied = { held: { proxy: proxyOf('eip1967') } }
const answered = interfaceOf({ contract: NEWER, digest: 'd2', functions: 20 })

/** An explorer as a source of a contract, with the state of its stream `verified_source`. */
const asked = (contract: ContractAddress, read: Partial<Stream> = {}) => ({
  sources: [explorer(contract, streamOf('verified_source', read))],
})

describe('verified source and interface', () => {
  // The state of the interface, or the functions of a measured one.
  test.each([
    ['no explorer is asked', {}, 'NO_SOURCE', 'NO_SOURCE'],
    ['not asked yet', asked(CONTRACT, UNREAD), 'NOT_ENOUGH_YET', 'NOT_ENOUGH_YET'],
    ['no explorer has it', asked(CONTRACT, MISSING), 'NO_SOURCE', 'NO_SOURCE'],
    ['the explorer answers that it is not verified', asked(CONTRACT), 'MEASURED', 'NO_SOURCE'],
    ['verified without an interface', asked(CONTRACT, BARE), 'SOURCE_UNAVAILABLE', 'SOURCE_UNAVAILABLE'],
    [
      'the implementation is verified without an interface',
      { ...proxied, ...asked(NEWER, BARE) },
      'SOURCE_UNAVAILABLE',
      'SOURCE_UNAVAILABLE',
    ],
    [
      'the proxy is verified, and its implementation without an interface',
      {
        ...proxied,
        sources: [...asked(CONTRACT).sources, ...asked(NEWER, BARE).sources],
        interfaces: [interfaceOf({})],
      },
      'MEASURED',
      'SOURCE_UNAVAILABLE',
    ],
    [
      'verified without an interface at an explorer that had one before',
      { ...asked(CONTRACT, BARE), interfaces: [interfaceOf({})] },
      'MEASURED',
      12,
    ],
    ['the explorer fails', asked(CONTRACT, FAILED), 'SOURCE_UNAVAILABLE', 'SOURCE_UNAVAILABLE'],
    ['verified', { ...asked(CONTRACT), interfaces: [interfaceOf({})] }, 'MEASURED', 12],
    [
      'no longer verified',
      { ...asked(CONTRACT), interfaces: [interfaceOf({ supersededAt: READ })] },
      'MEASURED',
      'NO_SOURCE',
    ],
    [
      'the proxy alone is verified, so its interface does not answer the calls',
      { ...proxied, ...asked(CONTRACT), interfaces: [interfaceOf({})] },
      'MEASURED',
      'NO_SOURCE',
    ],
    [
      'the implementation is verified',
      { ...proxied, ...asked(NEWER), interfaces: [interfaceOf({}), answered] },
      'MEASURED',
      20,
    ],
  ])('%s', (_, given, source, found) => {
    const sections = contractSections(recordOf(given), NOW)
    const { state, value } = sections.interface
    expect(sections.verifiedSource.state).toBe(source)
    expect(value === null ? state : value.current.functions).toBe(found)
    expect(value === null).toBe(state !== 'MEASURED')
  })
})

describe('no verified source', () => {
  const both = (implementation: Partial<Stream>) => ({
    ...proxied,
    sources: [...asked(CONTRACT).sources, ...asked(NEWER, implementation).sources],
  })
  test.each<[string, Partial<Parameters<typeof recordOf>[0]>, object]>([
    ['of the contract', asked(CONTRACT), { state: 'MEASURED', observedAt: READ, value: [] }],
    [
      'at the explorer that answers, while another fails, which may have it',
      { sources: [...asked(CONTRACT).sources, ...asked(CONTRACT, FAILED).sources] },
      { state: 'SOURCE_UNAVAILABLE', observedAt: READ, value: null },
    ],
    [
      'at the explorer that answers, before another was asked',
      { sources: [...asked(CONTRACT).sources, ...asked(CONTRACT, UNREAD).sources] },
      { state: 'NOT_ENOUGH_YET', observedAt: READ, value: null },
    ],
    [
      'at the explorer that answers, while another does not know the contract',
      { sources: [...asked(CONTRACT).sources, ...asked(CONTRACT, MISSING).sources] },
      { state: 'MEASURED', observedAt: READ, value: [] },
    ],
    [
      'of the proxy and its implementation, as of the older reading',
      both({ lastOkAt: EARLIER }),
      { state: 'MEASURED', observedAt: EARLIER, value: [] },
    ],
    [
      'of the proxy, before its implementation was read',
      both(UNREAD),
      { state: 'NOT_ENOUGH_YET', observedAt: null, value: null },
    ],
    [
      'of the proxy, whose implementation no explorer is asked for',
      { ...proxied, ...asked(CONTRACT) },
      { state: 'NO_SOURCE', observedAt: null, value: null },
    ],
    ['by a reading that is too old', asked(CONTRACT, OLD), { state: 'STALE', value: null }],
  ])('%s', (_, given, expected) => {
    expect(contractSections(recordOf(given), NOW).verifiedSource).toMatchObject(expected)
  })
})

describe('[R46] the interface of several', () => {
  const later = toInstant('2026-11-20T11:30:00Z')
  test.each([
    ['an exact match', { match: 'partial' }, { match: 'exact' }],
    ['a partial match before an unspecified one', { match: 'unspecified' }, { match: 'partial' }],
    ['the exact match, though an other one is newer', { match: 'partial', detectedAt: later }, {}],
    ['of equal matches the newer one', {}, { detectedAt: later }],
    ['of equal ones the first id', { id: 'abi:b' }, { id: 'abi:a' }],
  ] as const)('is %s', (_, other, best) => {
    const [second, first] = [interfaceOf({ ...other, functions: 2 }), interfaceOf({ ...best, functions: 1 })]
    for (const interfaces of [
      [first, second],
      [second, first],
    ]) {
      const sections = contractSections(
        recordOf({ sources: [explorer(CONTRACT, verified)], interfaces }),
        NOW,
      )
      expect(sections.interface).toMatchObject({
        observedAt: first.observedAt,
        value: { current: { functions: 1 } },
      })
    }
  })

  test.each([
    ['no explorer has the contract any more', [explorer(CONTRACT, streamOf('verified_source', OLD))]],
    ['no explorer is asked any more', []],
  ])('is STALE while %s, with the time of its newest reading', (_, sources) => {
    const older = interfaceOf({ id: 'abi:b', observedAt: toInstant('2026-11-19T00:00:00Z') })
    const sections = contractSections(recordOf({ sources, interfaces: [interfaceOf({}), older] }), NOW)
    expect(sections.verifiedSource).toMatchObject({ state: 'STALE', observedAt: READ })
    expect(sections.verifiedSource.value).toHaveLength(2)
  })

  test('is not one of another explorer address', () => {
    const sections = contractSections(
      recordOf({ sources: [explorer(OLDER, verified)], interfaces: [interfaceOf({ contract: OLDER })] }),
      NOW,
    )
    expect(sections.verifiedSource).toEqual({ state: 'NO_SOURCE', observedAt: null, value: null })
  })
})

describe('the interface before', () => {
  const earlier = toInstant('2026-11-02T00:00:00Z')
  test.each([
    ['at the same provider', { contract: NEWER, provider: 'blockscout' }, true],
    ['of the implementation before', { contract: OLDER, provider: 'sourcify' }, true],
    ['of another provider', { contract: NEWER, provider: 'sourcify' }, false],
    ['of the same provider at another contract', { contract: CONTRACT, provider: 'blockscout' }, false],
    ['with the same functions', { contract: NEWER, provider: 'blockscout', digest: 'd2' }, false],
    ['that was detected later', { contract: NEWER, provider: 'blockscout', detectedAt: NOW }, false],
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
