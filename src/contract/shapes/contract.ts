import { type Static, type TProperties, Type } from 'typebox'
import { CoverageState, described, namedList, namedObject, TokenVerification } from '../enums.ts'
import { CHAIN_ID, ContractAddress, EvidenceId } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { IgnoredParameters } from './fields.ts'
import { ProjectReference } from './project-reference.ts'
import { ReceiptSource } from './receipt.ts'
import { CalendarDate, Instant } from './time.ts'

const ContractRole = namedList('ContractRole', ['token', 'launch', 'deployment', 'declared'])
const ProxyKind = namedList('ProxyKind', ['none_detected', 'eip1967', 'beacon', 'eip1167'])
const SourceMatch = namedList('SourceMatch', ['exact', 'partial', 'unspecified'])
const Hash = Type.String({ pattern: '^0x[0-9a-f]{64}$' })
const Count = Type.Integer({ minimum: 0 })

/**
 * The schema of a section with its coverage state. The other fields of the section are absent while nothing is known.
 */
function section<P extends TProperties>(name: string, properties: P) {
  return namedObject(name, {
    state: described(CoverageState, 'MEASURED, or why not; a value under another state is the last one read'),
    observedAt: Type.Optional(described(Instant, 'When it was last read')),
    ...properties,
  })
}

const ContractCreation = section('ContractCreation', {
  block: Type.Optional(Count),
  transaction: Type.Optional(Hash),
  createdAt: Type.Optional(described(Instant, 'Time of the block')),
  settled: Type.Optional(Type.Boolean({ description: 'The block can no longer be replaced' })),
})

const ContractDeployer = section('ContractDeployer', {
  address: Type.Optional(described(ContractAddress, 'The account that created the contract')),
})

const ContractProxy = section('ContractProxy', {
  kind: Type.Optional(
    described(ProxyKind, 'none_detected: no known pattern was found; it may still be a proxy'),
  ),
  implementation: Type.Optional(ContractAddress),
  beacon: Type.Optional(ContractAddress),
})

const ImplementationPrecision = namedList('ImplementationPrecision', ['EXACT', 'OBSERVED'])

/** One event in which the implementation of a proxy was set. */
const ContractImplementation = namedObject('ContractImplementation', {
  evidenceId: EvidenceId,
  implementation: ContractAddress,
  previousImplementation: Type.Optional(ContractAddress),
  beacon: Type.Optional(ContractAddress),
  precision: described(ImplementationPrecision, 'OBSERVED: only storage shows it, so its block is unknown'),
  block: Type.Optional(Count),
  transaction: Type.Optional(Hash),
  occurredAt: Type.Optional(described(Instant, 'Time of the block')),
  initial: Type.Boolean({ description: 'The first known implementation of the proxy, not an upgrade' }),
  settled: Type.Boolean(),
  detectedAt: Instant,
})

const ContractImplementations = section('ContractImplementations', {
  items: Type.Optional(
    Type.Array(ContractImplementation, { minItems: 1, maxItems: 50, description: 'Newest first' }),
  ),
  total: Type.Optional(Type.Integer({ minimum: 1 })),
  truncated: Type.Optional(Type.Boolean({ description: 'Older ones are left out' })),
})

/** The source of a contract as one explorer has verified it. */
const VerifiedSource = namedObject('VerifiedSource', {
  evidenceId: EvidenceId,
  contract: described(ContractAddress, 'The contract itself, or its implementation'),
  provider: Type.String(),
  match: SourceMatch,
  functions: Count,
  events: Count,
  since: described(Instant, 'When it was first read'),
  verifiedAt: Type.Optional(described(Instant, 'As the explorer says')),
  observedAt: Instant,
})

const ContractVerifiedSource = section('ContractVerifiedSource', {
  items: Type.Optional(Type.Array(VerifiedSource)),
})

const ContractInterface = section('ContractInterface', {
  contract: Type.Optional(described(ContractAddress, 'The address whose code answers the calls')),
  functions: Type.Optional(Count),
  events: Type.Optional(Count),
  evidenceId: Type.Optional(EvidenceId),
  before: Type.Optional(
    Type.Object(
      { contract: ContractAddress, functions: Count, events: Count, evidenceId: EvidenceId },
      { description: 'The interface before it; absent when none is recorded' },
    ),
  ),
})

/** A method that was called, by its signature in a verified interface. */
const ContractMethod = namedObject('ContractMethod', {
  evidenceId: EvidenceId,
  method: Type.String({ maxLength: 300 }),
  calls: Type.Integer({ minimum: 1 }),
  lastCalledAt: Instant,
})

const ContractActivity = section('ContractActivity', {
  from: Type.Optional(described(CalendarDate, 'The first of seven complete UTC days')),
  to: Type.Optional(described(CalendarDate, 'The last of them')),
  calls: Type.Optional(described(Count, 'Decoded calls on those days; 0 is a known zero')),
  methods: Type.Optional(
    Type.Array(ContractMethod, {
      maxItems: LIMITS.contractMethods,
      description: 'Methods called on those days, most calls first',
    }),
  ),
  methodsTotal: Type.Optional(Count),
  scope: Type.Optional(Type.String({ description: 'What is counted' })),
  collectedFrom: Type.Optional(described(Instant, 'Calls were read without a gap since then')),
  evidence: Type.Optional(Type.Array(EvidenceId, { minItems: 1, maxItems: 10 })),
})

const properties = {
  chainId: Type.Integer({ enum: [CHAIN_ID] }),
  contract: ContractAddress,
  project: ProjectReference,
  role: described(ContractRole, 'A contract with several roles has the first of them'),
  source: ReceiptSource,
  counted: Type.Boolean({ description: "Its source is counted as the project's own" }),
  tokenVerification: Type.Optional(
    described(TokenVerification, 'Of a token: whether the project itself names it; absent while unknown'),
  ),
  detectedAt: described(Instant, 'When the service first knew of it'),
  noCodeAt: Type.Optional(described(Instant, 'When the chain last answered that no contract is there')),
  creation: ContractCreation,
  deployer: ContractDeployer,
  proxy: ContractProxy,
  implementations: ContractImplementations,
  verifiedSource: ContractVerifiedSource,
  interface: ContractInterface,
  activity: ContractActivity,
  asOf: Type.Optional(described(Instant, 'When the project was last evaluated')),
  disclaimer: Type.String(),
}

/** A contract as a research entity: each section measured or not. @source contract, Contracts and tokens */
export const Contract = namedObject('Contract', properties)
export type Contract = Static<typeof Contract>

/** The contracts of a project, each as the contract endpoint serves it. @source contract, Project reads */
export const ProjectContracts = namedObject('ProjectContracts', {
  project: ProjectReference,
  state: described(
    CoverageState,
    "Of the deployments by the project's deployers; NO_SOURCE: no deployer is registered, so there may be more",
  ),
  observedAt: Type.Optional(described(Instant, 'The instant up to which deployments were read')),
  items: Type.Optional(
    Type.Array(Contract, {
      maxItems: LIMITS.projectContracts,
      description: 'Absent while none is known and deployments were not read',
    }),
  ),
  total: Type.Optional(Count),
  truncated: Type.Optional(Type.Boolean({ description: 'Older deployments are left out' })),
  asOf: Type.Optional(Instant),
  ignoredParameters: IgnoredParameters,
  disclaimer: Type.String(),
})
export type ProjectContracts = Static<typeof ProjectContracts>
