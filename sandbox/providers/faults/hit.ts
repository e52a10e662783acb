import type { Answer, ProviderRequest } from '../server.ts'
import type { FaultKind, ProviderName } from './kinds.ts'

export type FaultOrder = {
  readonly provider: ProviderName
  readonly kind: FaultKind
  readonly forMs?: number
  readonly times?: number
  /** A part of the path, query, host or body; only requests that contain it are affected. */
  readonly match?: string
  /** How long an answer takes, or the pause that a limit names. */
  readonly delayMs?: number
  /** The widest log query that is answered, or the newest blocks whose state is kept. */
  readonly maxBlocks?: number
  /** What `replaced` answers. */
  readonly replacement?: Answer
}

/** A request that a fault hits, and how its provider answers requests without the fault. */
export type Hit = {
  readonly fault: FaultOrder
  readonly request: ProviderRequest
  readonly now: number
  /** Counts the hits of all faults, so that words can differ from one to the next. */
  readonly turn: number
  readonly answer: (request: ProviderRequest) => Promise<Answer>
}

/** What `maxBlocks` is when an order does not give it. */
export const defaultBlocks = 100
