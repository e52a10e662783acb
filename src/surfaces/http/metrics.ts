import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import ipaddr from 'ipaddr.js'

/** What the surface tells of each request. */
export type Telemetry = {
  readonly answered: (event: {
    readonly operation: string
    readonly status: number
    readonly ms: number
  }) => void
  /** An answer that was held, and took no time worth telling. */
  readonly answeredHeld: (event: { readonly operation: string; readonly status: number }) => void
}

/** Tells nobody. */
export const SILENT: Telemetry = { answered: () => {}, answeredHeld: () => {} }

export type MetricsDeps = {
  /** Everything counted, in Prometheus's text form. */
  readonly text: () => Promise<string>
  /** The token that lets a caller from elsewhere read it; without one only this machine may. */
  readonly token: { readonly reveal: () => string } | undefined
}

export const METRICS_PATH = '/metrics'

/** Whether the caller may read the metrics: who has the token, or a process of this machine that speaks for itself. */
export function mayReadMetrics(request: IncomingMessage, token: MetricsDeps['token']): boolean {
  const given = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (given !== undefined) return token !== undefined && isSame(given, token.reveal())
  const forwarded = request.headers['x-forwarded-for'] ?? request.headers.forwarded
  return forwarded === undefined && isLoopback(request.socket.remoteAddress)
}

/** Answers the metrics. */
export async function answerMetrics(response: ServerResponse, deps: MetricsDeps): Promise<void> {
  const text = await deps.text()
  response
    .writeHead(200, {
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    })
    .end(text)
}

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
}

function isSame(given: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}
