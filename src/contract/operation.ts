import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { namedObject } from './enums.ts'
import type { ErrorCode } from './errors.ts'
import type { Ignoring } from './ignored.ts'
import { type HourlyCall, LIMITS, type MinuteCall } from './limits.ts'
import type { Parameter, ValueOf } from './parameters/parameter.ts'

type OperationParameters = Readonly<Record<string, Parameter>>
export type Tag =
  | 'Projects'
  | 'Project records'
  | 'All projects'
  | 'Exports'
  | 'Contracts and tokens'
  | 'Partner reads'
  | 'Change ledger'
  | 'Evidence'
  | 'Webhooks'
  | 'Agents'
  | 'Pages and images'
  | 'Service'

/** The parameters and the body that an operation reads. */
type Request = {
  readonly path: OperationParameters
  readonly query: OperationParameters
  readonly body?: BodySchema
}

/** The schema of a JSON body: an object that has no other fields. `bodyObject` makes one. */
export type BodySchema = TSchema & { readonly properties: TProperties; readonly additionalProperties: false }

/** The schema of a body, with its name in generated clients. A field that is not listed is refused. */
export function bodyObject<P extends TProperties>(
  name: string,
  properties: P,
): TObject<P> & Pick<BodySchema, 'additionalProperties'> {
  return Object.assign(namedObject(name, properties), { additionalProperties: false } as const)
}

/** The input of an operation without parameters. */
export const NO_INPUT = { path: {}, query: {} } as const

/** The output of an operation that answers 204. */
export const NOTHING = Type.Void()

export type AnswerForm = 'text/plain' | 'text/markdown' | 'image/png'

/** The media types of answers besides `application/json`. */
type Media =
  | 'image/svg+xml'
  | 'text/html'
  | 'text/plain'
  | 'text/markdown'
  | 'text/css'
  | 'text/javascript'
  | 'image/png'
  | 'application/xml'
  | 'application/rss+xml'
  | 'application/schema+json'
  | 'application/linkset+json'
  | 'application/jwk-set+json'
  | 'application/mcp-server-card+json'
  | 'application/ai-catalog+json'
  | (typeof EXPORT_TYPES)[keyof typeof EXPORT_TYPES]

type Described<N extends string, I extends Request, O extends TSchema> = {
  readonly name: N
  /** Verb and object, the function name in generated clients: `getPartnerCard`. */
  readonly operationId: string
  /** The path, with `{name}` for each path parameter. */
  readonly path: `/${string}`
  readonly input: I
  readonly output: O
  /** The media type of an answer that is not `application/json`. An output that is a string is sent unchanged. */
  readonly media?: Media
  /** The link relation of the answer to itself, in its `link` header. @source RFC 9727, section 3 */
  readonly relation?: 'api-catalog'
  /**
   * Media types of the answer besides its first one, chosen by `Accept`. The surface draws a PNG from an SVG answer.
   */
  readonly textForms?: readonly AnswerForm[]
  /** The media type by the value of the parameter `format`, which takes precedence over `Accept`. */
  readonly formOf?: Readonly<Record<string, Media | AnswerForm>>
  /**
   * The schema of each item of an export, whose answer is JSON Lines or CSV and whose output is a string. Caches may
   * store an answer of bounded size. Any other is streamed.
   */
  readonly lines?: TSchema
  /** The schema of the messages of another protocol that the body carries; the protocol answers its faults itself. */
  readonly protocol?: TSchema
  /** The status for a message that expects no answer (a notification); the answer has no body. */
  readonly notified?: 202 | 204
  /** Web pages of other sites may call it: its messages only read, and no cookie identifies the caller. */
  readonly fromPages?: true
  /** A browser calls it for the account that its cookie signs in to. The account surface answers it. */
  readonly ofBrowser?: true
  /** Statuses of refusals whose body has the form of the protocol's own answers. */
  readonly protocolRefusals?: readonly number[]
  /** Query parameters that only a caller with a key may give. */
  readonly needsKey?: readonly (keyof I['query'] & string)[]
  /**
   * `agent`: every refusal of its address has the code and message in an `error` object. `page`: a refusal is a page
   * for a caller that prefers HTML. Every address outside the API has the form `page`.
   */
  readonly errorForm?: 'agent' | 'page'
  /** The answer never changes, because its address names its content. Caches may store it for a year. */
  readonly immutable?: true
  /** Query parameters of which at most one may be given. */
  readonly exclusive?: readonly (keyof I['query'] & string)[]
  readonly tag: Tag
  readonly summary: string
  readonly description: string
  readonly examples: readonly Example[]
}

