import type { MinuteCall } from '#contract/limits.ts'
import type { AgentSurface } from '#contract/shapes/agent-stats.ts'
import type { AgentDeps } from '#reads/agent/deps.ts'
import type { Bytes } from './http/content.ts'

/** A message of another protocol, as it arrived at its one path. */
export type ProtocolCall = {
  readonly body: Buffer
  readonly header: (name: string) => string | undefined
  readonly requestId: string
  /** The public address of the service, without a trailing slash. */
  readonly baseUrl: string
  /** The version of the service. */
  readonly version: string
  readonly answer: AnswerQuestion
  /** Charges the calls in the message beyond the first. @throws Failure rate_limited and quota_exceeded */
  readonly charge: (calls: number) => Promise<void>
  /** Charges a call that has a limit of its own. @throws Failure rate_limited */
  readonly chargeMinute: (call: MinuteCall) => Promise<void>
  /**
   * Counts an answered call of a capability or tool for /api/agent/stats, under the integration that the caller
   * declares.
   */
  readonly count: (call: CountedCall) => void
  /** Reports to the operator a fault that the answer must not show. */
  readonly failed: (thrown: unknown) => void
}

/**
 * A call as it is counted. `capability` is a name of the service, never a word of the caller. `integration` is the name
 * that the caller declares in the protocol; without it, the name that the caller's header declares.
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
  readonly content?: { readonly type: string } & ({ readonly text: string } | { readonly bytes: Bytes })
}

/** Answers a message. @throws Failure, which is answered in the envelope of errors */
export type AnswerProtocol = (call: ProtocolCall) => Promise<ProtocolAnswer>

/** A question of an agent. `make` answers it as text from reads on one snapshot. */
export type AgentQuestion = {
  /** The question with its input: its name in the response cache. Without it nothing is cached. */
  readonly key: string | undefined
  readonly make: (deps: AgentDeps) => Promise<string>
}

/**
 * The answer to a question, from the response cache or made now within the limits of work. A failure is not cached,
 * except the refusal of an unpublished token. @throws Failure as the question does
 */
export type AnswerQuestion = (question: AgentQuestion) => Promise<Bytes>
