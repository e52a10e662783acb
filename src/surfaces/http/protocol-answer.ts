import type { IncomingMessage } from 'node:http'
import type { CountCall } from '#accounts/agent-calls.ts'
import type { Callers } from '#accounts/callers.ts'
import { integration } from '#contract/parameters/parameter.ts'
import type { Registry } from '../handlers.ts'
import type { ProtocolAnswer } from '../protocol.ts'
import type { Answer } from './answer.ts'
import { type Content, contentOf, contentOfBytes } from './content.ts'
import type { LogFailure } from './failure-log.ts'
import { readBody } from './json-body.ts'
import { openPositions, positionHeader } from './positioned-reads.ts'
import type { openQuestions } from './questions.ts'
import type { AnswerOperation } from './read-answer.ts'
import type { RequestState } from './request-state.ts'

const NOT_STORED = { 'cache-control': 'no-store' }
const INTEGRATION = integration()

/** Opens the answers of operations that carry the messages of another protocol. */
export function openProtocols(deps: {
  readonly protocols: Registry['protocols']
  readonly questions: ReturnType<typeof openQuestions>
  readonly callers: Callers
  readonly countCall: CountCall
  readonly baseUrl: string
  readonly version: string
  readonly failed: LogFailure
}): AnswerOperation {
  const { protocols, questions, callers, baseUrl, version, failed, countCall } = deps
  return async ({ name, bodyBytes }, state) => {
    const answer = protocols[name]
    if (answer === undefined) throw new Error(`no protocol answers ${name}`)
    const { request, requestId, caller } = state
    const positions = openPositions()
    const body = await readBody(state, bodyBytes)
    const answered = await answer({
      body,
      requestId,
      baseUrl,
      version,
      header: (header) => request.headers[header]?.toString(),
      answer: questions(state, positions.saw),
      chargeMinute: async (call) => {
        if (caller !== undefined) await callers.chargeMinute({ caller, call })
      },
      charge: (calls) => chargeMore(calls, state, deps),
      count: ({ integration = declaredBy(request), ...call }) => {
        state.capability = call.capability
        countCall({ ...call, integration })
      },
      failed: (err) => failed({ requestId, err }),
    })
    state.headers = { ...state.headers, ...positionHeader(positions.oldest()) }
    return answerOf(answered)
  }
}

/** The integration that a header declares; null for none, and for a name of another form. */
function declaredBy({ headers }: IncomingMessage): string | null {
  const declared = INTEGRATION.parse(String(headers['x-svc-integration']))
  return headers['x-svc-integration'] !== undefined && 'value' in declared ? declared.value : null
}

/** The request itself was charged as one call before its body was read. */
async function chargeMore(
  calls: number,
  state: RequestState,
  { callers }: { readonly callers: Callers },
): Promise<void> {
  if (calls < 1 || state.caller === undefined) return
  const { headers, left, refusal } = await callers.charge(state.caller, calls)
  state.headers = { ...headers, ...left }
  if (refusal !== undefined) throw refusal
}

function answerOf({ status, headers = {}, content }: ProtocolAnswer): Answer {
  const all = { ...NOT_STORED, ...headers }
  return content === undefined ? { status, headers: all } : { status, headers: all, content: bodyOf(content) }
}

function bodyOf(content: NonNullable<ProtocolAnswer['content']>): Content {
  const { type } = content
  return 'bytes' in content ? contentOfBytes(content.bytes, type) : contentOf(content.text, type)
}
