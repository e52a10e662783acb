import { Type } from 'typebox'
import { nullable } from '../enums.ts'
import { CHAIN_ID } from '../ids.ts'
import { ClaimNote } from './claim-note.ts'

/** An absolute address. */
export const Url = Type.String({ format: 'uri' })

/** A contract by its chain and its address. */
export const ContractReference = Type.Unsafe<`${number}:0x${string}`>(
  Type.String({ pattern: `^${CHAIN_ID}:0x[0-9a-f]{40}$`, description: 'Chain id and address' }),
)

/** Text of a source on one line. */
export const Title = Type.String({
  $id: 'Title',
  maxLength: 300,
  description: 'Words of the source, at most 300 characters',
})

/** The version of the rules in force together. */
export const ScoringVersion = Type.String({
  $id: 'ScoringVersion',
  pattern: '^s1\\.[0-9a-f]{12}$',
  description: 'Version of the rules in force together; it changes when one of them does',
})

/** Names of the query parameters that the operation does not read; empty when there are none. */
export const IgnoredParameters = Type.Array(Type.String(), {
  $id: 'IgnoredParameters',
  description: 'Parameters that are not read',
})

/** The next offset of a list; null at its end. */
export const NextOffset = nullable(
  Type.Integer({ minimum: 1, description: 'Where the list goes on; null at its end' }),
)

/** Claim notes by field, which a caller can leave out. */
export const OptionalClaims = Type.Optional(
  Type.Record(Type.String(), ClaimNote, {
    $id: 'ClaimNotes',
    description: 'The claim note of each field; absent with claims=none',
  }),
)
