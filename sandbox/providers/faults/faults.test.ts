import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Answer, json, type Listening, listen, type ProviderRequest } from '../server.ts'
import { Faults } from './faults.ts'
import { describeFaults, type FaultKind, faultKinds, type ProviderName } from './kinds.ts'

let now = 0
const faults = new Faults(() => now)
let server: Listening
/** The provider that the server stands for, and how it answers without a fault. */
let provider: ProviderName
let answer: (request: ProviderRequest) => Answer

beforeAll(async () => {
  server = await listen((request) => faults.through(provider, request, async (request) => answer(request)))
})
afterAll(() => server.close())
beforeEach(() => {
  faults.clear()
  provider = 'github'
  answer = () => json(200, { fine: true })
})

async function ask(init: RequestInit = {}, path = '/repos/a/b') {
  const response = await fetch(`${server.url}${path}`, init)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

test.each<[FaultKind, number, RegExp]>([
  ['not_found_page', 404, /<h1>404 Not Found<\/h1>/],
  ['not_found_text', 404, /^default backend - 404$/],
  ['not_found_json', 404, /no Route matched/],
  ['not_found', 404, /documentation_url/],
  ['server_error', 500, /Internal server error/],
  ['empty_body', 200, /^$/],
  ['error_in_200', 200, /"status":"0"/],
  ['empty', 200, /^\[\]$/],
  ['forbidden_limit', 403, /API rate limit/],
  ['secondary_limit', 403, /secondary rate limit/],
  ['too_many', 429, /Too many/],
  ['too_many_without_pause', 429, /Too many/],
  ['challenge', 403, /Just a moment/],
  ['challenge_as_limit', 429, /Just a moment/],
  ['challenge_as_page', 200, /id="anubis_challenge"/],
])('[R50] %s answers %i, once', async (kind, status, body) => {
  faults.add({ provider, kind, times: 1 })
  const refused = await ask()
  expect(refused.status).toBe(status)
  expect(refused.text).toMatch(body)
  expect((await ask()).text).toBe('{"fine":true}')
})

test('[R50] every situation from R27 to R40 has a fault, and the help names each fault', () => {
  const shown = new Set(Object.values(faultKinds).flatMap(({ shows }) => shows))
  const wanted = Array.from({ length: 14 }, (_, index) => `R${index + 27}`)
  expect(wanted.filter((situation) => !shown.has(situation))).toEqual([])
  for (const kind of Object.keys(faultKinds)) expect(describeFaults()).toContain(`  ${kind} `)
})

test('a provider without a fault refuses it and lists its own', () => {
  expect(() => faults.add({ provider: 'sourcify', kind: 'pruned' })).toThrow(
    /^sourcify has no fault pruned; it has not_found_page, /,
  )
  expect(faults.standing).toEqual([])
})

test('[R50] stale goes on with the first answer to each request, and with its etag', async () => {
  let count = 0
  answer = ({ path }) => {
    count += 1
    return json(200, { path, count }, { etag: `"${count}"` })
  }
  faults.add({ provider, kind: 'stale' })
  expect((await ask()).text).toBe('{"path":"/repos/a/b","count":1}')
  expect((await ask({}, '/repos/c/d')).text).toBe('{"path":"/repos/c/d","count":2}')
  expect((await ask({ headers: { 'if-none-match': '"0"' } })).text).toBe('{"path":"/repos/a/b","count":1}')
  expect((await ask({ headers: { 'if-none-match': '"1"' } })).status).toBe(304)
  faults.clear()
  expect((await ask()).text).toBe('{"path":"/repos/a/b","count":3}')
})

test('[R50] an answer of another type keeps its body, and a challenge is marked', async () => {
  faults.add({ provider, kind: 'wrong_type', times: 1 })
  const image = await ask()
  expect([image.headers.get('content-type'), image.text]).toEqual(['image/png', '{"fine":true}'])
  faults.add({ provider, kind: 'challenge', times: 1 })
  expect((await ask()).headers.get('cf-mitigated')).toBe('challenge')
})

test.each<[ProviderName, unknown, (value: never) => unknown]>([
  ['github', [{ id: 1 }], (value: unknown[]) => value],
  ['dexscreener', [{ id: 1 }], (value: unknown[]) => value],
  ['geckoterminal', { data: [{ id: 1 }] }, ({ data }: { data: unknown[] }) => data],
])('[R50] unreadable_item adds one item to a list of %s', async (name, listed, itemsOf) => {
  provider = name
  answer = () => json(200, listed)
  faults.add({ provider, kind: 'unreadable_item' })
  expect(itemsOf(JSON.parse((await ask()).text) as never)).toEqual([{ id: 1 }, { odd: true }])
})

test('[R146] prototype_names adds names to every object but the query of the next part', async () => {
  provider = 'explorer'
  const next = { block_number: 7 }
  answer = () => json(200, { items: [{ id: 1 }], next_page_params: next })
  faults.add({ provider, kind: 'prototype_names' })
  const { items, next_page_params: query } = JSON.parse((await ask()).text)
  expect(Object.keys(items[0])).toEqual(['__proto__', 'constructor', 'toString', 'id'])
  expect(query).toEqual(next)
})

test('[R50] offset_dates names the same instants', async () => {
  answer = () => json(200, { at: '2026-11-20T23:00:00.000Z', on: '2026-11-20' })
  faults.add({ provider, kind: 'offset_dates' })
  const { at, on } = JSON.parse((await ask()).text) as { at: string; on: string }
  expect([at, Date.parse(at), on]).toEqual([
    '2026-11-21T01:00:00+02:00',
    Date.parse('2026-11-20T23:00:00Z'),
    '2026-11-20',
  ])
})

/** A listing of 12 rows in parts, with links as GitHub has them. */
const twelveRows = (request: ProviderRequest): Answer => {
  const size = Number(request.query.get('per_page'))
  const number = Number(request.query.get('page') ?? 1)
  const rows = Array.from({ length: 12 }, (_, index) => index).slice((number - 1) * size, number * size)
  const next = `<${request.origin}${request.path}?per_page=${size}&page=${number + 1}>; rel="next"`
  return json(200, rows, number * size < 12 ? { link: next } : {})
}

test('[R50] foreign_links leads from part to part at another origin, broken_links nowhere', async () => {
  answer = twelveRows
  faults.add({ provider, kind: 'foreign_links', times: 3 })
  const first = await ask({}, '/repos/a/b/tags?per_page=100')
  expect(first.headers.get('link')).toBe(
    '<https://api.elsewhere.example/repos/a/b/tags?per_page=100&page=2>; rel="next"',
  )
  const parts = [first, await ask({}, '/t?per_page=100&page=2'), await ask({}, '/t?per_page=100&page=3')]
  expect(parts.flatMap(({ text }) => JSON.parse(text))).toEqual(Array.from({ length: 12 }, (_, row) => row))
  expect(parts[2]?.headers.get('link')).toBeNull()
  faults.add({ provider, kind: 'broken_links' })
  expect((await ask({}, '/repos/a/b/tags?per_page=100')).headers.get('link')).toBe('rel=next')
})

test('[R50] long_listing at GitHub has 1,700 more releases, older than its own', async () => {
  answer = () => json(200, [{ id: 1, published_at: '2026-11-20T12:00:00Z' }])
  faults.add({ provider, kind: 'long_listing' })
  const ids = new Set<unknown>()
  const dates: string[] = []
  let path: string | undefined = '/repos/a/b/releases?per_page=100'
  while (path !== undefined) {
    const part = await ask({}, path)
    for (const row of JSON.parse(part.text)) {
      ids.add(row.id)
      dates.push(row.published_at)
    }
    const next = /<([^>]+)>; rel="next"/.exec(part.headers.get('link') ?? '')?.[1]
    path = next && new URL(next).pathname + new URL(next).search
  }
  expect(ids.size).toBe(1701)
  expect(dates).toEqual(dates.toSorted().toReversed())
})

test('[R50] long_listing at the explorer has forty parts, its own after those of failed transactions', async () => {
  provider = 'explorer'
  answer = () => json(200, { items: [{ status: 'ok' }], next_page_params: null })
  faults.add({ provider, kind: 'long_listing' })
  const statuses: string[][] = []
  let query = ''
  do {
    const part = JSON.parse((await ask({}, `/api/v2/addresses/0x1/transactions?filter=to&${query}`)).text)
    statuses.push(part.items.map(({ status }: { status: string }) => status))
    query = part.next_page_params === null ? '' : String(new URLSearchParams(part.next_page_params))
  } while (query !== '')
  expect(statuses.length).toBe(40)
  expect(statuses.findIndex((part) => part.includes('ok'))).toBe(39)
  expect(new Set(statuses.slice(0, 39).flat())).toEqual(new Set(['error']))
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

test('the explorer states its reset in milliseconds', async () => {
  provider = 'explorer'
  faults.add({ provider, kind: 'limit_in_ms', times: 1, delayMs: 7000 })
  expect((await ask()).headers.get('x-ratelimit-reset')).toBe('7000')
})

/** Sends calls to a node whose head is block 0x100. Returns the error message of each call that is refused. */
async function callNode(...calls: readonly (readonly [method: string, ...params: unknown[]])[]) {
  provider = 'rpc'
  answer = ({ body }) => {
    const sent = JSON.parse(body.toString())
    const results = [sent].flat().map(({ id }) => ({ id, result: '0x100' }))
    return json(200, Array.isArray(sent) ? results : results[0])
  }
  const bodies = calls.map(([method, ...params], id) => ({ id, method, params }))
  const body = JSON.stringify(bodies.length === 1 ? bodies[0] : bodies)
  const answers = [JSON.parse((await ask({ method: 'POST', body })).text)].flat()
  return answers.map(({ error }: { error?: { message: string } }) => error?.message)
}
const logs = (toBlock: string) => ['eth_getLogs', { fromBlock: '0x1', toBlock }] as const

test.each<FaultKind>(['range_limit', 'named_range'])(
  '[R50] %s refuses only wider log queries',
  async (kind) => {
    faults.add({ provider: 'rpc', kind, maxBlocks: 100 })
    expect(await callNode(logs('0x64'))).toEqual([undefined])
    const words = [...(await callNode(logs('0x65'))), ...(await callNode(logs('latest')))]
    expect(new Set(words).size).toBe(2)
    expect(words.every((text) => /\b100\b|0x64/.test(text ?? ''))).toBe(kind === 'named_range')
  },
)

test('[R50] node_limit refuses every call, in words that differ', async () => {
  faults.add({ provider: 'rpc', kind: 'node_limit' })
  const words = [...(await callNode(['eth_blockNumber'])), ...(await callNode(['eth_chainId']))]
  expect(new Set(words).size).toBe(2)
})

test('[R50] pruned refuses the state of old blocks alone, also within a batch', async () => {
  faults.add({ provider: 'rpc', kind: 'pruned', maxBlocks: 16 })
  expect(await callNode(['eth_getCode', '0x1', '0xf0'])).toEqual([undefined])
  expect(await callNode(['eth_getCode', '0x1', '0xef'])).toEqual([expect.any(String)])
  expect(await callNode(['eth_getStorageAt', '0x1', '0x0', 'latest'])).toEqual([undefined])
  expect(
    await callNode(['eth_getBalance', '0x1', '0x1'], ['eth_call', {}, '0xff'], ['eth_blockNumber']),
  ).toEqual([expect.any(String), undefined, undefined])
})
