import type { Answer, ProviderRequest } from '../server.ts'
import type { FaultKind, ProviderName } from './kinds.ts'

export type FaultOrder = {
  readonly provider: ProviderName
  readonly kind: FaultKind
  readonly forMs?: number
  readonly times?: number
  /** A text in the path, query, host or body. Only requests with this text are affected. */
  readonly match?: string
  /** How long an answer takes, or the pause that a rate limit asks for. */
  readonly delayMs?: number
  /** The widest range of a log query that is answered, or the number of newest blocks whose state is kept. */
  readonly maxBlocks?: number
  /** The answer of the fault `replaced`. */
  readonly replacement?: Answer
}

/** A request that a fault hits. `answer` gives the provider's answer without the fault. */
export type Hit = {
  readonly fault: FaultOrder
  readonly request: ProviderRequest
  readonly now: number
  /** The number of hits of all faults so far, so that the words can change from hit to hit. */
  readonly turn: number
  readonly answer: (request: ProviderRequest) => Promise<Answer>
}

/** The default of `maxBlocks`. */
export const defaultBlocks = 100
