import { expect, test } from 'vitest'
import type { CountCall } from '#accounts/agent-calls.ts'
import { Failure } from '#contract/errors.ts'
import { legacyMessage, mcpOf, modernMessage } from '#test/agents/mcp.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { type HttpService, openHttpService } from '#test/service/http-service.ts'
import type { Computed } from '../http/compute.ts'
import type { Gate } from '../http/overload.ts'
import { openResponseCache } from '../http/response-cache.ts'

/** No test writes a record. */
const opened = await fileDatabase()

type Counted = Parameters<CountCall>[0]

type Message = ReturnType<typeof modernMessage>

const NAMED = { name: 'list_ships', arguments: { limit: 3 } }
const CLIENT = 'io.modelcontextprotocol/clientInfo'

/** The message with another id, or with more parameters. */
function changed(message: Message, { id = 1, meta = {} }: { id?: unknown; meta?: object }): Message {
  const { params, ...frame } = JSON.parse(message.payload)
  const _meta = { ...params._meta, ...meta }
  return { ...message, payload: JSON.stringify({ ...frame, id, params: { ...params, _meta } }) }
}

/**
 * A service with a response cache. The test moves the cache's clock, counts computations, and lets them fail or wait.
 */
async function openCached(): Promise<
  AsyncDisposable & {
    readonly service: HttpService
    readonly call: ReturnType<typeof mcpOf>['call']
    readonly send: ReturnType<typeof mcpOf>['send']
    readonly cache: {
      readonly drop: () => void
      readonly counts: () => { readonly answers: number; readonly joined: number }
    }
    readonly pass: (ms: number) => void
    readonly reads: () => number
    readonly fail: (isFailing: boolean) => void
    /** Lets computations wait for this promise from now on. */
    readonly hold: (until: Promise<void>) => void
    readonly counted: readonly Counted[]
  }
