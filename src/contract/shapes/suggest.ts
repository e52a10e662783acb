import { type Static, Type } from 'typebox'
import { ContractAddress } from '../ids.ts'
import { LIMITS } from '../limits.ts'

const Suggestion = Type.Object(
  {
    name: Type.String({ maxLength: 300 }),
    ticker: Type.Optional(
      Type.String({
        maxLength: 300,
        description: 'Not an identity: several tokens can have the same symbol',
      }),
    ),
    contract: Type.Optional(ContractAddress),
    route: Type.String({ description: "Path of the project's page" }),
  },
  { $id: 'Suggestion', title: 'Suggestion' },
)

/** Projects that match the words typed so far: identities only, nothing measured. */
export const Suggestions = Type.Object(
  {
    items: Type.Array(Suggestion, { maxItems: LIMITS.suggestRows }),
    ignoredParameters: Type.Array(Type.String(), { description: 'Parameters this endpoint does not read' }),
  },
  { $id: 'Suggestions', title: 'Suggestions' },
)
export type Suggestions = Static<typeof Suggestions>
