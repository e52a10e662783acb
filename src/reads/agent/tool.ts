import type { MinuteCall } from '#contract/limits.ts'
import type { Given } from '#contract/operation.ts'
import type { Parameter } from '#contract/parameters/parameter.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { ProjectReference } from '#contract/shapes/project-reference.ts'
import type { NextCall } from '#contract/shapes/tool-answer.ts'
import type { AgentDeps } from './deps.ts'

/** The arguments of a call as the caller gave them, checked against their schemas. */
export type Arguments = Readonly<Record<string, unknown>>

/** The arguments of a tool by name, in the order in which they are listed. */
type ToolInput = Readonly<Record<string, Parameter>>

/** The project that claims are about. `read` has notes on a guessed name and on words that were not understood. */
export type About = { readonly project: ProjectReference; readonly read: readonly string[] }

/** The answer of a tool before it is cut to the size that an answer may have. */
export type ToolClaims = {
  /** The most important claims come first. Claims that do not fit are left out from the end. */
  readonly claims: readonly AgentClaim[]
  readonly total?: number | null | undefined
  readonly resume?: string | undefined
  readonly next?: readonly NextCall[]
  /** More entries match than `claims` has; `next` has the call that gives them. */
  readonly hasMore?: boolean
  readonly disclaimer?: string
  /** The project that the claims are about; absent for a list. */
  readonly about?: About
  /** Sentences that stand before the claims. */
  readonly notes?: readonly string[]
}

/** A call of a tool. */
export type ToolCall<I extends ToolInput = ToolInput> = {
  readonly input: Given<I>
  readonly args: Arguments
  /** The JSON object of the call, for a tool that takes one. */
  readonly body?: Readonly<Record<string, unknown>> | undefined
  /** Maximum bytes of the claims. */
  readonly bytes: number
}

type Row<I extends ToolInput> = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: I
  /** No claim may be left out, because the answer is a list that continues at a cursor. */
  readonly isWhole?: true
  /** A JSON object that the tool takes in addition to its arguments, within the bounds of an open body. */
  readonly body?: { readonly name: string; readonly description: string }
  /** The argument that is too large for the next call to repeat: the caller gives it again. */
  readonly givenAgain?: string
  /** The per-minute limit that each call also counts against. It is needed because no cache stores the answers. */
  readonly minutely?: MinuteCall
}

/** A tool of the Model Context Protocol: a question that agents ask, with the function that answers it. */
export type Tool = Row<ToolInput> & {
  readonly answer: (call: never, deps: AgentDeps) => Promise<ToolClaims>
}

/** Defines a tool. The type of its input follows from its arguments. */
export function defineTool<const I extends ToolInput>(
  tool: Row<I> & { readonly answer: (call: ToolCall<I>, deps: AgentDeps) => Promise<ToolClaims> },
): Tool {
  return tool as Tool
}

/** Answers a call whose input was parsed by the arguments of its tool. */
export function answerTool(tool: Tool, call: ToolCall, deps: AgentDeps): Promise<ToolClaims> {
  return tool.answer(call as never, deps)
}
