import { type Static, Type } from 'typebox'
import { ACTIVITY_STATUSES, oneOf, RESEARCH_LEVELS, TOKEN_VERIFICATIONS } from '../enums.ts'
import { CHAIN_ID, ContractAddress } from '../ids.ts'
import { Instant } from '../time.ts'
import { ClaimNote } from './claim-note.ts'
import { LastShip } from './project-card.ts'
import { ProjectReference } from './project-reference.ts'

export const TOKEN_STATUSES = ['published', 'unknown'] as const

const TokenProject = Type.Object(
  { ...ProjectReference.properties, lastShip: Type.Optional(LastShip) },
  { $id: 'TokenProject', title: 'TokenProject' },
)

/** Whether a project is published for a contract. A token is not a project. @source contract, Token lookup */
export const TokenLookup = Type.Object(
  {
    status: oneOf(TOKEN_STATUSES, 'unknown: no project is published for this contract'),
    reason: Type.Optional(oneOf(['not_a_token', 'unpublished'], 'Why the status is unknown')),
    chainId: Type.Integer({ enum: [CHAIN_ID] }),
    contract: ContractAddress,
    symbol: Type.Optional(Type.String({ maxLength: 300, description: 'As the contract answers' })),
    symbolDeclared: Type.Optional(Type.String({ maxLength: 300, description: 'As the project writes it' })),
    name: Type.Optional(Type.String({ maxLength: 300 })),
    project: Type.Optional(TokenProject),
    tokenVerification: Type.Optional(oneOf(TOKEN_VERIFICATIONS)),
    tokenVerificationReason: Type.Optional(Type.String({ description: 'Stable reason code' })),
    activityAppliesToToken: Type.Optional(
      Type.Boolean({ description: 'False exactly when tokenVerification is MISMATCH' }),
    ),
    activityStatus: Type.Optional(oneOf(ACTIVITY_STATUSES)),
    activityLabel: Type.Optional(Type.String({ description: 'The status in words, to be printed as given' })),
    activityMeasured: Type.Optional(Type.Boolean()),
    researchLevel: Type.Optional(oneOf(RESEARCH_LEVELS)),
    asOf: Type.Optional(Type.Unsafe<Instant>({ ...Instant, description: 'When it was last scored' })),
    claims: Type.Optional(Type.Record(Type.String(), ClaimNote)),
    disclaimer: Type.String(),
  },
  { $id: 'TokenLookup', title: 'TokenLookup' },
)
export type TokenLookup = Static<typeof TokenLookup>
