import { createServer } from 'node:http'
import { describe, expect, test } from 'vitest'
import { ask, call, messageOf } from '#test/agents/a2a.ts'
import { listenOnLoopback } from '#test/servers/loopback-server.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'

const service = await httpServiceOfFile()

const HELLO = messageOf([{ text: 'Hello' }])
const send = (message: unknown, configuration: unknown = {}) =>
  call(service, 'SendMessage', { message, configuration })
const without = (name: string) => Object.fromEntries(Object.entries(HELLO).filter(([key]) => key !== name))
const info = (reason: string) => [expect.objectContaining({ reason, domain: 'a2a-protocol.org' })]

describe('[agents 27] a message that is not well formed is -32602 and names the field', () => {
  const faulty: readonly (readonly [string, unknown, string])[] = [
    ['no parts', { ...HELLO, parts: [] }, 'message.parts'],
    ['parts that are no list', { ...HELLO, parts: { text: 'a' } }, 'message.parts'],
    ['missing parts', without('parts'), 'message.parts'],
    ['a missing role', without('role'), 'message.role'],
    ['the role of version 0.3', { ...HELLO, role: 'user' }, 'message.role'],
    ['the role of the agent', { ...HELLO, role: 'ROLE_AGENT' }, 'message.role'],
    ['a missing messageId', without('messageId'), 'message.messageId'],
    ['an empty messageId', { ...HELLO, messageId: '' }, 'message.messageId'],
    ['text and data in one part', messageOf([{ text: 'a', data: {} }]), 'message.parts[0]'],
    ['a part without content', messageOf([{ text: 'a' }, { mediaType: 'text/plain' }]), 'message.parts[1]'],
    ['a part of version 0.3', messageOf([{ kind: 'data' }]), 'message.parts[0]'],
    ['a number as text', messageOf([{ text: 1 }]), 'message.parts[0].text'],
    ['a list as data', messageOf([{ data: [] }]), 'message.parts[0].data'],
    ['two parts with data', messageOf([{ data: {} }, { data: {} }]), 'message.parts[1]'],
    ['a number as contextId', { ...HELLO, contextId: 1 }, 'message.contextId'],
    ['no message', undefined, 'message'],
  ]
  test.each(faulty)('%s', async (_what, message, field) => {
    const { status, id, error } = await send(message)
    expect([status, id, error?.code]).toEqual([200, 7, -32602])
    expect(error?.data).toEqual([
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: [{ field, description: expect.stringContaining('expected') }],
      },
    ])
  })

  test('every field is named', async () => {
    const { error } = await send({ parts: [] })
    const [{ fieldViolations = [] } = {}] = (error?.data ?? []) as { fieldViolations?: { field: string }[] }[]
    expect(fieldViolations.map(({ field }) => field)).toEqual([
      'message.messageId',
      'message.role',
      'message.parts',
    ])
  })

  test.each([
    [{ acceptedOutputModes: 'text/plain' }, 'configuration.acceptedOutputModes'],
    [{ historyLength: -1 }, 'configuration.historyLength'],
    [{ returnImmediately: 'no' }, 'configuration.returnImmediately'],
  ])('a configuration %j', async (configuration, field) => {
    expect((await send(HELLO, configuration)).error).toMatchObject({
      code: -32602,
      data: [{ fieldViolations: [{ field }] }],
    })
  })
})

describe('[agents 28] a type that is not read or answered is -32005', () => {
  test.each([
    [{ raw: 'aGk=', mediaType: 'image/png', filename: 'a.png' }],
    [{ raw: 'aGk=', mediaType: 'text/plain' }],
    [{ url: 'https://example.com/a.txt', mediaType: 'text/plain' }],
    [{ text: 'Hello', mediaType: 'text/html' }],
    [{ text: 'Hello', mediaType: 'application/json' }],
    [{ data: { capability: 'unknowns' }, mediaType: 'text/plain' }],
  ])('the part %j', async (part) => {
    const { error } = await send(messageOf([{ text: 'Hello' }, part]))
    expect([error?.code, error?.data]).toEqual([-32005, info('CONTENT_TYPE_NOT_SUPPORTED')])
  })

  test.each([[['image/png']], [['image/*', '']]])('the accepted types %j', async (acceptedOutputModes) => {
    const { error } = await send(HELLO, { acceptedOutputModes })
    expect([error?.code, error?.data]).toEqual([-32005, info('CONTENT_TYPE_NOT_SUPPORTED')])
  })

  test.each([
    [undefined, ['text/plain', 'application/json']],
    [[], ['text/plain', 'application/json']],
    [['*/*'], ['text/plain', 'application/json']],
    [['text/plain'], ['text/plain']],
    [['TEXT/*;q=0.5', 'image/png'], ['text/plain']],
    [['image/png', 'application/json; charset=utf-8'], ['application/json']],
  ])('of the accepted types %j, the answer has %j', async (acceptedOutputModes, types) => {
    const { result } = await send(HELLO, { acceptedOutputModes })
    const parts = result?.message.parts ?? []
    expect(parts.map(({ mediaType }) => mediaType)).toEqual(types)
    expect(parts.map((part) => Object.keys(part).length)).toEqual(types.map(() => 2))
  })
})

describe('[agents 29] no task exists', () => {
  test('a message to a task is -32001', async () => {
    const { error } = await send({ ...HELLO, taskId: 'x' })
    expect([error?.code, error?.data]).toEqual([-32001, info('TASK_NOT_FOUND')])
  })
})

