import type { Claim, NonEmpty, RuleId, UnknownReason } from '#contract/claim.ts'
import type { EstablishedBy, TokenVerification } from '#contract/enums.ts'
import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import type { RelationshipEdgeKind, RelationshipNodeKind } from '#contract/shapes/relationships.ts'
import type { Instant } from '#contract/time.ts'
import type { HeldContract, ImplementationHistory } from '#domain/contracts/held-contract.ts'
import type { Interface } from '#domain/contracts/records.ts'
import type { ProjectStatement, Source } from '#domain/evidence.ts'
import type { Foundations } from './built-on.ts'
import type { PublishedProject } from './published-project.ts'

/** A token's listing at a registry outside the service. */
type KnownListing = {
  readonly sourceId: EvidenceId
  readonly registry: string
  readonly registryId: string
  readonly observedAt: Instant
}

/** A published project with what is recorded around it, from one snapshot. */
export type RelationshipRecord = {
  readonly project: PublishedProject
  readonly launchpad: string | null
  readonly token: ContractAddress | null
  readonly tokenVerification: Claim<{ readonly status: TokenVerification }>
  /** A bounded list, with the number of all. */
  readonly contracts: { readonly total: number; readonly items: readonly HeldContract[] }
  readonly histories: ReadonlyMap<string, ImplementationHistory>
  /** Attached sources. */
  readonly sources: readonly Source[]
  /** Standing statements, without the statements of detached sources. */
  readonly statements: readonly ProjectStatement[]
  /** Current interfaces. */
  readonly interfaces: readonly Interface[]
  readonly listings: readonly KnownListing[]
  readonly foundations: Foundations
}

/** One thing in the graph of a project. `name` is a source's own word. Invariant: none is an account. */
export type GraphNode = {
  readonly id: string
  readonly kind: RelationshipNodeKind
  readonly name: string
  readonly url?: string | null
  readonly contract?: ContractAddress
  readonly slug?: PublishedProject['slug']
}

/** How far an edge is known. */
export type EdgeState =
  | { readonly state: 'FACT' }
  | { readonly state: 'DERIVED'; readonly rule: RuleId }
  | { readonly state: 'UNKNOWN'; readonly reason: UnknownReason }

/** A relation of two nodes with its evidence and when it was last observed. */
export type GraphEdge = EdgeState & {
  readonly kind: RelationshipEdgeKind
  readonly from: string
  readonly to: string
  readonly evidence: NonEmpty<EvidenceId>
  readonly observedAt: Instant
  readonly establishedBy?: EstablishedBy
  readonly tokenVerification?: TokenVerification
  /** Why the source of the relation does not count; absent while it counts. */
  readonly notCountedReason?: string
}

/** An edge with the nodes at its ends. */
export type GraphPart = { readonly nodes: readonly GraphNode[]; readonly edge: GraphEdge }
