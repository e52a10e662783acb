import type { AgentSurface } from '#contract/shapes/agent-stats.ts'

/**
 * An answered call of an agent. `capability` is a name of the service, never a word of the caller; `integration` is what
 * the caller declares itself to be.
 */
export type AgentCall = {
  readonly surface: AgentSurface
  readonly capability: string
  readonly integration: string | null
}

/** Counts a call. It never fails and never waits. */
export type CountCall = (call: AgentCall) => void
