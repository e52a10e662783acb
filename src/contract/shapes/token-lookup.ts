import { type Static, Type } from 'typebox'
import {
  ActivityStatus,
  described,
  namedList,
  namedObject,
  ResearchLevel,
  TokenVerification,
} from '../enums.ts'
import { ClaimNote } from './claim-note.ts'
import { LastShip, TokenIdentity } from './project-card.ts'
import { ProjectReference } from './project-reference.ts'
import { Instant } from './time.ts'

const TokenStatus = namedList('TokenStatus', ['published', 'unknown'])
const TokenReason = namedList('TokenReason', ['not_a_token', 'unpublished'])

const TokenProject = namedObject('TokenProject', {
  ...ProjectReference.properties,
  lastShip: Type.Optional(LastShip),
})

/** Whether a project is published for a contract. A token is not a project. @source contract, Token lookup */
export const TokenLookup = namedObject('TokenLookup', {
  status: described(TokenStatus, 'unknown: no project is published for this contract'),
  reason: Type.Optional(described(TokenReason, 'Why the status is unknown')),
  ...TokenIdentity.properties,
  project: Type.Optional(TokenProject),
  tokenVerification: Type.Optional(TokenVerification),
  tokenVerificationReason: Type.Optional(Type.String({ description: 'Stable reason code' })),
  activityAppliesToToken: Type.Optional(
    Type.Boolean({ description: 'False exactly when tokenVerification is MISMATCH' }),
  ),
  activityStatus: Type.Optional(ActivityStatus),
  activityLabel: Type.Optional(Type.String({ description: 'The status in words; show it unchanged' })),
  activityMeasured: Type.Optional(Type.Boolean()),
  researchLevel: Type.Optional(ResearchLevel),
  asOf: Type.Optional(described(Instant, 'When it was last evaluated')),
  claims: Type.Optional(Type.Record(Type.String(), ClaimNote)),
  disclaimer: Type.String(),
})
export type TokenLookup = Static<typeof TokenLookup>
