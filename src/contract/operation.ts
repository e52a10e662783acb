import type { Static, TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'
import type { Parameter, ValueOf } from './parameter.ts'

export type Parameters = Readonly<Record<string, Parameter>>
export type Tag =
  | 'Project reads'
  | 'Contracts and tokens'
  | 'Partner reads'
  | 'Change ledger'
  | 'Evidence'
  | 'Service'

/** One thing the service answers: what every surface, the OpenAPI description and the client are made from. */
export type Operation<
  N extends string = string,
  P extends Parameters = Parameters,
  Q extends Parameters = Parameters,
  O extends TSchema = TSchema,
> = {
  readonly name: N
  /** Verb and object, as generated clients name their function: `getPartnerCard`. */
  readonly operationId: string
  readonly method: 'GET'
  /** With `{name}` for each path parameter. */
  readonly path: `/${string}`
  readonly input: { readonly path: P; readonly query: Q }
  readonly output: O
  /** The type of an answer that is no JSON; its output is then a string, sent as it stands. */
  readonly media?: 'image/svg+xml'
  /** Text forms the answer has besides JSON, by `Accept`. */
  readonly textForms?: readonly ('text/plain' | 'text/markdown')[]
  /** Codes it refuses with, besides those any operation may answer. */
  readonly errors: readonly ErrorCode[]
  /** Query parameters that only a caller with a key may give. */
  readonly needsKey?: readonly string[]
  /** At most one of these may be given. */
  readonly exclusive?: readonly string[]
  /** `shared`: anonymous answers may be kept for a minute by anyone; `never`: by no one. */
  readonly cacheable: 'shared' | 'never'
  /** Whether a call counts against the caller's minute. */
  readonly counted: boolean
  readonly tag: Tag
  readonly summary: string
  readonly description: string
  readonly examples: readonly Example[]
}

/** A request in words of the contract with the answer it gets. */
export type Example = {
  readonly name: string
  readonly summary: string
  readonly input: Readonly<Record<string, string>>
  readonly answer: unknown
}

/** States an operation; its types follow from its schemas. */
export function defineOperation<
  const N extends string,
  P extends Parameters,
  Q extends Parameters,
  O extends TSchema,
>(
  operation: Operation<N, P, Q, O> & {
    readonly needsKey?: readonly (keyof Q & string)[]
    readonly exclusive?: readonly (keyof Q & string)[]
  },
): Operation<N, P, Q, O> {
  return operation
}

type Given<T extends Parameters> = {
  readonly [K in keyof T as T[K]['presence'] extends 'required' | 'defaulted' ? K : never]: ValueOf<T[K]>
} & {
  readonly [K in keyof T as T[K]['presence'] extends 'required' | 'defaulted' ? never : K]?: ValueOf<T[K]>
}

/** What an operation's read is given: every parameter as a value, and the names of those it does not read. */
export type InputOf<O> =
  O extends Operation<string, infer P, infer Q, TSchema>
    ? Given<P> & Given<Q> & { readonly ignoredParameters: readonly string[] }
    : never

/** What an operation answers. */
export type OutputOf<O> = O extends Operation<string, Parameters, Parameters, infer S> ? Static<S> : never

/** Codes any operation may answer besides its own. */
export const COMMON_ERRORS = [
  'invalid_parameter',
  'invalid_key',
  'account_held',
  'not_found',
  'method_not_allowed',
  'payload_too_large',
  'rate_limited',
  'quota_exceeded',
  'internal_error',
  'unavailable',
] as const satisfies readonly ErrorCode[]
