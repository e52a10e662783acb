import { expect, test } from 'vitest'
import type { CountCall } from '#accounts/agent-calls.ts'
import { Failure } from '#contract/errors.ts'
import { type HttpService, openHttpService } from '#test/http-service.ts'
import { mcpOf, modernMessage } from '#test/mcp.ts'
import { HANDLERS, REGISTRY } from '../handlers.ts'
import type { Computed } from '../http/compute.ts'
import { openResponseCache } from '../http/response-cache.ts'

type Counted = Parameters<CountCall>[0]

/** A service with a response cache whose clock the test moves, and that counts how often ships are read. */
async function openCached(): Promise<
  AsyncDisposable & {
    readonly service: HttpService
    readonly call: ReturnType<typeof mcpOf>['call']
    readonly cache: { readonly drop: () => void; readonly counts: () => { readonly answers: number } }
    readonly pass: (ms: number) => void
    readonly reads: () => number
    readonly fail: (isFailing: boolean) => void
    readonly counted: readonly Counted[]
  }
> {
  let now = 0
  let reads = 0
  let isFailing = false
  const counted: Counted[] = []
  const bounds = { bytes: 1_000_000, freshMs: 60_000, unannouncedMs: 60_000 }
  const cache = openResponseCache<Computed>(bounds, { timer: () => now })
  const ships: typeof HANDLERS.ships = async (...asked) => {
    reads += 1
    if (isFailing) throw new Failure('unavailable')
    return HANDLERS.ships(...asked)
  }
  const registry = { ...REGISTRY, handlers: { ...HANDLERS, ships } }
  const countCall: CountCall = (call) => counted.push(call)
  const service = await openHttpService({ cache, registry, countCall })
  return {
    ...{ service, cache, counted, call: mcpOf(service).call, reads: () => reads },
    pass: (ms) => {
      now += ms
    },
    fail: (failing) => {
      isFailing = failing
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

test('a tool answers from the response cache, and never longer than the REST answer it is made of', async () => {
  await using asked = await openCached()
  const { service, call, pass, reads } = asked
  await service.get('/api/ships?limit=10')
  pass(40_000)
  const first = await call('list_ships')
  pass(19_999)
  expect(await call('list_ships')).toEqual(first)
  expect(reads()).toBe(1)
  pass(1)
  await call('list_ships')
  expect(reads()).toBe(2)
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
  expect(cache.counts().answers).toBe(answers + 2)
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
