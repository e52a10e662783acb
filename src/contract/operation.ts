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

type Described<N extends string, P extends Parameters, Q extends Parameters, O extends TSchema> = {
  readonly name: N
  /** Verb and object, the function name in generated clients: `getPartnerCard`. */
  readonly operationId: string
  /** With `{name}` for each path parameter. */
  readonly path: `/${string}`
  readonly input: { readonly path: P; readonly query: Q }
  readonly output: O
  /** The media type of an answer that is not JSON. Its output is a string, sent unchanged. */
  readonly media?: 'image/svg+xml' | 'text/html'
  /** Media types of the answer besides JSON, chosen by `Accept`. */
  readonly textForms?: readonly ('text/plain' | 'text/markdown')[]
  /** Query parameters that only a caller with a key may give. */
  readonly needsKey?: readonly (keyof Q & string)[]
  /** At most one of these may be given. */
  readonly exclusive?: readonly (keyof Q & string)[]
  readonly tag: Tag
  readonly summary: string
  readonly description: string
  readonly examples: readonly Example[]
}

/** An operation of the service. Every surface, the OpenAPI document and the clients are generated from it. */
export type Operation<
  N extends string = string,
  P extends Parameters = Parameters,
  Q extends Parameters = Parameters,
  O extends TSchema = TSchema,
> = Described<N, P, Q, O> & {
  readonly method: 'GET'
  /** Error codes, besides those of every operation. */
  readonly errors: readonly ErrorCode[]
  /** `shared`: any cache may store anonymous answers for a minute; `never`: no cache may store them. */
  readonly cacheable: 'shared' | 'never'
  /** Whether a call counts against the caller's minute. */
  readonly counted: boolean
}

/** An example request with its answer. */
export type Example = {
  readonly name: string
  readonly summary: string
  readonly input: Readonly<Record<string, string>>
  readonly answer: unknown
}

/** Defines a read of public records: a call counts, and any cache may store an anonymous answer. Its types follow from its schemas. */
export function definePublicRead<
  const N extends string,
  P extends Parameters,
  Q extends Parameters,
  O extends TSchema,
>(read: Described<N, P, Q, O> & Partial<Pick<Operation, 'errors'>>): Operation<N, P, Q, O> {
  return { method: 'GET', cacheable: 'shared', counted: true, errors: [], ...read }
}

type Given<T extends Parameters> = {
  readonly [K in keyof T as T[K]['presence'] extends 'required' | 'defaulted' ? K : never]: ValueOf<T[K]>
} & {
  readonly [K in keyof T as T[K]['presence'] extends 'required' | 'defaulted' ? never : K]?: ValueOf<T[K]>
}

/** The input of an operation's read: the parsed parameters, and the names of ignored ones. */
export type InputOf<O> =
  O extends Operation<string, infer P, infer Q, TSchema>
    ? Given<P> & Given<Q> & { readonly ignoredParameters: readonly string[] }
    : never

/** The answer of an operation. */
export type OutputOf<O> = O extends Operation<string, Parameters, Parameters, infer S> ? Static<S> : never

/** Error codes of every operation. */
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
