import { type CallToolResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { ERRORS, Failure } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import type { Body } from '#contract/operation.ts'
import type { ToolAnswer } from '#contract/shapes/tool-answer.ts'
import { quoteInText } from '#views/agent/words.ts'
import { readBody } from '../body.ts'
import { failureOf } from '../http/errors.ts'
import { bytesOf, resultOf } from './result.ts'
import type { McpContext } from './server.ts'
import { EXPECTED, underOwnNames } from './tools/arguments.ts'
import { inputSchemaOf, TOOLS } from './tools/table.ts'
import type { Arguments, Tool } from './tools/tool.ts'

const BY_NAME = new Map(
  TOOLS.map((tool) => [tool.name, { tool, schema: inputSchemaOf(tool) as unknown as Body }]),
)

/**
 * Calls a tool. What the caller can correct is an answer with `isError`, so that a model reads it.
 * @throws ProtocolError for a tool that does not exist
 */
export async function callTool(
  asked: { readonly name: string; readonly args: object | undefined },
  context: McpContext,
): Promise<CallToolResult> {
  const known = BY_NAME.get(asked.name)
  if (known === undefined) {
    const names = [...BY_NAME.keys()].join(', ')
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: expected one of ${names}`)
  }
  try {
    const result = await resultTo({ ...known, given: asked.args ?? {} }, context)
    context.count(asked.name)
    return result
  } catch (thrown) {
    return refusedResult(thrown, context)
  }
}

async function resultTo(
  { tool, schema, given }: { readonly tool: Tool; readonly schema: Body; readonly given: object },
  { ask, site }: McpContext,
): Promise<CallToolResult> {
  const args = readArguments(schema, underOwnNames(given, tool.input))
  const bytes = bytesOf(tokensOf(tool, args))
  const answered = await tool.answer({ args, ask, site, bytes })
  return resultOf(answered, { tool, args, bytes, site })
}

/** The arguments, checked. @throws Failure that says in words, with an example, what a text must be */
function readArguments(schema: Body, given: object): Arguments {
  try {
    return readBody(schema, given) as Arguments
  } catch (thrown) {
    const parameter = String(thrown instanceof Failure ? thrown.extra.detail?.['parameter'] : undefined)
    const expected = EXPECTED[parameter.replace(/\[\d+\]$/, '')]
    const isMissing = thrown instanceof Failure && thrown.message.startsWith('Missing')
    if (expected === undefined) throw thrown
    const message = `${isMissing ? 'Missing' : 'Invalid'} \`${parameter}\`: expected ${expected}.`
    throw new Failure('invalid_parameter', { message, detail: { parameter, expected } })
  }
}

function tokensOf({ isWhole }: Tool, { maxTokens }: Arguments): number {
  const { max, default: usual } = LIMITS.answerTokens
  if (isWhole === true) return max
  return maxTokens === undefined ? usual : Number(maxTokens)
}

/** What went wrong, in fixed words. A fault of the service is told to the operator, under the id of the request. */
function refusedResult(thrown: unknown, { requestId, failed }: McpContext): CallToolResult {
  const failure = failureOf(thrown)
  const isFault = failure !== thrown
  if (isFault) failed(thrown)
  const { code, message, extra } = failure
  const { candidates = [], candidatesTotal } = extra.candidates ?? {}
  const answer: ToolAnswer = {
    ...{ claims: [], truncated: false, next: [] },
    error: {
      ...{ code, message },
      ...(candidatesTotal !== undefined && { candidatesTotal, candidates: [...candidates] }),
    },
  }
  const lines = [
    `ERROR ${code}: ${message}${isFault ? ` Request id: ${requestId}.` : ''}${retryWords(failure)}`,
    ...(candidatesTotal === undefined ? [] : [`NOTE ${candidatesTotal} projects match. Candidates:`]),
    ...candidates.map(
      ({ slug, name, ticker, activity, catalogStatus }) =>
        `CANDIDATE slug ${slug}: ${quoteInText(name)}${ticker === undefined ? '' : `, symbol ${quoteInText(ticker)}`}, ${activity}, ${catalogStatus}`,
    ),
    ...missingLines(failure),
  ]
  return { content: [{ type: 'text', text: lines.join('\n') }], structuredContent: answer, isError: true }
}

function retryWords({ code, extra: { retryAfterSeconds } }: Failure): string {
  if (!ERRORS[code].retryable) return ''
  return retryAfterSeconds === undefined ? ' Try again later.' : ` Try again in ${retryAfterSeconds} seconds.`
}

/** The slugs of a comparison that are not published. */
function missingLines({ extra: { detail } }: Failure): readonly string[] {
  const missing = detail?.['missing']
  return Array.isArray(missing) ? [`NOTE Not published: ${missing.join(', ')}`] : []
}
