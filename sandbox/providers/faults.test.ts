import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FaultKind, Faults } from './faults.ts'
import { json, type Listening, listen } from './server.ts'

let now = 0
const faults = new Faults(() => now)
let server: Listening

beforeAll(async () => {
  server = await listen((asked) => faults.through('github', asked, async () => json(200, { fine: true })))
})
afterAll(() => server.close())

async function ask(init: RequestInit = {}, path = '/repos/a/b') {
  const response = await fetch(`${server.url}${path}`, init)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test.each<[FaultKind, number]>([
  ['forbidden_limit', 403],
  ['too_many', 429],
  ['server_error', 500],
  ['challenge', 403],
  ['empty', 200],
])('%s answers %i, once', async (kind, status) => {
  faults.add({ provider: 'github', kind, times: 1 })
  expect((await ask()).status).toBe(status)
  expect((await ask()).text).toBe('{"fine":true}')
})

test('a rate limit states what is left and when it resets', async () => {
  faults.add({ provider: 'github', kind: 'forbidden_limit', times: 1 })
  expect((await ask()).headers.get('x-ratelimit-remaining')).toBe('0')
  faults.add({ provider: 'github', kind: 'too_many', times: 1, delayMs: 7000 })
  expect((await ask()).headers.get('retry-after')).toBe('7')
})

test('truncated JSON does not parse, an empty answer does', async () => {
  faults.add({ provider: 'github', kind: 'truncated', times: 1 })
  const cut = (await ask()).text
  expect(() => JSON.parse(cut)).toThrow()
  faults.add({ provider: 'github', kind: 'empty', times: 1 })
  expect(JSON.parse((await ask()).text)).toEqual([])
})

test('a reset ends the connection without an answer', async () => {
  faults.add({ provider: 'github', kind: 'reset', times: 1 })
  await expect(ask()).rejects.toThrow()
})

test('a fault ends with its time on the sandbox clock, by its count, or when cleared', async () => {
  faults.add({ provider: 'github', kind: 'server_error', forMs: 5000 })
  expect((await ask()).status).toBe(500)
  now += 5000
  expect((await ask()).status).toBe(200)
  faults.add({ provider: 'github', kind: 'server_error' })
  faults.clear('npm')
  expect((await ask()).status).toBe(500)
  faults.clear('github')
  expect((await ask()).status).toBe(200)
})

test('a fault hits only what matches', async () => {
  faults.add({ provider: 'github', kind: 'server_error', match: '/repos/a/c' })
  expect((await ask()).status).toBe(200)
  expect((await ask({}, '/repos/a/c')).status).toBe(500)
  faults.clear()
})

test('a user agent that does not look like a browser is refused', async () => {
  faults.add({ provider: 'github', kind: 'refuse_agent' })
  expect((await ask({ headers: { 'user-agent': 'reader/1' } })).status).toBe(403)
  expect((await ask({ headers: { 'user-agent': 'Mozilla/5.0 (compatible; reader/1)' } })).status).toBe(200)
  faults.clear()
})

test('a range limit refuses only wider log queries, in words that differ', async () => {
  faults.add({ provider: 'github', kind: 'range_limit', maxBlocks: 100 })
  const logs = async (toBlock: string) => {
    const params = [{ fromBlock: '0x1', toBlock }]
    return JSON.parse(
      (await ask({ method: 'POST', body: JSON.stringify({ id: 7, method: 'eth_getLogs', params }) })).text,
    )
  }
  expect(await logs('0x64')).toEqual({ fine: true })
  const first = await logs('0x65')
  const second = await logs('latest')
  expect([first.id, second.id]).toEqual([7, 7])
  expect(first.error.message).not.toBe(second.error.message)
  faults.clear()
})
