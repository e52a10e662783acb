import type { Client } from '@a2a-js/sdk/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { AgentCapability } from '#contract/shapes/agent-answer.ts'
import { openA2aClient, partsOf, requestOf } from '#test/agents/a2a-client.ts'
import { listeningServiceOfFile } from '#test/service/file-service.ts'

const listening = await listeningServiceOfFile()
let client: Client
beforeAll(async () => {
  client = await openA2aClient(listening.port)
})

const HELLO = { text: 'Hello' }
/** The header that the client adds. A test that calls the client's transport adds it itself. */
const V1 = { serviceParameters: { 'A2A-Version': '1.0' } }
const task = { tenant: '', id: 'x', taskId: 'x' }
const pushed = {
  ...task,
  url: 'http://127.0.0.1:9/',
  token: '',
  authentication: undefined,
  pageSize: 0,
  pageToken: '',
}
const nameOf = async (asked: Promise<unknown>) => {
  const thrown: unknown = await asked.then(
    () => undefined,
    (error: unknown) => error,
  )
  return thrown instanceof Error ? thrown.name : 'no error'
}
const first = (asked: AsyncGenerator<unknown>) => asked.next()

const ERRORS: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['TaskNotFoundError', () => client.getTask(task)],
  ['TaskNotFoundError', () => client.cancelTask({ ...task, metadata: undefined })],
  ['TaskNotFoundError', () => client.sendMessage(requestOf(HELLO, undefined, { taskId: 'x' }))],
  ['PushNotificationNotSupportedError', () => client.transport.createTaskPushNotificationConfig(pushed, V1)],
  ['PushNotificationNotSupportedError', () => client.transport.getTaskPushNotificationConfig(pushed, V1)],
  ['PushNotificationNotSupportedError', () => client.transport.listTaskPushNotificationConfig(pushed, V1)],
  ['PushNotificationNotSupportedError', () => client.transport.deleteTaskPushNotificationConfig(pushed, V1)],
  [
    'PushNotificationNotSupportedError',
    () =>
      client.transport.sendMessage(
        requestOf(HELLO, { taskPushNotificationConfig: { url: 'https://a.example/' } }),
        V1,
      ),
  ],
  ['UnsupportedOperationError', () => first(client.transport.sendMessageStream(requestOf(HELLO), V1))],
  ['UnsupportedOperationError', () => first(client.transport.resubscribeTask(task, V1))],
  ['UnsupportedOperationError', () => client.transport.getExtendedAgentCard({ tenant: '' }, V1)],
  ['ContentTypeNotSupportedError', () => client.sendMessage(requestOf({ url: 'https://a.example/' }))],
  [
    'ContentTypeNotSupportedError',
    () => client.sendMessage(requestOf(HELLO, { acceptedOutputModes: ['image/png'] })),
  ],
  [
    'VersionNotSupportedError',
    () => client.transport.getTask(task, { serviceParameters: { 'A2A-Version': '0.3' } }),
  ],
  ['RequestMalformedError', () => client.sendMessage(requestOf({}))],
]

describe('the official client [contract POST /api/a2a]', () => {
  test('finds the agent by its card and gets a message', async () => {
    const card = await client.getAgentCard()
    expect([card.name, card.skills.length, client.protocolVersion]).toEqual([
      'Evidence Research Service',
      AgentCapability.enum.length,
      '1.0',
    ])
    const answer = await client.sendMessage(requestOf(HELLO, undefined, { contextId: 'c-1' }))
    expect(answer).toMatchObject({ contextId: 'c-1', messageId: expect.any(String) })
    expect(partsOf(answer).text).toContain('not understood')
    expect(partsOf(answer).data).toMatchObject({ status: 'not_understood' })
  })

  test('gets one message where it asks for a stream', async () => {
    const { value } = await first(client.sendMessageStream(requestOf(HELLO)))
    expect(JSON.stringify(value)).toContain('not understood')
  })

  test('gets an empty list of tasks', async () => {
    const { tasks, totalSize, pageSize } = await client.listTasks({
      tenant: '',
      contextId: '',
      status: 0,
      pageToken: '',
      statusTimestampAfter: undefined,
    })
    expect([tasks, totalSize, pageSize]).toEqual([[], 0, 50])
  })

  test.each(ERRORS)('gets a %s', async (name, asked) => {
    expect(await nameOf(asked())).toMatch(name)
  })
})
