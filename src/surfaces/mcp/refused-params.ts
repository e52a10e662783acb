import { specTypeSchemas } from '@modelcontextprotocol/server'
import { isObject } from '#contract/json-object.ts'
import { placeOf } from '../body.ts'
import type { ProtocolAnswer } from '../protocol.ts'

/** The requests of the protocol, by method. A method that is missing here takes `params` of any form. */
const REQUESTS = new Map(
  Object.entries({
    initialize: specTypeSchemas.InitializeRequest,
    ping: specTypeSchemas.PingRequest,
    'server/discover': specTypeSchemas.DiscoverRequest,
    'tools/list': specTypeSchemas.ListToolsRequest,
    'tools/call': specTypeSchemas.CallToolRequest,
    'prompts/list': specTypeSchemas.ListPromptsRequest,
    'prompts/get': specTypeSchemas.GetPromptRequest,
    'resources/list': specTypeSchemas.ListResourcesRequest,
    'resources/templates/list': specTypeSchemas.ListResourceTemplatesRequest,
    'resources/read': specTypeSchemas.ReadResourceRequest,
    'completion/complete': specTypeSchemas.CompleteRequest,
    'subscriptions/listen': specTypeSchemas.SubscriptionsListenRequest,
  }),
)
/** The codes with which the SDK refuses parameters: an invalid message, invalid parameters, an internal error. */
const OF_THE_SDK: readonly unknown[] = [-32600, -32602, -32603]
const INVALID_PARAMS = -32602

type Json = Readonly<Record<string, unknown>>
type Fault = { readonly field: string; readonly expected: string }

/**
 * The answer of the SDK to a message. For `params` of the wrong type the SDK answers its validator's report, in part as
 * an internal error. Such a refusal becomes -32602 with the first wrong field. An id that is neither a text nor a whole
 * number is not repeated.
 */
export async function withNamedField(message: unknown, answer: ProtocolAnswer): Promise<ProtocolAnswer> {
  const { content } = answer
  if (!isObject(message) || content === undefined || !('text' in content)) return answer
  if (content.type !== 'application/json') return answer
  const refusal: unknown = JSON.parse(content.text)
  if (!isObject(refusal) || !isObject(refusal['error'])) return answer
  const fault = OF_THE_SDK.includes(refusal['error']['code']) ? await faultOf(message) : undefined
  const error = fault === undefined ? refusal['error'] : errorOf(fault)
  const id = isId(refusal['id']) ? refusal['id'] : null
  return { ...answer, content: { ...content, text: JSON.stringify({ jsonrpc: '2.0', id, error }) } }
}

function errorOf({ field, expected }: Fault) {
  const message = `Invalid \`${field}\`: expected ${expected}.`
  return { code: INVALID_PARAMS, message, data: { field } }
}

/** The first field of `params` that is not as the method wants it; undefined for a message with another fault. */
async function faultOf(message: Json): Promise<Fault | undefined> {
  const request = REQUESTS.get(String(message['method']))
  if (request === undefined || !isId(message['id'])) return undefined
  const { issues = [] } = await request['~standard'].validate(message)
  const wrong = issues.find(({ path = [] }) => partOf(path[0]) === 'params')
  if (wrong === undefined) return undefined
  const { path = [] } = wrong
  const [, type] = /expected (\S+?),/.exec(wrong.message) ?? []
  return {
    field: placeOf(path.map(partOf)),
    expected: WORDS.get(String(type)) ?? 'the form that the protocol has',
  }
}

const WORDS = new Map([
  ['string', 'a text'],
  ['number', 'a number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['record', 'an object'],
])

/** A part of a path: a key, or an object that has it. */
function partOf(part: PropertyKey | { readonly key: PropertyKey } | undefined): string | number {
  const key = typeof part === 'object' ? part.key : part
  return typeof key === 'number' ? key : String(key)
}

function isId(id: unknown): boolean {
  return typeof id === 'string' || Number.isInteger(id)
}
