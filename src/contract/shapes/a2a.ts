import { type Static, type TSchema, Type } from 'typebox'
import { described, namedList, namedObject, nullable } from '../enums.ts'
import { JsonRpcId, JsonRpcVersion } from './json-rpc.ts'

/** The served version of the protocol. The patch number is never on the wire. @source A2A 1.0, section 3.6 */
export const A2A_VERSION = '1.0'

/** A field that may be left out. A null is read as left out, as ProtoJSON has it. */
function given<T extends TSchema>(schema: T) {
  return Type.Optional(nullable(schema))
}

const Metadata = Type.Object({}, { additionalProperties: true, description: 'Not read' })
const Text = Type.String()
const NotEmpty = Type.String({ minLength: 1 })
const Count = Type.Integer({
  minimum: 0,
  maximum: 2_147_483_647,
  description: 'Has no effect: no history is kept',
})

/** One piece of a question: a text, or an object with a capability. */
const A2aQuestionPart = namedObject('A2aQuestionPart', {
  text: given(described(Text, 'A question in words')),
  data: Type.Optional(
    Type.Unknown({ description: 'A question as an object: `capability` with the parameters of /api/agent' }),
  ),
  raw: given(described(Text, 'Refused: files are not read')),
  url: given(described(Text, 'Refused: no address is opened')),
  mediaType: given(described(Text, 'text/plain or application/json')),
  filename: given(Text),
  metadata: given(Metadata),
})
export type A2aQuestionPart = Static<typeof A2aQuestionPart>

const A2aQuestion = namedObject('A2aQuestion', {
  messageId: described(NotEmpty, 'Of the client'),
  role: namedList('A2aAskingRole', ['ROLE_USER']),
  parts: Type.Array(A2aQuestionPart, { minItems: 1, maxItems: 20 }),
  contextId: given(described(Text, 'Answered as it is; a new one without it')),
  taskId: given(described(Text, 'Refused: no task exists')),
  metadata: given(Metadata),
  extensions: given(Type.Array(Text)),
  referenceTaskIds: given(Type.Array(Text)),
})

/** The parameters of SendMessage. Fields that are not named here are ignored. @source A2A 1.0, section 3.1.1 */
export const A2aSendMessage = namedObject('A2aSendMessage', {
  message: A2aQuestion,
  configuration: given(
    namedObject('A2aSendConfiguration', {
      acceptedOutputModes: given(
        Type.Array(Text, {
          description: 'Media types that the client can read: text/plain, application/json',
        }),
      ),
      taskPushNotificationConfig: given(
        Type.Object({}, { additionalProperties: true, description: 'Refused: nothing is pushed' }),
      ),
      historyLength: given(Count),
      returnImmediately: given(Type.Boolean({ description: 'Has no effect: the answer is in the response' })),
    }),
  ),
  metadata: given(Metadata),
})

/** The parameters of GetTask and CancelTask. */
export const A2aTaskReference = namedObject('A2aTaskReference', {
  id: NotEmpty,
  historyLength: given(Count),
  metadata: given(Metadata),
})

const A2aTaskState = namedList('A2aTaskState', [
  'TASK_STATE_UNSPECIFIED',
  'TASK_STATE_SUBMITTED',
  'TASK_STATE_WORKING',
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_INPUT_REQUIRED',
  'TASK_STATE_REJECTED',
  'TASK_STATE_AUTH_REQUIRED',
])

/** `pageSize` of a request that does not give it. */
export const A2A_TASKS_DEFAULT = 50

/** The parameters of ListTasks, whose answer is empty. */
export const A2aTaskQuery = namedObject('A2aTaskQuery', {
  contextId: given(Text),
  status: given(A2aTaskState),
  pageSize: given(Type.Integer({ minimum: 1, maximum: 100, description: `Default ${A2A_TASKS_DEFAULT}` })),
  pageToken: given(Type.String({ maxLength: 0, description: 'The list has no next part' })),
  historyLength: given(Count),
  statusTimestampAfter: given(
    Type.String({
      pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})$',
    }),
  ),
  includeArtifacts: given(Type.Boolean()),
})

/** A JSON-RPC 2.0 request. A request without an id gets no body. */
export const A2aRequest = namedObject('A2aRequest', {
  jsonrpc: JsonRpcVersion,
  id: Type.Optional(described(JsonRpcId, 'Answered as it is')),
  method: Type.String({ description: 'SendMessage, or another method of A2A 1.0' }),
  params: Type.Optional(Type.Union([A2aSendMessage, A2aTaskReference, A2aTaskQuery])),
})

const A2aAnswerPart = namedObject('A2aAnswerPart', {
  text: Type.Optional(Type.String({ description: 'The answer in lines that stand alone' })),
  data: Type.Optional(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'The same as an object: the answer of /api/agent/{capability}',
      },
    ),
  ),
  mediaType: Type.String({ description: 'text/plain or application/json' }),
})

const A2aMessage = namedObject('A2aMessage', {
  messageId: Type.String(),
  contextId: Type.String(),
  role: Type.Literal('ROLE_AGENT'),
  parts: Type.Array(A2aAnswerPart, { minItems: 1 }),
})

/** The result of ListTasks. */
const A2aTaskList = namedObject('A2aTaskList', {
  tasks: Type.Array(Type.Object({}), { maxItems: 0, description: 'No task is ever stored' }),
  nextPageToken: Type.Literal(''),
  pageSize: Type.Integer({ minimum: 1, maximum: 100 }),
  totalSize: Type.Integer({ minimum: 0, maximum: 0 }),
})

/** The result of a method. */
export const A2aResult = Type.Union([namedObject('A2aSent', { message: A2aMessage }), A2aTaskList])
export type A2aResult = Static<typeof A2aResult>

/** A detail of an error as ProtoJSON: its type, and the fields of that type. */
const ErrorDetail = Type.Unsafe<{ readonly '@type': string; readonly [field: string]: unknown }>(
  Type.Object({ '@type': Type.String() }, { additionalProperties: true }),
)

/** The error of a response. */
export const A2aError = namedObject('A2aError', {
  code: Type.Integer({ description: 'A code of JSON-RPC 2.0, or -32001 to -32009 of A2A' }),
  message: Type.String(),
  data: Type.Optional(Type.Array(ErrorDetail, { minItems: 1 })),
})
export type A2aError = Static<typeof A2aError>

/** A JSON-RPC 2.0 response, with a result or an error. @source A2A 1.0, section 9 */
export const A2aResponse = namedObject('A2aResponse', {
  jsonrpc: JsonRpcVersion,
  id: described(JsonRpcId, 'Null where the request has none that can be read'),
  result: Type.Optional(A2aResult),
  error: Type.Optional(A2aError),
})
export type A2aResponse = Static<typeof A2aResponse>