> {
  let now = 0
  let reads = 0
  let isFailing = false
  let held: Promise<void> | undefined
  const counted: Counted[] = []
  const bounds = { bytes: 1_000_000, freshMs: 60_000, unannouncedMs: 60_000 }
  const cache = openResponseCache<Computed>(bounds, { timer: () => now })
  const gate: Gate = {
    async pass(work) {
      reads += 1
      await held
      if (isFailing) throw new Failure('unavailable')
      return work()
    },
    counts: () => ({ computing: 0, refused: 0 }),
  }
  const countCall: CountCall = (call) => counted.push(call)
  const service = await openHttpService({ database: opened.database, cache, gate, countCall })
  return {
    service,
    cache,
    counted,
    ...mcpOf(service),
    reads: () => reads,
    pass: (ms) => {
      now += ms
    },
    fail: (failing) => {
      isFailing = failing
    },
    hold: (until) => {
      held = until
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

test('a tool answers from the response cache for the life of an answer', async () => {
  await using asked = await openCached()
  const { call, pass, reads } = asked
  const first = await call('list_ships')
  pass(59_999)
  expect(await call('list_ships')).toEqual(first)
  expect(reads()).toBe(1)
  pass(1)
  await call('list_ships')
  expect(reads()).toBe(2)
})

test('both revisions, and metadata that the SDK reads, share an answer', async () => {
  await using asked = await openCached()
  const { send, reads } = asked
  const modern = modernMessage('tools/call', NAMED)
  const first = await send(modern)
  const read = await send(changed(modern, { meta: { 'example.com/own': true } }))
  expect(read.body).toEqual(first.body)
  const { content, structuredContent } = first.body.result ?? {}
  const older = await send(legacyMessage('tools/call', NAMED))
  expect(older.body).toEqual({ jsonrpc: '2.0', id: 1, result: { content, structuredContent } })
  const olderRead = await send(
    changed(legacyMessage('tools/call', NAMED), { meta: { 'example.com/own': true } }),
  )
  expect(olderRead.body).toEqual(older.body)
  expect(reads()).toBe(1)
})

test('a tool answers anew after the cache is cleared', async () => {
  await using asked = await openCached()
  const { call, cache, reads } = asked
  await call('list_ships')
  cache.drop()
  await call('list_ships')
  expect(reads()).toBe(2)
})

test('equal arguments share an answer, whatever their order', async () => {
  await using asked = await openCached()
  const { call, cache } = asked
  await call('list_ships', { limit: 3, offset: 0 })
  const { answers } = cache.counts()
  await call('list_ships', { offset: 0, limit: 3 })
  expect(cache.counts().answers).toBe(answers)
  await call('list_ships', { offset: 0, limit: 4 })
  expect(cache.counts().answers).toBe(answers + 1)
})

test('a refusal is not cached', async () => {
  await using asked = await openCached()
  const { call, fail } = asked
  fail(true)
  expect((await call('list_ships')).structuredContent.error).toMatchObject({ code: 'unavailable' })
  expect((await call('list_ships', { limit: 0 })).isError).toBe(true)
  fail(false)
  expect((await call('list_ships')).isError).toBeUndefined()
  expect((await call('list_ships', { limit: 0 })).isError).toBe(true)
})

test('a cached call is counted, and charged to its caller', async () => {
  await using asked = await openCached()
  const { service, counted } = asked
  const message = modernMessage('tools/call', { name: 'list_ships', arguments: {} })
  const sent = { method: 'POST', url: '/mcp', remoteAddress: '10.5.5.5', ...message } as const
  const statuses: number[] = []
  for (let call = 0; call < 121; call += 1) statuses.push((await service.server.inject(sent)).statusCode)
  expect([statuses[119], statuses[120]]).toEqual([200, 429])
  expect(counted.filter(({ capability }) => capability === 'list_ships')).toHaveLength(120)
})

test.each([
  ['the newest revision', modernMessage('tools/call', NAMED)],
  ['the older revisions', legacyMessage('tools/call', NAMED)],
])('a cached call of %s has the id of its message, and else the same answer', async (_revision, message) => {
  await using asked = await openCached()
  const { send, reads } = asked
  const first = await send(message)
  const again = await send(changed(message, { id: 'two "2"' }))
  expect(again.body).toEqual({ ...first.body, id: 'two "2"' })
  expect([again.status, again.headers['content-type']]).toEqual([200, first.headers['content-type']])
  expect(reads()).toBe(1)
})

test.each([
  ['without its version header', { headers: { 'mcp-protocol-version': null } }, -32020],
  ['with another name header', { headers: { 'mcp-name': 'get_evidence' } }, -32020],
  ['with an id that is no id', { id: { of: 'an object' } }, -32600],
  ['with a progress token that is none', { meta: { progressToken: {} } }, -32602],
  ['of another revision', { meta: { 'io.modelcontextprotocol/protocolVersion': '2099-01-01' } }, -32020],
])('a message %s is refused beside the same call that is cached', async (_case, given, code) => {
  await using asked = await openCached()
  const { send } = asked
  expect((await send(modernMessage('tools/call', NAMED))).status).toBe(200)
  const { headers, ...other } = { headers: {}, ...given }
  const { status, body } = await send(changed(modernMessage('tools/call', NAMED, headers), other))
  expect([status, body.error?.code]).toEqual([400, code])
})

test('an argument that is no object is refused beside the same call that is cached', async () => {
  await using asked = await openCached()
  const { send } = asked
  await send(legacyMessage('tools/call', { name: 'list_ships' }))
  const { body } = await send(legacyMessage('tools/call', { name: 'list_ships', arguments: null }))
  expect(body.error?.code).toBe(-32602)
})

test('callers that wait for the same refusal get it under their own ids', async () => {
  await using asked = await openCached()
  const { send, fail, hold, cache, reads } = asked
  const waiting = Promise.withResolvers<void>()
  fail(true)
  hold(waiting.promise)
  const message = modernMessage('tools/call', NAMED)
  const asking = [7, 'eight', 9].map((id) => send(changed(message, { id })))
  await expect.poll(() => cache.counts().joined).toBe(2)
  waiting.resolve()
  const answers = await Promise.all(asking)
  expect(answers.map(({ body }) => [body.id, body.result?.['isError']])).toEqual([
    [7, true],
    ['eight', true],
    [9, true],
  ])
  expect(reads()).toBe(1)
})

test('a cached call is counted under the integration that it declares', async () => {
  await using asked = await openCached()
  const { send, counted, reads } = asked
  const message = modernMessage('tools/call', NAMED)
  const of = (name: string) => send(changed(message, { meta: { [CLIENT]: { name, version: '1' } } }))
  for (const name of ['lumen', 'lumen', 'other']) await of(name)
  expect(counted.map(({ capability, integration }) => [capability, integration])).toEqual([
    ['list_ships', 'lumen'],
    ['list_ships', 'lumen'],
    ['list_ships', 'other'],
  ])
  expect(reads()).toBe(1)
})

test('calls share an answer whatever they are traced by', async () => {
  await using asked = await openCached()
  const { send, cache } = asked
  const message = modernMessage('tools/call', NAMED)
  await send(changed(message, { meta: { traceparent: '00-1-1-01', progressToken: 'a' } }))
  const { answers } = cache.counts()
  await send(changed(message, { meta: { traceparent: '00-2-2-01' } }))
  expect(cache.counts().answers).toBe(answers)
})
