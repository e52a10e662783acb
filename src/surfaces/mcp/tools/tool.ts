import type { TSchema } from 'typebox'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { NextCall } from '#contract/shapes/tool-answer.ts'
import type { Ask } from '../../protocol.ts'
import type { About } from './ask-project.ts'

/** The arguments of a call, checked against the schemas of the tool. */
export type Arguments = Readonly<Record<string, unknown>>

/** What a tool answers before it is fitted into its tokens. */
export type Answered = {
  /** The weightiest first: the last are left out first. */
  readonly claims: readonly AgentClaim[]
  readonly total?: number | null | undefined
  readonly resume?: string | undefined
  readonly next?: readonly NextCall[]
  /** More entries match than `claims` has; `next` has the call that gives them. */
  readonly hasMore?: boolean
  readonly disclaimer?: string
  /** The project that the claims are about; absent for a list. */
  readonly about?: About
  /** Said before the claims. */
  readonly notes?: readonly string[]
}

/** One real question of an agent, answered from the operations that REST serves. */
export type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  /** The schema of each argument. */
  readonly input: Readonly<Record<string, TSchema>>
  readonly required: readonly string[]
  /** The answer is a page that goes on at a cursor, so that none of it may be left out. */
  readonly isWhole?: true
  /** The argument that is too large for the next call to repeat: the caller gives it again. */
  readonly givenAgain?: string
  /** The tool asks an operation that no cache may store. */
  readonly cacheable?: 'never'
  readonly answer: (call: ToolCall) => Promise<Answered>
}

export type ToolCall = {
  readonly args: Arguments
  readonly ask: Ask
  readonly site: { readonly baseUrl: string }
  /** Bytes that the answer may take. */
  readonly bytes: number
}