describe('[agents 30] tasks', () => {
  test.each(['GetTask', 'CancelTask'])('%s finds none', async (method) => {
    expect((await call(service, method, { id: 'x', historyLength: 0 })).error).toMatchObject({
      code: -32001,
      data: info('TASK_NOT_FOUND'),
    })
    expect((await call(service, method)).error?.code).toBe(-32602)
    expect((await call(service, method, { id: '' })).error?.code).toBe(-32602)
  })

  test.each([
    [{}, 50],
    [{ contextId: 'a', status: 'TASK_STATE_WORKING', pageSize: 1, pageToken: '', includeArtifacts: true }, 1],
    [{ pageSize: 100, statusTimestampAfter: '2026-11-01T00:00:00Z', pageToken: null }, 100],
  ])('ListTasks %j is an empty list', async (params, pageSize) => {
    const { result } = await call(service, 'ListTasks', params)
    expect(result).toEqual({ tasks: [], nextPageToken: '', pageSize, totalSize: 0 })
  })

  test.each([
    ['pageSize', 0],
    ['pageSize', 1000],
    ['pageSize', '10'],
    ['status', 'TASK_STATE_RUNNING'],
    ['historyLength', -5],
    ['pageToken', 'x'],
    ['statusTimestampAfter', 'yesterday'],
  ])('ListTasks with %s %j is -32602', async (field, value) => {
    expect((await call(service, 'ListTasks', { [field]: value })).error).toMatchObject({
      code: -32602,
      data: [{ fieldViolations: [{ field }] }],
    })
  })
})

test('[agents 31] push configurations are -32003, and nothing is requested', async () => {
  const requested: string[] = []
  const trap = createServer((request, response) => {
    requested.push(String(request.url))
    response.end()
  })
  trap.on('connection', () => requested.push('a connection'))
  await using server = await listenOnLoopback(trap)
  const url = `${server.url}/pushed`
  const config = { taskId: 'x', id: 'a', url, token: 't' }
  const methods = ['Create', 'Get', 'Delete'].map((verb) => `${verb}TaskPushNotificationConfig`)
  const answers = await Promise.all([
    ...[...methods, 'ListTaskPushNotificationConfigs'].map((method) => call(service, method, config)),
    send(HELLO, { taskPushNotificationConfig: config }),
    send({ ...HELLO, taskId: 'x' }, { taskPushNotificationConfig: config }),
  ])
  expect(answers.map(({ error }) => error?.code)).toEqual(answers.map(() => -32003))
  expect(answers[0]?.error?.data).toEqual(info('PUSH_NOTIFICATION_NOT_SUPPORTED'))
  expect(requested).toEqual([])
})

test.each(['SendStreamingMessage', 'SubscribeToTask', 'GetExtendedAgentCard'])(
  '[agents 32] %s is -32004, as JSON',
  async (method) => {
    const { headers, error } = await call(service, method, { message: HELLO, id: 'x' })
    expect([headers['content-type'], error?.code, error?.data]).toEqual([
      'application/json; charset=utf-8',
      -32004,
      info('UNSUPPORTED_OPERATION'),
    ])
  },
)

describe('[agents 34] the context', () => {
  test('is the one of the client; without it a new one each time', async () => {
    const of = async (contextId?: string | null) => (await send({ ...HELLO, contextId })).result?.message
    expect(await of('c-1')).toMatchObject({ contextId: 'c-1', role: 'ROLE_AGENT' })
    const made = [await of(), await of(''), await of(null)].flatMap((message) => [
      message?.contextId,
      message?.messageId,
    ])
    expect(new Set(made).size).toBe(6)
    expect(made.every((id) => /^[0-9a-f-]{36}$/.test(String(id)))).toBe(true)
  })

  test('fields that are not read change nothing', async () => {
    const answer = await call(
      service,
      'SendMessage',
      {
        tenant: 'any',
        metadata: { a: 1 },
        added: [],
        message: {
          ...HELLO,
          metadata: {},
          extensions: ['https://example.com/x'],
          referenceTaskIds: ['t'],
          added: 1,
          parts: [{ text: 'Hello', metadata: {}, filename: 'a', mediaType: 'text/plain', added: true }],
        },
        configuration: { historyLength: 3, returnImmediately: true, blocking: true },
      },
      { 'a2a-extensions': 'https://example.com/x' },
    )
    expect(answer.result?.message.role).toBe('ROLE_AGENT')
  })
})

test.each(['Hello', 'Hi there', '', '?'])(
  '[agents 36] %j is answered with what can be asked',
  async (text) => {
    const { result } = await ask(service, { text })
    const [words, data] = result?.message.parts ?? []
    expect(words?.text).toMatch(/not understood.*- compare_builders: Compare Lumen and Ember/s)
    expect(data?.data).toMatchObject({
      status: 'not_understood',
      agentContract: 'https://svc.example/api/agent',
    })
  },
)

test.each(['What is the price of Lumen?', 'Should I buy LUM?', 'Which wallets hold Lumen?'])(
  '[agents 36] %j is answered with what is not offered, without a figure',
  async (text) => {
    const { result } = await ask(service, { text })
    const [words, data] = result?.message.parts ?? []
    expect(words?.text).toMatch(/^The service offers no price prediction/)
    expect(data?.data).toMatchObject({ status: 'not_offered', answer: expect.any(String) })
    expect(
      `${words?.text}${JSON.stringify(data?.data)}`.replace(/0x1{40}|in the last 7 days|c1\.0/g, ''),
    ).not.toMatch(/\$|\d{2}/)
  },
)
