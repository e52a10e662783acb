import { unknown } from '#contract/claim.ts'
import type { ContractAddress, Slug } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import type { HeldContract } from '#domain/contracts/held-contract.ts'
import type { ProjectStatement, Source, Stream } from '#domain/evidence.ts'
import type { RelationshipRecord } from '#domain/project/relationship-record.ts'
import { relationshipsOf } from '#domain/project/relationships.ts'
import { countedSource } from './build-evidence.ts'

export const NOW = toInstant('2026-11-20T12:00:00Z')
export const READ = toInstant('2026-11-20T11:00:00Z')
export const ATTACHED = toInstant('2026-08-12T12:00:00Z')
const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}` as ContractAddress
export const [TOKEN, PROXY, TARGET, BEACON, DEPLOYER] = [1, 2, 3, 4, 5].map(address) as [
  ContractAddress,
  ContractAddress,
  ContractAddress,
  ContractAddress,
  ContractAddress,
]
export const SOURCE = 'source:00000000-0000-4000-8000-000000000001'
export const CLAIM = 'claim:00000000-0000-4000-8000-000000000002'

export const streamOf = (given: Partial<Stream> = {}): Stream => ({
  stream: 'releases',
  provider: 'github',
  cadenceMs: 3_600_000,
  coverage: 'dated_listing',
  firstOkAt: READ,
  lastOkAt: READ,
  lastTriedAt: READ,
  lastOutcome: 'fresh',
  failingSince: null,
  coversFrom: null,
  providerOutageSince: null,
  ...given,
})
export const UNREAD = { firstOkAt: null, lastOkAt: null, lastTriedAt: null, lastOutcome: null } as const
export const FAILED = { ...UNREAD, lastTriedAt: READ, lastOutcome: 'unavailable' } as const
export const sourceOf = (given: Partial<Source>): Source =>
  countedSource({
    id: SOURCE,
    kind: 'github_repository',
    locator: 'lumen-labs/lumen',
    attachedAt: ATTACHED,
    streams: [streamOf()],
    ...given,
  })
export const tokenSource = sourceOf({ kind: 'token', locator: TOKEN, establishedBy: 'token_identity' })
export const contractOf = (given: Partial<HeldContract>): HeldContract => ({
  address: PROXY,
  projectId: 'p',
  sourceId: SOURCE,
  role: 'declared',
  deployer: DEPLOYER,
  creation: null,
  proxy: null,
  detectedAt: READ,
  settled: true,
  ...given,
})
export const statementOf = (given: Partial<ProjectStatement>): ProjectStatement => ({
  id: CLAIM,
  projectId: 'p',
  sourceId: null,
  kind: 'launch',
  by: 'site',
  statement: 'Launched.',
  url: null,
  statedOn: null,
  names: null,
  observedAt: READ,
  withdrawn: null,
  ...given,
})
const recordOf = (given: Partial<RelationshipRecord>): RelationshipRecord => ({
  project: { id: 'p', slug: 'lumen' as Slug, name: 'Lumen', scoredAt: NOW },
  launchpad: null,
  token: null,
  tokenVerification: unknown('NOT_ENOUGH_YET'),
  contracts: { total: 0, items: [] },
  histories: new Map(),
  sources: [],
  statements: [],
  interfaces: [],
  listings: [],
  foundations: { buildsOn: { total: 0, items: [] }, builtOnBy: { total: 0, items: [] } },
  ...given,
})
export const partsOf = (given: Partial<RelationshipRecord>) => relationshipsOf(recordOf(given), NOW)
export const edgesOf = (given: Partial<RelationshipRecord>) =>
  relationshipsOf(recordOf(given), NOW).map(({ edge }) => edge)
export const idOf = (at: ContractAddress) => `contract:4663:${at}`
export const ownNode = { id: 'project:lumen', kind: 'project', name: 'Lumen', slug: 'lumen' }
export const nodeOf = (at: ContractAddress, kind: 'token' | 'contract' = 'contract') => ({
  id: idOf(at),
  kind,
  name: at,
  contract: at,
})
