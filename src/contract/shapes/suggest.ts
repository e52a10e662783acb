import { type Static, Type } from 'typebox'
import { namedObject } from '../enums.ts'
import { ContractAddress } from '../ids.ts'
import { LIMITS } from '../limits.ts'
import { IgnoredParameters } from './fields.ts'

const Suggestion = namedObject('Suggestion', {
  name: Type.String({ maxLength: 300 }),
  ticker: Type.Optional(
    Type.String({
      maxLength: 300,
      description: 'Not an identity: several tokens can have the same symbol',
    }),
  ),
  contract: Type.Optional(ContractAddress),
  route: Type.String({ description: "Path of the project's page" }),
})

/** Projects that match the words typed so far: identities only, nothing measured. */
export const Suggestions = namedObject('Suggestions', {
  items: Type.Array(Suggestion, { maxItems: LIMITS.suggestRows }),
  ignoredParameters: IgnoredParameters,
})
export type Suggestions = Static<typeof Suggestions>
