import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { Answer } from './answer.ts'
import { bearerOf } from './caller.ts'
import { contentOf } from './content.ts'

/** What the surface tells of each request. */
export type Telemetry = {
  readonly answered: (event: {
    readonly operation: string
    readonly status: number
    readonly ms: number
  }) => void
}

/** Tells nobody. */
export const SILENT: Telemetry = { answered: () => {} }

export type MetricsDeps = {
  /** Everything counted, in Prometheus's text form. */
  readonly text: () => Promise<string>
  /** The token that lets a caller from elsewhere read it; without one only this machine may. */
  readonly token: { readonly reveal: () => string } | undefined
}

/** Whether a request asks for the metrics. */
export function asksForMetrics({ url, method }: IncomingMessage): boolean {
  return url === '/metrics' && method === 'GET'
}

/** Whether the caller may read the metrics: who has the token, or a process of this machine that speaks for itself. */
export function mayReadMetrics(request: IncomingMessage, token: MetricsDeps['token']): boolean {
  const given = bearerOf(request.headers.authorization)
  if (given !== undefined) return token !== undefined && isSame(given, token.reveal())
  const { 'x-forwarded-for': forwardedFor, forwarded, via, host } = request.headers
  const isForwarded = [forwardedFor, forwarded, via].some((header) => header !== undefined)
  return !isForwarded && isLoopback(request.socket.remoteAddress) && isOfThisMachine(host)
}

export async function metricsAnswer({ text }: MetricsDeps): Promise<Answer> {
  const headers = { 'cache-control': 'no-store' }
  const content = contentOf(await text(), 'text/plain; version=0.0.4')
  return { status: 200, headers, content, isInternal: true }
}

/** Whether it is no name from elsewhere, which a browser of this machine could have been led to. */
function isOfThisMachine(host: string | undefined): boolean {
  if (host === undefined) return true
  const name = host.replace(/:\d*$/, '').replace(/^\[(.*)\]$/, '$1')
  return name === 'localhost' || isLoopback(name)
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

function isSame(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}
