import { type Static, Type } from 'typebox'
import {
  ActivityStatus,
  described,
  namedList,
  namedObject,
  ResearchLevel,
  TokenVerification,
} from '../enums.ts'
import { CHAIN_ID, ContractAddress } from '../ids.ts'
import { Instant } from '../time.ts'
import { ClaimNote } from './claim-note.ts'
import { LastShip } from './project-card.ts'
import { ProjectReference } from './project-reference.ts'

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
  chainId: Type.Integer({ enum: [CHAIN_ID] }),
  contract: ContractAddress,
  symbol: Type.Optional(Type.String({ maxLength: 300, description: 'As the contract returns it' })),
  symbolDeclared: Type.Optional(Type.String({ maxLength: 300, description: 'As the project writes it' })),
  name: Type.Optional(Type.String({ maxLength: 300 })),
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
