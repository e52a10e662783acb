import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { LIMITS } from '#contract/limits.ts'
import type { Body } from '#contract/operation.ts'
import { TOOLS } from '#reads/agent/questions/index.ts'
import { type Arguments, answerTool, type Tool } from '#reads/agent/tool.ts'
import type { ProtocolCall } from '../protocol.ts'
import { inputOf, readArguments } from './arguments.ts'
import { refusedResult } from './refusal.ts'
import { bytesOf, resultOf } from './result.ts'
import { inputSchemaOf } from './tools.ts'

const BY_NAME = new Map(
  TOOLS.map((tool) => [tool.name, { tool, schema: inputSchemaOf(tool) as unknown as Body }]),
)

/** What a call of a tool is answered with. */
export type ToolDeps = Pick<ProtocolCall, 'answer' | 'spendMinute' | 'requestId' | 'failed'> & {
  readonly site: { readonly baseUrl: string }
}

export type ToolMessage = { readonly name: string; readonly args: object | undefined }

/** The result of a call as JSON, and whether it is an answer: a refusal is not counted. */
export type CalledTool = { readonly text: string; readonly isAnswer: boolean }

export function isTool(name: string): boolean {
  return BY_NAME.has(name)
}

/**
 * Calls a tool. What the caller can correct is a result with `isError`, so that a model reads it.
 * @throws ProtocolError for a tool that does not exist
 */
export async function callTool({ name, args }: ToolMessage, deps: ToolDeps): Promise<CalledTool> {
  const known = BY_NAME.get(name)
  if (known === undefined) {
    const names = [...BY_NAME.keys()].join(', ')
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: expected one of ${names}`)
  }
  try {
    return { text: await answerTo({ ...known, given: args ?? {} }, deps), isAnswer: true }
  } catch (thrown) {
    return { text: JSON.stringify(refusedResult(thrown, deps)), isAnswer: false }
  }
}

/** The result of a call, from the response cache where equal arguments were answered before. @throws Failure */
async function answerTo(
  { tool, schema, given }: { readonly tool: Tool; readonly schema: Body; readonly given: object },
  { answer, spendMinute, site }: ToolDeps,
): Promise<string> {
  const args = readArguments(tool, schema, given)
  const input = inputOf(tool, args)
  const bytes = bytesOf(tokensOf(tool, args))
  const { minutely } = tool
  if (minutely !== undefined) await spendMinute(minutely)
  return answer({
    key: minutely === undefined ? keyOf(tool, args) : undefined,
    async make(deps) {
      const claims = await answerTool(tool, { input, args, bytes }, deps)
      return JSON.stringify(resultOf(claims, { tool, args, bytes, site }))
    },
  })
}

function keyOf({ name }: Tool, args: Arguments): string {
  const inOrder = Object.entries(args).toSorted(([one], [another]) => (one < another ? -1 : 1))
  return `tool ${name} ${JSON.stringify(inOrder)}`
}

function tokensOf({ isWhole }: Tool, { maxTokens }: Arguments): number {
  const { max, default: usual } = LIMITS.answerTokens
  if (isWhole === true) return max
  return maxTokens === undefined ? usual : Number(maxTokens)
}
