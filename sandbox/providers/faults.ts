import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, type Asked, json, type Outgoing, text } from './server.ts'

export const providerNames = [
  'rpc',
  'github',
  'explorer',
  'sourcify',
  'dexscreener',
  'geckoterminal',
  'npm',
  'npm-downloads',
  'sites',
] as const
export type ProviderName = (typeof providerNames)[number]

export const faultKinds = [
  'slow',
  'forbidden_limit',
  'too_many',
  'server_error',
  'truncated',
  'challenge',
  'reset',
  'empty',
  'range_limit',
  'refuse_agent',
  'not_found_page',
  'wrong_body',
] as const
export type FaultKind = (typeof faultKinds)[number]

export type FaultOrder = {
  readonly provider: ProviderName
  readonly kind: FaultKind
  readonly forMs?: number
  readonly times?: number
  /** A part of the path, query, host or body; only requests that contain it are affected. */
  readonly match?: string
  /** slow: how long; too_many: the retry-after, in milliseconds. */
  readonly delayMs?: number
  /** range_limit: the widest range that is answered. */
  readonly maxBlocks?: number
}

type Standing = FaultOrder & { readonly until: number | undefined; left: number | undefined }

const activeLimit = 1000

/** The active faults. They are in memory only, so a new start has none. */
export class Faults {
  readonly #now: () => number
  #active: Standing[] = []
  #refusals = 0

  constructor(now: () => number) {
    this.#now = now
  }

  add(order: FaultOrder): void {
    if (this.#active.length >= activeLimit) throw new Error(`More than ${activeLimit} faults are active`)
    const until = order.forMs === undefined ? undefined : this.#now() + order.forMs
    this.#active.push({ ...order, until, left: order.times })
  }

  clear(provider?: ProviderName): void {
    this.#active = this.#active.filter((fault) => provider !== undefined && fault.provider !== provider)
  }

  get standing(): readonly FaultOrder[] {
    this.#expire()
    return this.#active.map(({ until: _until, left: _left, ...order }) => order)
  }

  /** Answers as the provider would, or as an active fault requires. */
  async through(provider: ProviderName, asked: Asked, answer: () => Promise<Answer>): Promise<Outgoing> {
    const fault = this.#take(provider, asked)
    if (!fault) return answer()
    if (fault.kind === 'slow') {
      await pause(fault.delayMs ?? 8000, undefined, { ref: false })
      return answer()
    }
    if (fault.kind === 'truncated') return truncated(await answer())
    if (fault.kind === 'range_limit') return rangeRefusal(asked, this.#refusals++)
    return refusal(fault, this.#now())
  }

  #take(provider: ProviderName, asked: Asked): Standing | undefined {
    this.#expire()
    const fault = this.#active.find((entry) => entry.provider === provider && hits(entry, asked))
    if (fault?.left !== undefined) fault.left -= 1
    return fault
  }

  #expire(): void {
    const now = this.#now()
    this.#active = this.#active.filter((fault) => (fault.until ?? now + 1) > now && fault.left !== 0)
  }
}

function hits(fault: Standing, asked: Asked): boolean {
  if (fault.match !== undefined && !textOf(asked).includes(fault.match)) return false
  if (fault.kind === 'refuse_agent') return !(asked.headers['user-agent'] ?? '').startsWith('Mozilla/5.0')
  if (fault.kind === 'range_limit') return widestRange(asked) > (fault.maxBlocks ?? 100)
  return true
}

function textOf(asked: Asked): string {
  return `${asked.headers['host'] ?? ''}${asked.path}?${asked.query} ${asked.body.toString('utf8')}`
}

function refusal(fault: Standing, now: number): Outgoing {
  const seconds = Math.ceil((fault.delayMs ?? 30_000) / 1000)
  switch (fault.kind) {
    case 'forbidden_limit':
      return json(
        403,
        {
          message: 'API rate limit exceeded for this address.',
          documentation_url: 'https://docs.github.example/rest',
        },
        {
          'x-ratelimit-limit': '5000',
          'x-ratelimit-remaining': '0',
          'x-ratelimit-used': '5000',
          'x-ratelimit-reset': String(Math.ceil(now / 1000) + seconds),
          'x-ratelimit-resource': 'core',
        },
      )
    case 'too_many':
      return json(429, { message: 'Too many requests' }, { 'retry-after': String(seconds) })
    case 'server_error':
      return json(500, { message: 'Internal server error' })
    case 'challenge':
    case 'refuse_agent':
      return text(
        403,
        'text/html; charset=utf-8',
        '<!doctype html><title>Just a moment</title><p>Checking your browser.</p>',
      )
    case 'empty':
      return json(200, [])
    case 'not_found_page':
      return text(404, 'text/html', '<html><head><title>404 Not Found</title></head></html>')
    case 'wrong_body':
      return json(200, { status: 'ok' })
    default:
      return 'destroy'
  }
}

function truncated(answer: Answer): Answer {
  const { etag: _etag, ...headers } = answer.headers
  const body = Buffer.from(answer.body)
  return { ...answer, headers, body: body.subarray(0, Math.floor(body.length / 2)) }
}

type RpcCall = { id?: unknown; method?: string; params?: readonly { fromBlock?: string; toBlock?: string }[] }

function callsOf(asked: Asked): readonly RpcCall[] {
  const parsed: RpcCall | RpcCall[] = JSON.parse(asked.body.toString('utf8'))
  return Array.isArray(parsed) ? parsed : [parsed]
}

function widestRange(asked: Asked): number {
  const ranges = callsOf(asked)
    .filter((call) => call.method === 'eth_getLogs')
    .map(({ params }) => Number(params?.[0]?.toBlock ?? '0x0') - Number(params?.[0]?.fromBlock ?? '0x0') + 1)
  return Math.max(0, ...ranges.map((range) => (Number.isNaN(range) ? Number.POSITIVE_INFINITY : range)))
}

const rangeErrors = [
  { code: -32062, message: 'Block range is too large' },
  { code: -32005, message: 'query exceeds max block range 100' },
  { code: -32600, message: 'eth_getLogs is limited to a 100 range' },
  { code: -32602, message: 'Log response size exceeded. Try a narrower block range.' },
  { code: -32000, message: 'logs matched by query exceeds limit of 10000' },
  { code: -32614, message: 'eth_getLogs is limited to 100 blocks range, please check your parameters' },
] as const

function rangeRefusal(asked: Asked, turn: number): Answer {
  const error = rangeErrors[turn % rangeErrors.length]
  const answers = callsOf(asked).map((call) => ({ jsonrpc: '2.0', id: call.id ?? null, error }))
  return json(200, asked.body.toString('utf8').trimStart().startsWith('[') ? answers : answers[0])
}
