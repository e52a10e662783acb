import { describe, expect, test } from 'vitest'
import { mcp } from '#contract/operations/mcp.ts'
import { legacyMessage, mcpOf, modernMessage } from '#test/agents/mcp.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'

const service = await httpServiceOfFile()
const { send } = mcpOf(service)

type Params = Readonly<Record<string, unknown>>
const WRONG: readonly (readonly [string, Params, string, string])[] = [
  ['tools/call', { name: 5 }, 'params.name', 'a text'],
  ['tools/call', { name: 'list_ships', arguments: [] }, 'params.arguments', 'an object'],
  ['tools/list', { cursor: 5 }, 'params.cursor', 'a text'],
  ['prompts/list', { cursor: {} }, 'params.cursor', 'a text'],
  ['resources/list', { cursor: [] }, 'params.cursor', 'a text'],
  ['resources/templates/list', { cursor: true }, 'params.cursor', 'a text'],
  ['resources/read', { uri: {} }, 'params.uri', 'a text'],
  ['resources/read', {}, 'params.uri', 'a text'],
  ['prompts/get', { name: 'check_claims', arguments: { project: 5 } }, 'params.arguments.project', 'a text'],
  [
    'completion/complete',
    { ref: { type: 'x' }, argument: {} },
    'params.ref',
    'the form that the protocol has',
  ],
  [
    'completion/complete',
    { ref: { type: 'ref/prompt', name: 'x' }, argument: 5 },
    'params.argument',
    'an object',
  ],
]
const OLDER: typeof WRONG = [
  ['initialize', { protocolVersion: 1 }, 'params.protocolVersion', 'a text'],
  ['ping', { _meta: 1 }, 'params._meta', 'an object'],
  [
    'tools/list',
    { _meta: { progressToken: {} } },
    'params._meta.progressToken',
    'the form that the protocol has',
  ],
]

describe('[R148] params of the wrong type are -32602 with the field', () => {
  const refused = (field: string, expected: string) => ({
    id: 1,
    error: { code: -32602, message: `Invalid \`${field}\`: expected ${expected}.`, data: { field } },
  })

  test.each([...WRONG, ...OLDER])('%s %j, of 2025', async (method, params, field, expected) => {
    expect((await send(legacyMessage(method, params))).body).toMatchObject(refused(field, expected))
  })

  test.each(WRONG)('%s %j, of 2026-07-28', async (method, params, field, expected) => {
    expect((await send(modernMessage(method, params))).body).toMatchObject(refused(field, expected))
  })

  test.each(['[]', '5', '"x"', 'null'])('params %s', async (params) => {
    const { headers, payload } = legacyMessage('tools/list')
    const { body } = await send({ headers, payload: payload.replace('{}', params) })
    expect(body).toMatchObject(refused('params', 'an object'))
  })

  test('in a batch, each message by itself', async () => {
    const [{ headers, payload }, right] = [legacyMessage('tools/list', { cursor: 5 }), legacyMessage('ping')]
    const { body } = await send({ headers, payload: `[${payload},${right.payload}]` })
    expect(body).toMatchObject([refused('params.cursor', 'a text'), { id: 1, result: {} }])
  })
})

test.each(['1.5', '{}', '[1]', 'true'])('[R148] the id %s is refused and not repeated', async (id) => {
  const { headers, payload } = legacyMessage('tools/list')
  const { status, body } = await send({ headers, payload: payload.replace('"id":1', `"id":${id}`) })
  expect([status, body.id, body.error?.code]).toEqual([400, null, -32600])
})

test.each([1, undefined])(
  '[R148] a message with a field that the description does not list is refused, id %s',
  async (id) => {
    const { headers, payload } = legacyMessage('ping')
    const message = { ...JSON.parse(payload), id, other: 1 }
    const { status, body } = await send({ headers, payload: JSON.stringify(message) })
    expect([status, body.error?.code]).toEqual([400, -32600])
    expect(mcp.protocol).toMatchObject({ additionalProperties: false })
  },
)

test('what is refused for another reason keeps its code and its words', async () => {
  const unknown = await send(legacyMessage('tools/call', { name: 'no_such_tool' }))
  expect(unknown.body.error).toMatchObject({ code: -32602, message: expect.stringMatching(/^Unknown tool/) })
  expect((await send(legacyMessage('no/such'))).body.error?.code).toBe(-32601)
})
