import { Readable } from 'node:stream'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Answer, Streamed } from '../server.ts'
import type { Hit } from './hit.ts'
import { fresh } from './http.ts'

const levels = [3000, 200_000]
const wideValues = 600_000
const deepElements = 20_000
const bombBytes = 64 * 1024 * 1024
const chunkBytes = 64 * 1024
const dripMs = 200
const fastest = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
const longText = '9'.repeat(2000)

let bombs: readonly (readonly [encoding: string, body: Buffer])[] | undefined

/** Answers that no provider sends: its own answer changed in one way, or another answer in its place. */
export const garbage = {
  deep: (hit: Hit) =>
    changed(hit, {
      value: () => {
        const depth = levels[hit.turn % levels.length] ?? 0
        return `${'['.repeat(depth)}${']'.repeat(depth)}`
      },
      page: (page) => `${page}${'<div>'.repeat(deepElements)}`,
    }),
  wide: (hit: Hit) =>
    changed(hit, {
      value: () => `[${'0,'.repeat(wideValues)}0]`,
      page: (page) => `${page}${'<p>'.repeat(deepElements)}`,
    }),
  otherTypes: (hit: Hit) =>
    changed(hit, {
      value: (value) => JSON.stringify(otherType(value)),
      page: () => '{"page":7}',
    }),
  prototypeNames: (hit: Hit) => changed(hit, { value: withPrototypeNames, page: (page) => page }),
  hugeValues: (hit: Hit) =>
    changed(hit, {
      value: (value) => JSON.stringify(huge(value)).replaceAll('"HUGE"', '1e999'),
      page: (page) => `${page}<p>${longText.repeat(500)}</p>`,
    }),
  nulBytes: (hit: Hit) =>
    changed(hit, {
      value: (value) => JSON.stringify(value).replaceAll(/"(?=[,:}\]])/g, '\\u0000"'),
      page: (page) => page.replaceAll('>', '>\u0000'),
    }),
  listsForObjects: (hit: Hit) =>
    changed(hit, {
      value: (value) => (Array.isArray(value) ? '{}' : '[]'),
      page: () => '[]',
    }),
  html: () => ({
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: '<!doctype html><title>Sign in</title><p>Sign in to go on.</p>',
  }),
  async invalidUtf8(hit: Hit): Promise<Answer> {
    const given = await fresh(hit)
    const broken = Buffer.from([0xff, 0xfe, 0xc3])
    const body = Buffer.from(given.body)
      .toString('latin1')
      .replaceAll(/["<]/g, `$&${broken.toString('latin1')}`)
    return { ...given, body: Buffer.from(body, 'latin1') }
  },
  bomb(hit: Hit): Answer {
    bombs ??= [
      ['gzip', gzipSync(Buffer.alloc(bombBytes))],
      ['br', brotliCompressSync(Buffer.alloc(bombBytes), fastest)],
    ]
    const [encoding, body] = bombs[hit.turn % bombs.length] ?? ['identity', '']
    return { status: 200, headers: { 'content-type': typeOf(hit), 'content-encoding': encoding }, body }
  },
  endless: (hit: Hit): Streamed => ({
    status: 200,
    headers: { 'content-type': typeOf(hit) },
    stream: Readable.from(repeatedly(Buffer.alloc(chunkBytes, hit.turn % 2 === 0 ? '[[0,' : ' '))),
  }),
  redirectLoop: ({ request, turn }: Hit): Answer => ({
    status: [301, 302, 303, 307, 308][turn % 5] ?? 302,
    headers: { location: `${request.path}?${request.query}` },
    body: '',
  }),
  drip: (hit: Hit): Streamed => ({
    status: 200,
    headers: { 'content-type': typeOf(hit) },
    stream: Readable.from(dripping()),
  }),
}

type Change = {
  /** Returns JSON text in place of a value. */
  readonly value: (value: unknown) => string
  readonly page: (page: string) => string
}

/** The provider's answer with its JSON, or else its page, changed. In a JSON-RPC answer only the result is changed. */
async function changed(hit: Hit, { value, page }: Change): Promise<Answer> {
  const given = await fresh(hit)
  const text = given.body.toString()
  if (!(given.headers['content-type'] ?? '').includes('json')) return { ...given, body: page(text) }
  const own: unknown = JSON.parse(text || 'null')
  if (hit.fault.provider !== 'rpc') return { ...given, body: value(own) }
  const { result = null } = own as { readonly result?: unknown }
  return { ...given, body: `{"jsonrpc":"2.0","id":1,"result":${value(result)}}` }
}

function otherType(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(otherType)
  if (typeof value === 'object' && value !== null) return mapped(value, otherType)
  if (typeof value === 'string') return 7
  if (typeof value === 'number') return { number: value }
  return value === null ? [] : 'true'
}

function huge(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(huge)
  if (typeof value === 'object' && value !== null) return mapped(value, huge)
  if (typeof value === 'string') return /^[\d.]+$/.test(value) ? longText : `${value}${longText}`
  return typeof value === 'number' ? 'HUGE' : value
}

function mapped(value: object, map: (item: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, map(item)]))
}

/** The parameters that an explorer receives back for its next part. With added names they would be another query. */
const NEXT_QUERY = 'next_page_params'

/** The JSON of a value. Every object in it also has names that the prototype has. */
function withPrototypeNames(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(withPrototypeNames).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const own = Object.entries(value).map(
    ([name, item]) =>
      `${JSON.stringify(name)}:${name === NEXT_QUERY ? JSON.stringify(item) : withPrototypeNames(item)}`,
  )
  const added = [
    '"__proto__":{"polluted":true}',
    '"constructor":{"prototype":{"polluted":true}}',
    '"toString":1',
  ]
  return `{${[...added, ...own].join(',')}}`
}

function typeOf({ fault }: Hit): string {
  return fault.provider === 'sites' ? 'text/html; charset=utf-8' : 'application/json'
}

function* repeatedly(chunk: Buffer): Generator<Buffer> {
  for (;;) yield chunk
}

async function* dripping(): AsyncGenerator<string> {
  for (;;) {
    yield ' '
    await new Promise((resolve) => setTimeout(resolve, dripMs).unref())
  }
}
