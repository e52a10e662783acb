import { unknown } from '#contract/claim.ts'
import type { ContractAddress, Slug } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import type { ContractRecord } from '#domain/contracts/held-contract.ts'
import type { Implementation, Interface } from '#domain/contracts/records.ts'
import type { Source, Stream } from '#domain/evidence.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { countedSource } from './build-evidence.ts'

export const NOW = toInstant('2026-11-20T12:00:00Z')
export const READ = toInstant('2026-11-20T11:00:00Z')
export const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}` as ContractAddress
export const [CONTRACT, NEWER, OLDER] = [address(1), address(2), address(3)]

export const streamOf = (stream: string, given: Partial<Stream> = {}): Stream => ({
  stream,
  provider: 'chain',
  cadenceMs: 3_600_000,
  coverage: 'present_state',
  failingSince: null,
  firstOkAt: READ,
  lastOkAt: READ,
  lastTriedAt: READ,
  lastOutcome: 'fresh',
  coversFrom: null,
  providerOutageSince: null,
  ...given,
})
export const UNREAD = { firstOkAt: null, lastOkAt: null, lastTriedAt: null, lastOutcome: null } as const
export const FAILED = {
  firstOkAt: null,
  lastOkAt: null,
  lastOutcome: 'unavailable',
  failingSince: READ,
} as const
export const OLD = { lastOkAt: toInstant('2026-11-19T11:00:00Z') }
export const MISSING = { firstOkAt: null, lastOkAt: null, lastOutcome: 'missing' } as const

export const sourceOf = (given: Partial<Source>): Source =>
  countedSource({
    id: 'source:00000000-0000-4000-8000-000000000001',
    kind: 'contract',
    locator: CONTRACT,
    establishedBy: 'site_link',
    attachedAt: READ,
    ...given,
  })
export const own = (...streams: readonly Stream[]) => sourceOf({ streams })
export const explorer = (at: ContractAddress, ...streams: readonly Stream[]) =>
  sourceOf({ kind: 'explorer', locator: `blockscout:${at}`, counted: false, streams })

/** A contract, and the verdict on the token of its project. */
type Verified = ContractRecord & Pick<CardEvidence, 'tokenVerification'>

/** The code of a contract without a proxy: the contract's own, with a verified interface. */
const VERIFIED: ContractRecord['answering'][number] = {
  code: CONTRACT,
  from: null,
  to: null,
  decodable: true,
}

export const recordOf = (
  given: Partial<Verified> & { readonly held?: Partial<ContractRecord['contract']> },
) => {
  const { held, ...rest } = given
  const record: Verified = {
    contract: {
      address: CONTRACT,
      projectId: 'p',
      sourceId: sourceOf({}).id,
      role: 'declared',
      deployer: null,
      creation: null,
      proxy: null,
      detectedAt: READ,
      settled: false,
      ...held,
    },
    project: { id: 'p', slug: 'p' as Slug, name: 'P', scoredAt: NOW },
    source: sourceOf({}),
    sources: [own()],
    history: { total: 0, items: [] },
    interfaces: [],
    tokenVerification: unknown('NO_SOURCE'),
    use: { sourceId: null, collected: null, days: [], methods: [] },
    answering: [VERIFIED],
    ...rest,
  }
  return record
}
export const creation = { block: 7, blockHash: '0x7', at: toInstant('2026-11-01T00:00:00Z'), tx: null }
export const proxyOf = (kind: 'none_detected' | 'eip1967' | 'beacon' | 'eip1167', given = {}) => ({
  kind,
  implementation: kind === 'none_detected' ? null : NEWER,
  beacon: null,
  readAt: READ,
  ...given,
})

export const interfaceOf = (given: Partial<Interface>): Interface => ({
  id: 'abi:00000000-0000-4000-8000-000000000001',
  projectId: 'p',
  sourceId: sourceOf({}).id,
  contract: CONTRACT,
  provider: 'blockscout',
  digest: 'd1',
  functions: 12,
  events: 3,
  match: 'exact',
  verifiedAt: null,
  observedAt: READ,
  detectedAt: READ,
  supersededAt: null,
  ...given,
})
export const implementationOf = (given: Partial<Implementation>): Implementation => ({
  id: `impl:4663:${CONTRACT}:1:0`,
  sourceId: sourceOf({}).id,
  key: 'k',
  contract: CONTRACT,
  implementation: NEWER,
  previousImplementation: OLDER,
  beacon: null,
  log: null,
  initial: false,
  unchangedUntil: null,
  slotBlock: null,
  detectedAt: READ,
  settled: true,
  withdrawn: null,
  ...given,
})
