import type { IncomingMessage } from 'node:http'

/**
 * The address a request came from: the socket's, or, behind `trustedProxies` of them, the address the outermost of
 * them saw. What stands further left in x-forwarded-for was written by whoever called, and counts for nothing.
 */
export function addressOf(request: IncomingMessage, trustedProxies: number): string | undefined {
  const { remoteAddress } = request.socket
  const forwarded = request.headers['x-forwarded-for']
  if (trustedProxies === 0 || forwarded === undefined) return remoteAddress
  const seen = String(forwarded)
    .split(',')
    .map((address) => address.trim())
  return seen[Math.max(0, seen.length - trustedProxies)]
}
