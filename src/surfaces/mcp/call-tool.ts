import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { LRUCache } from 'lru-cache'
import { LIMITS } from '#contract/limits.ts'
import type { BodySchema } from '#contract/operation.ts'
import { TOOLS } from '#reads/agent/questions/index.ts'
import { type Arguments, answerTool, type Tool, type ToolCall } from '#reads/agent/tool.ts'
import { type Bytes, bytesOfText } from '../http/content.ts'
import type { ProtocolCall } from '../protocol.ts'
import { bodyOf, inputOf, readArguments } from './arguments.ts'
import { refusedResult } from './refusal.ts'
import { bytesOf, resultOf } from './result.ts'
import { inputSchemaOf } from './tools.ts'

const BY_NAME = new Map(TOOLS.map((tool) => [tool.name, { tool, schema: inputSchemaOf(tool) as BodySchema }]))

/** The parts of a protocol call that answer the call of a tool. */
export type ToolDeps = Pick<ProtocolCall, 'answer' | 'chargeMinute' | 'requestId' | 'failed' | 'baseUrl'>

export type ToolMessage = { readonly name: string; readonly args: object | undefined }

/** The result of a call as the bytes of its JSON, and whether it is an answer: a refusal is not counted. */
export type CalledTool = { readonly bytes: Bytes; readonly isAnswer: boolean }

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
    return { bytes: await answerTo(readCall({ ...known, given: args ?? {} }), deps), isAnswer: true }
  } catch (thrown) {
    return { bytes: bytesOfText(JSON.stringify(refusedResult(thrown, deps))), isAnswer: false }
  }
}

type Known = { readonly tool: Tool; readonly schema: BodySchema }
/** A call whose arguments were checked and parsed. `key` names it in the response cache. */
type ReadCall = ToolCall & { readonly tool: Tool; readonly key: string | undefined }

/** Most calls repeat, and to check and parse their arguments takes as long as to send a cached answer. */
const READ_CALLS = new LRUCache<string, ReadCall>({ max: 10_000 })
/** Longer calls are not kept, so that they take at most 20 MB. */
const LONGEST = 500

/** @throws Failure of the first argument that is refused */
function readCall({ tool, schema, given }: Known & { readonly given: object }): ReadCall {
  // An object may be large and nested: a call that has one has no key and is read each time.
  if (tool.body !== undefined) return readNow({ tool, schema, given, key: undefined })
  const inOrder = Object.entries(given).toSorted(([one], [another]) => (one < another ? -1 : 1))
  const key = `tool ${tool.name} ${JSON.stringify(inOrder)}`
  const before = READ_CALLS.get(key)
  if (before !== undefined) return before
  const call = readNow({ tool, schema, given, key })
  if (key.length <= LONGEST) READ_CALLS.set(key, call)
  return call
}

function readNow({ tool, schema, given, key }: Known & { given: object; key: string | undefined }): ReadCall {
  const args = readArguments(tool, schema, given)
  const body = bodyOf(tool, args)
  return { tool, key, args, body, input: inputOf(tool, args), bytes: bytesOf(tokensOf(tool, args)) }
}

/** The result of a call, from the response cache where equal arguments were answered before. @throws Failure */
async function answerTo(call: ReadCall, { answer, chargeMinute, baseUrl }: ToolDeps): Promise<Bytes> {
  const { tool, key, args, bytes } = call
  const { minutely } = tool
  if (minutely !== undefined) await chargeMinute(minutely)
  return answer({
    key,
    async make(deps) {
      const claims = await answerTool(tool, call, deps)
      return JSON.stringify(resultOf(claims, { tool, args, bytes, site: { baseUrl } }))
    },
  })
}

function tokensOf({ isWhole }: Tool, { maxTokens }: Arguments): number {
  const { max, default: usual } = LIMITS.answerTokens
  if (isWhole === true) return max
  return maxTokens === undefined ? usual : Number(maxTokens)
}
