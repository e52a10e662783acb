import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { fail } from '#contract/errors.ts'
import type { Slug } from '#contract/ids.ts'
import { defineProtocol } from '#contract/operation.ts'
import { getPublishedBySlug } from '#records/project/published.ts'
import { openHttpService } from '#test/service/http-service.ts'
import { REGISTRY } from '../handlers.ts'
import type { AnswerProtocol } from '../protocol.ts'

const echo = defineProtocol({
  name: 'echo',
  operationId: 'echo',
  path: '/echo',
  summary: 'Echo',
  description: 'Echo.',
  tag: 'Agents',
  examples: [],
  input: { path: {}, query: {} },
  output: Type.Unknown(),
  protocol: Type.Unknown(),
})

/** Answers a message of as many calls as its text has letters. */
const answerEcho: AnswerProtocol = async ({ body, charge, answer, header }) => {
  const text = body.toString()
  if (text === 'refused') fail('not_found')
  if (text === 'silent') return { status: 202 }
  await charge(text.length - 1)
  const found = await answer({
    key: undefined,
    make: async ({ reader }) => String((await getPublishedBySlug(['none-of-them' as Slug], reader)).size),
  })
  const said = JSON.stringify({ text, found: Number(found), type: header('content-type') })
  return { status: 400, headers: { 'x-own': '1' }, content: { type: 'application/json', text: said } }
}

function openEcho() {
  return openHttpService({
    registry: {
      ...REGISTRY,
      operations: [...REGISTRY.operations, echo],
      protocols: { ...REGISTRY.protocols, echo: answerEcho },
    },
  })
}

test('a protocol answers with its own status, headers and body, of a body of any type', async () => {
  await using service = await openEcho()
  const send = (payload: string) =>
    service.server.inject({ method: 'POST', url: '/echo', payload, headers: { 'content-type': 'text/odd' } })
  const answer = await send('abc')
  expect([answer.statusCode, answer.json()]).toEqual([400, { text: 'abc', found: 0, type: 'text/odd' }])
  expect(answer.headers).toMatchObject({
    'x-own': '1',
    'cache-control': 'no-store',
    'ratelimit-limit': '120',
  })
  const silent = await send('silent')
  expect([silent.statusCode, silent.body]).toEqual([202, ''])
  expect((await send('refused')).json()).toMatchObject({ error: 'not_found' })
})

test('each call of a message counts', async () => {
  await using service = await openEcho()
  const send = (payload: string) => service.server.inject({ method: 'POST', url: '/echo', payload })
  expect((await send('x'.repeat(119))).statusCode).toBe(400)
  expect((await send('xy')).json()).toMatchObject({ error: 'rate_limited' })
})

test('a body over the limit is 413, and another method 405', async () => {
  await using service = await openEcho()
  const refused = await service.server.inject({ method: 'POST', url: '/echo', payload: 'x'.repeat(65_537) })
  expect([refused.statusCode, refused.json().error]).toEqual([413, 'payload_too_large'])
  const got = await service.server.inject({ method: 'GET', url: '/echo' })
  expect([got.statusCode, got.headers['allow']]).toEqual([405, 'POST, OPTIONS'])
})

test('counts a call under the integration of the protocol, or else under that of the header', async () => {
  const counted: object[] = []
  await using service = await openHttpService({
    countCall: (call) => counted.push(call),
    registry: {
      ...REGISTRY,
      operations: [...REGISTRY.operations, echo],
      protocols: {
        ...REGISTRY.protocols,
        echo: async ({ body, count }) => {
          const integration = body.toString()
          count({ surface: 'mcp', capability: 'get_project', ...(integration !== '' && { integration }) })
          return { status: 202 }
        },
      },
    },
  })
  const send = (payload: string, headers = {}) =>
    service.server.inject({ method: 'POST', url: '/echo', payload, headers })
  await send('own/1', { 'x-svc-integration': 'bot/1' })
  await send('', { 'x-svc-integration': 'bot/1' })
  await send('', { 'x-svc-integration': 'NOT A NAME' })
  await send('')
  const call = { surface: 'mcp', capability: 'get_project' }
  expect(counted).toEqual(['own/1', 'bot/1', null, null].map((integration) => ({ ...call, integration })))
})
