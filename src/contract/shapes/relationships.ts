import { type Static, Type } from 'typebox'
import {
  CoverageState,
  described,
  EstablishedBy,
  namedList,
  namedObject,
  TokenVerification,
} from '../enums.ts'
import { ContractAddress, EvidenceId } from '../ids.ts'
import { Url } from './fields.ts'
import { ProjectReference } from './project-reference.ts'
import { Instant } from './time.ts'

/** What a node of the graph can be. No account is a node. */
export const RelationshipNodeKind = namedList('RelationshipNodeKind', [
  'project',
  'token',
  'contract',
  'repository',
  'site',
  'docs',
  'package',
  'launchpad',
  'registry',
  'provider',
])
export type RelationshipNodeKind = Static<typeof RelationshipNodeKind>

/** What an edge of the graph can say. None is a partnership. */
export const RelationshipEdgeKind = namedList('RelationshipEdgeKind', [
  'token',
  'contract',
  'forwards_to',
  'follows_beacon',
  'official_repository',
  'official_site',
  'official_docs',
  'official_package',
  'launched_on',
  'listed_at',
  'names_token',
  'verified_source',
  'market_reading',
  'builds_on',
])
export type RelationshipEdgeKind = Static<typeof RelationshipEdgeKind>

const EdgeState = namedList('EdgeState', ['FACT', 'DERIVED', 'UNKNOWN'])
const Id = Type.String({ maxLength: 320 })

const RelationshipNode = namedObject('RelationshipNode', {
  id: described(Id, 'Unique in the answer'),
  kind: RelationshipNodeKind,
  name: Type.String({ maxLength: 300 }),
  url: Type.Optional(Url),
  contract: Type.Optional(ContractAddress),
})
export type RelationshipNode = Static<typeof RelationshipNode>

const RelationshipEdge = namedObject('RelationshipEdge', {
  kind: RelationshipEdgeKind,
  from: Id,
  to: Id,
  state: described(EdgeState, 'Recorded with its source, derived by a rule, or unknown'),
  reason: Type.Optional(described(CoverageState, 'Why it is unknown')),
  rule: Type.Optional(Type.String({ description: 'Rule with its version' })),
  evidence: Type.Array(EvidenceId, { minItems: 1, maxItems: 10, description: 'The first ten evidence ids' }),
  observedAt: described(Instant, 'When it was last observed'),
  establishedBy: Type.Optional(described(EstablishedBy, 'How the target was attributed to the project')),
  tokenVerification: Type.Optional(
    described(TokenVerification, 'Conclusion about the token; MISMATCH: not its token'),
  ),
  notCountedReason: Type.Optional(Type.String({ maxLength: 300 })),
})
export type RelationshipEdge = Static<typeof RelationshipEdge>

const NotHeldKind = namedList('NotHeldKind', [
  'contract_interaction',
  'account',
  'partnership',
  'second_degree',
  'launchpad',
])

const BoundedPart = namedList('BoundedPart', ['contracts', 'token_statements', 'builds_on', 'built_on_by'])

/** The recorded relationships around a project, to the first degree. @source contract, Project reads */
export const Relationships = namedObject('Relationships', {
  project: ProjectReference,
  nodes: Type.Array(RelationshipNode, { minItems: 1 }),
  edges: Type.Array(RelationshipEdge),
  notHeld: Type.Array(Type.Object({ kind: NotHeldKind, reason: Type.String() }), {
    description: 'What is not recorded, and why',
  }),
  bounds: Type.Array(
    Type.Object({
      part: BoundedPart,
      shown: Type.Integer({ minimum: 0 }),
      total: Type.Integer({ minimum: 0 }),
    }),
    { description: 'How much of each bounded part is shown' },
  ),
  truncated: Type.Boolean({ description: 'A bounded part has more than is shown' }),
  asOf: Type.Optional(described(Instant, 'When the project was last evaluated')),
  disclaimer: Type.String(),
})
export type Relationships = Static<typeof Relationships>
