import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { addressOf } from './forwarded.ts'

/** Who a request counts against. */
export type ClientOf = (request: IncomingMessage) => string

/** Addresses whose client is remembered: reading an address takes longer than looking it up. */
const REMEMBERED = 20_000
const LONGEST = 64

/** Tells who each request counts against, behind so many trusted proxies. */
export function tellClients(trustedProxies: number): ClientOf {
  const known = new Map<string | undefined, string>()
  return (request) => {
    const address = addressOf(request, trustedProxies)
    const found = known.get(address)
    if (found !== undefined) return found
    const client = clientOf(address)
    if (known.size >= REMEMBERED) known.clear()
    if (address === undefined || address.length < LONGEST) known.set(address, client)
    return client
  }
}

/**
 * Who is counted: an IPv4 address, or the /64 an IPv6 address is in. A port after the address, as some proxies write
 * it, is no part of it; what is no address at all is counted together.
 */
export function clientOf(address: string | undefined): string {
  const bare = address === undefined ? '' : withoutPort(address)
  if (!ipaddr.isValid(bare)) return 'unnamed'
  const parsed = ipaddr.process(bare)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}

function withoutPort(address: string): string {
  const match = /^(?:\[([^\]]+)\](?::\d{1,5})?|(\d+\.\d+\.\d+\.\d+):\d{1,5})$/.exec(address)
  return match?.[1] ?? match?.[2] ?? address
}
