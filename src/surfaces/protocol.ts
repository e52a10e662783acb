import type { OPERATIONS, OperationName, Output } from '#contract/operations/index.ts'
import type { AgentSurface } from '#contract/shapes/agent-stats.ts'

/** A message of another protocol, as it arrived at its one path. */
export type ProtocolCall = {
  readonly body: Buffer
  readonly header: (name: string) => string | undefined
  readonly requestId: string
  /** The public address of the service, without a trailing slash. */
  readonly baseUrl: string
  /** The version of the service. */
  readonly version: string
  readonly ask: Ask
  readonly cached: AskCached
  /** Charges the calls in the message beyond the first. @throws Failure rate_limited and quota_exceeded */
  readonly charge: (calls: number) => Promise<void>
  /** Counts an answered call of a capability or tool for /api/agent/stats, under the integration that the caller declares. */
  readonly count: (call: CountedCall) => void
  /** Tells the operator of a fault that the answer must not show. */
  readonly failed: (thrown: unknown) => void
}

/**
 * A call as it is counted. `capability` is a name of the service, never a word of the caller. `integration` is the name
 * that the caller declares in the protocol; without it that of its header.
 */
export type CountedCall = {
  readonly surface: AgentSurface
  readonly capability: string
  readonly integration?: string
}

/** The answer of a protocol. No cache may store it. */
export type ProtocolAnswer = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** Undefined where the protocol answers without a body. */
  readonly content?: { readonly type: string; readonly text: string }
}

/** Answers a message. @throws Failure, which is answered in the envelope of errors */
export type AnswerProtocol = (call: ProtocolCall) => Promise<ProtocolAnswer>

/** The texts and the body of a call, as a REST request would give them. */
export type AskedInput = {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** The operations that a protocol may ask: those that anyone may call by REST. */
export type AskedName = {
  readonly [N in OperationName]: (typeof OPERATIONS)[N] extends { readonly protocol: object }
    ? never
    : (typeof OPERATIONS)[N] extends { readonly caller: 'anyone' }
      ? N
      : never
}[OperationName]

/**
 * Asks an operation as REST does, with the same parsing, cache, limits of work and check of the answer. A renamed project
 * is asked by its current slug. @throws Failure as the operation does
 */
export type Ask = <N extends AskedName>(name: N, input: AskedInput) => Promise<Output<N>>

/**
 * The JSON value under a key, from the response cache, or made now from what `make` asks. It expires when the oldest of
 * those answers does. `make` may ask only operations whose answers are cached. A failure is not cached.
 */
export type AskCached = <T>(key: string, make: (ask: Ask) => Promise<T>) => Promise<T>
