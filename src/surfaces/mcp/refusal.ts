import type { CallToolResult } from '@modelcontextprotocol/server'
import { ERRORS, type Failure } from '#contract/errors.ts'
import type { ToolAnswer } from '#contract/shapes/tool-answer.ts'
import { quoteInText } from '#views/agent/words.ts'
import { failureOf } from '../http/errors.ts'
import type { ProtocolCall } from '../protocol.ts'

/** The result of a refused tool call, in fixed words. A fault of the service is logged under the id of the request. */
export function refusedResult(
  thrown: unknown,
  { requestId, failed }: Pick<ProtocolCall, 'requestId' | 'failed'>,
): CallToolResult {
  const failure = failureOf(thrown)
  const isFault = failure !== thrown
  if (isFault) failed(thrown)
  const { code, message, extra } = failure
  const { candidates = [], candidatesTotal } = extra.candidates ?? {}
  const answer: ToolAnswer = {
    claims: [],
    truncated: false,
    next: [],
    error: {
      code,
      message,
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