/** An operation of the service. Every surface, the OpenAPI document and the clients are generated from it. */
export type Operation<
  N extends string = string,
  I extends Request = Request,
  O extends TSchema = TSchema,
> = Described<N, I, O> & {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** `account`: only a caller with a key may call; the handler gets its account. */
  readonly caller: 'anyone' | 'account'
  /** The status of a success; 204 has no body. */
  readonly status: 200 | 201 | 204
  /** Maximum size of a body. */
  readonly bodyBytes: number
  /**
   * `answered`: the schema only describes the body. The operation answers with a body's faults and does not refuse it.
   */
  readonly bodyFaults?: 'answered'
  /** The per-minute limit of this call, which applies besides the caller's requests per minute. */
  readonly minutely?: MinuteCall
  /** The hourly limit that a call of the account counts against. */
  readonly hourly?: HourlyCall
  /** The operation's own error codes. `errorsOf` adds the codes of its kind. */
  readonly errors: readonly ErrorCode[]
  /** `shared`: any cache may store anonymous answers for a minute; `never`: no cache may store them. */
  readonly cacheable: 'shared' | 'never'
  /** Whether a call counts against the caller's minute. */
  readonly counted: boolean
  /** How many requests a call counts as. */
  readonly cost: number
}

/** An example request with its answer. */
export type Example = {
  readonly name: string
  readonly summary: string
  readonly input: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  readonly answer: unknown
}

/**
 * Defines a read of public records: a call counts, and any cache may store an anonymous answer. Its types follow from
 * its schemas.
 */
export function definePublicRead<const N extends string, I extends Request, O extends TSchema>(
  read: Described<N, I, O> & Partial<Pick<Operation, 'errors'>>,
): Operation<N, I, O> & { readonly caller: 'anyone' } {
  return { ...COUNTED, method: 'GET', caller: 'anyone', cacheable: 'shared', ...read }
}

/** Names the two forms of an export, in the order of preference. */
export const EXPORT_TYPES = { jsonl: 'application/x-ndjson', csv: 'text/csv' } as const

/**
 * Defines an export of any size that anyone may make: a streamed answer that counts as several requests and that no
 * cache may store.
 */
export function defineExport<const N extends string, I extends Request, O extends TSchema, L extends TObject>(
  given: Omit<Described<N, I, O>, 'lines'> & { readonly lines: L },
): Operation<N, I, O> & { readonly caller: 'anyone'; readonly lines: L; readonly cacheable: 'never' } {
  return {
    ...COUNTED,
    cost: LIMITS.exportCost,
    method: 'GET',
    caller: 'anyone',
    cacheable: 'never',
    ...given,
  }
}

/**
 * Defines an export whose size has a bound. It is a read like any other: computed whole, cached, and counted as one
 * request. Several may be asked for at once.
 */
export function defineBoundedExport<
  const N extends string,
  I extends Request,
  O extends TSchema,
  L extends TObject,
>(
  given: Omit<Described<N, I, O>, 'lines'> & { readonly lines: L },
): Operation<N, I, O> & { readonly caller: 'anyone'; readonly lines: L; readonly cacheable: 'shared' } {
  return {
    ...COUNTED,
    method: 'GET',
    caller: 'anyone',
    cacheable: 'shared',
    formOf: EXPORT_TYPES,
    ...given,
  }
}

