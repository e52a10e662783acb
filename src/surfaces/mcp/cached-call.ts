import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Ask, CountedCall, ProtocolAnswer, ProtocolCall } from '../protocol.ts'
import { READ_HEADERS } from './headers.ts'
import { isCacheable } from './tools/table.ts'

/** Answers a message through the SDK. */
type AnswerAnew = (message: unknown, call: ProtocolCall) => Promise<ProtocolAnswer>

const META = Type.Record(Type.String(), Type.Unknown())
const CALL = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Union([Type.String(), Type.Integer()]),
    method: Type.Literal('tools/call'),
    params: Type.Object({
      name: Type.String(),
      arguments: Type.Optional(META),
      _meta: Type.Optional(META),
    }),
  },
  { additionalProperties: false },
)
type Call = Type.Static<typeof CALL>
const isCall = Compile(CALL)

/** Metadata that differs from call to call. A text in it changes no answer. */
const OF_ONE_CALL: readonly string[] = ['progressToken', 'traceparent', 'tracestate', 'baggage']

/** The JSON of a result, and the call as it is counted. */
type AnsweredCall = { readonly result: string; readonly counted: CountedCall }

/**
 * Answers a message; a call of a tool from the response cache. What the SDK reads of such a call are its headers and its
 * parameters: a later call with the same ones gets the same result under its own id, and does not pass the SDK again.
 */
export async function answerCached(
  message: unknown,
  call: ProtocolCall,
  answerAnew: AnswerAnew,
): Promise<ProtocolAnswer> {
  if (!isCall.Check(message) || !isCacheable(message.params.name)) return answerAnew(message, call)
  const { id } = message
  try {
    const { result, counted } = await call.cached(keyOf(message, call), (ask) =>
      answeredNow(answerAnew, { message, call, ask }),
    )
    call.count(counted)
    const text = `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`
    return { status: 200, content: { type: 'application/json', text } }
  } catch (thrown) {
    if (thrown instanceof Refused) return underId(id, thrown.answer)
    throw thrown
  }
}

/** The cache key of a call: everything that the SDK reads of it, with the arguments in one order. */
function keyOf({ params }: Call, { header }: ProtocolCall): string {
  const { arguments: given = {}, _meta = {}, ...other } = params
  const inOrder = Object.entries(given).toSorted(([one], [another]) => (one < another ? -1 : 1))
  const meta = Object.entries(_meta).filter(
    ([name, value]) => !(OF_ONE_CALL.includes(name) && typeof value === 'string'),
  )
  const headers = READ_HEADERS.map((name) => header(name) ?? null)
  return `mcp ${JSON.stringify([headers, other, inOrder, params._meta === undefined ? null : meta])}`
}

/** A call that is answered now. @throws Refused for an answer that is not cached */
async function answeredNow(
  answerAnew: AnswerAnew,
  { message, call, ask }: { readonly message: Call; readonly call: ProtocolCall; readonly ask: Ask },
): Promise<AnsweredCall> {
  const counted: CountedCall[] = []
  const answer = await answerAnew(message, { ...call, ask, count: (one) => counted.push(one) })
  const [answered] = counted
  if (answered === undefined || answer.content === undefined) throw new Refused(answer)
  const { result }: { readonly result?: unknown } = JSON.parse(answer.content.text)
  return { result: JSON.stringify(result), counted: answered }
}

/** The call was refused. Callers that waited for the same answer get the same refusal. */
class Refused extends Error {
  readonly answer: ProtocolAnswer

  constructor(answer: ProtocolAnswer) {
    super('the call was refused')
    this.answer = answer
  }
}

/** The refusal of a call as the answer to another. An error without an id keeps none. */
function underId(id: string | number, { content, ...answer }: ProtocolAnswer): ProtocolAnswer {
  if (content === undefined) return answer
  const refusal: { readonly id?: unknown } = JSON.parse(content.text)
  const text = JSON.stringify({ ...refusal, ...((refusal.id ?? null) !== null && { id }) })
  return { ...answer, content: { ...content, text } }
}
