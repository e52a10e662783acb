import { LRUCache } from 'lru-cache'
import type { ChargeMinute, MinuteCharge } from './minute.ts'

const IPV6_CLIENT = /^([0-9a-f]{1,4}:[0-9a-f]{1,4}:[0-9a-f]{1,4}):([0-9a-f]{1,4})::\/64$/
/**
 * How many sites can share a minute at a time. Beyond that, the site that was refused longest ago no longer shares one.
 * The number limits the size of the cache and not its entries, for which it would reserve 4 MB at once.
 */
const MOST_SITES = 100_000

/**
 * Charges the minute of each client. An IPv6 site (/56) has 256 clients, each with a /64. While one of them is refused,
 * the others also share one minute, so that a site cannot have 256 budgets.
 */
export function countingSites<Charge extends ChargeMinute>(charge: Charge): ChargeMinute {
  const refused = new LRUCache<string, true>({ maxSize: MOST_SITES, sizeCalculation: () => 1 })
  return (client, cost) => {
    const site = siteOf(client)
    if (site === undefined) return charge(client, cost)
    return then(charge(client, cost), (own) => {
      if (own.charged && refused.has(site)) return then(charge(site, cost), (shared) => least(own, shared))
      if (!own.charged) refused.set(site, true, { ttl: Math.max(1, Math.ceil(own.resetsInMs)) })
      return own
    })
  }
}

/** The /56 of a client with a /64 of IPv6; undefined for any other client. */
export function siteOf(client: string): string | undefined {
  const [, prefix, part = ''] = IPV6_CLIENT.exec(client) ?? []
  if (prefix === undefined) return undefined
  return `${prefix}:${(Number.parseInt(part, 16) & 0xff00).toString(16)}::/56`
}

function least(own: MinuteCharge, shared: MinuteCharge): MinuteCharge {
  if (!shared.charged) return shared
  return own.remaining <= shared.remaining ? own : shared
}

/** Like `then` of a promise, but calls `next` at once when the charge is no promise. */
function then(
  charge: MinuteCharge | Promise<MinuteCharge>,
  next: (charge: MinuteCharge) => MinuteCharge | Promise<MinuteCharge>,
) {
  return charge instanceof Promise ? charge.then(next) : next(charge)
}
