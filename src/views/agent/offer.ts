import type { AgentCapability } from '#contract/shapes/agent-answer.ts'

/** A capability as it is offered to agents. */
export type Offer = {
  readonly name: AgentCapability
  /** Verb and object, the name of the skill of the agent card. */
  readonly title: string
  readonly description: string
  /** Its address with the parameters that it needs in braces. */
  readonly address: `/api/agent/${string}`
  /** The parameters that it reads. */
  readonly parameters: readonly string[]
  readonly tags: readonly [string, ...string[]]
  /** Questions in words that ask this capability. */
  readonly examples: readonly [string, ...string[]]
}
