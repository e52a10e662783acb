import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { ErrorCode } from '#contract/errors.ts'
import type { Answer } from './answer.ts'
import { bearerOf } from './caller.ts'
import { contentOf } from './content.ts'

/** Records answered and refused requests, and items that were left out of a list. */
export type Telemetry = {
  readonly answered: (event: {
    readonly operation: string
    readonly status: number
    readonly ms: number
  }) => void
  /** A request that was refused; it is answered too. */
  readonly refused: (event: { readonly code: ErrorCode }) => void
  /** An item of a list that could not be sent. */
  readonly leftOut: (event: { readonly operation: string }) => void
}

/** Records nothing. */
export const SILENT: Telemetry = { answered: () => {}, refused: () => {}, leftOut: () => {} }

export type MetricsDeps = {
  /** All metrics in the Prometheus text format. */
  readonly text: () => Promise<string>
  /** Lets other machines read the metrics; without it only this machine can. */
  readonly token: { readonly reveal: () => string } | undefined
}

/** Whether a request asks for the metrics. */
export function isMetricsRequest({ url, method }: IncomingMessage): boolean {
  return url === '/metrics' && method === 'GET'
}

/** Whether the caller may read the metrics: it has the token, or it is a process of this machine and not a proxy. */
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

/** Whether the host names this machine. A web page in a local browser could send another name (DNS rebinding). */
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