/** Defines a call with a body that anyone may make. It counts, and no cache may store its answer. */
export function definePublicCall<const N extends string, I extends Required<Request>, O extends TSchema>(
  call: Described<N, I, O> & Partial<Pick<Operation, 'errors' | 'status' | 'minutely'>>,
): Operation<N, I, O> & { readonly caller: 'anyone'; readonly method: 'POST' } {
  return { ...COUNTED, method: 'POST', caller: 'anyone', cacheable: 'never', ...call }
}

/** Defines the one path of another protocol, whose messages anyone may send. No cache may store an answer. */
export function defineProtocol<const N extends string, I extends Request, O extends TSchema>(
  given: Described<N, I, O> & { readonly protocol: TSchema },
): Operation<N, I, O> & {
  readonly caller: 'anyone'
  readonly method: 'POST'
  readonly protocol: TSchema
} {
  return {
    ...COUNTED,
    method: 'POST',
    caller: 'anyone',
    cacheable: 'never',
    ...given,
  }
}

/**
 * Defines a call that needs a key. Its handler gets the account besides the input. It counts, against the minute and
 * against `hourly`, and no cache may store its answer.
 */
export function defineAccountCall<const N extends string, I extends Request, O extends TSchema>(
  call: Described<N, I, O> &
    Pick<Operation, 'method'> &
    Partial<Pick<Operation, 'errors' | 'status' | 'hourly'>>,
): Operation<N, I, O> & { readonly caller: 'account' } {
  return {
    ...COUNTED,
    bodyBytes: LIMITS.accountBodyBytes,
    caller: 'account',
    cacheable: 'never',
    ...call,
  }
}

const COUNTED = {
  counted: true,
  cost: 1,
  status: 200,
  bodyBytes: LIMITS.publicBodyBytes,
  errors: [],
} as const

/**
 * The values of parameters. A parameter that is required or has a default is always present; any other parameter is
 * present when the caller gave it.
 */
export type Given<T extends OperationParameters> = {
  readonly [K in keyof T as T[K]['presence'] extends 'required' | 'defaulted' ? K : never]: ValueOf<T[K]>
} & {
  readonly [K in keyof T as T[K]['presence'] extends 'required' | 'defaulted' ? never : K]?: ValueOf<T[K]>
}

type GivenBody<O> = O extends { readonly bodyFaults: 'answered' }
  ? { readonly body: Readonly<Record<string, unknown>> }
  : O extends { readonly input: { readonly body: infer B extends BodySchema } }
    ? { readonly body: Static<B> }
    : unknown

/** The input of an operation's handler: the parsed parameters, the body, and the names of ignored parameters. */
export type InputOf<O> = O extends { readonly input: infer I extends Request }
  ? Given<I['path']> & Given<I['query']> & GivenBody<O> & Ignoring
  : never

/** The answer of an operation. */
export type OutputOf<O> = O extends { readonly output: infer S extends TSchema } ? Static<S> : never

/** An item of an export. */
export type ExportItem<O> = O extends { readonly lines: infer L extends TSchema } ? Static<L> : never

/** Error codes of every operation. */
export const COMMON_ERRORS = [
  'invalid_parameter',
  'invalid_key',
  'account_held',
  'not_found',
  'method_not_allowed',
  'rate_limited',
  'quota_exceeded',
  'internal_error',
  'unavailable',
] as const satisfies readonly ErrorCode[]

/** Every error code of an operation: the common codes, the codes of its kind, and its own codes. */
export function errorsOf({ caller, input, errors, protocol }: Operation): readonly ErrorCode[] {
  const ofAccount = caller === 'account' ? (['key_required'] as const) : []
  const hasBody = input.body !== undefined || protocol !== undefined
  const ofBody = hasBody ? (['payload_too_large', 'unsupported_media_type'] as const) : []
  const ofJson = input.body === undefined ? [] : (['invalid_json'] as const)
  return [...new Set([...COMMON_ERRORS, ...ofAccount, ...ofBody, ...ofJson, ...errors])]
}
