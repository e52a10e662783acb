import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { fail } from '#contract/errors.ts'

type Budget = {
  readonly requests: number
  readonly windowSeconds: number
  /** How many clients are told apart at once; beyond it newcomers share one of as many budgets. */
  readonly maxClients: number
}

/** Counts a request against its client's window. @throws Failure rate_limited with the seconds until the window ends */
export type CountRequest = (client: string) => Promise<void>

/** A limiter of this process, bounded in memory however many clients come. */
export function countRequests({ requests, windowSeconds, maxClients }: Budget): CountRequest {
  const limiter = new RateLimiterMemory({ points: requests, duration: windowSeconds })
  const crowd = new RateLimiterMemory({ points: requests, duration: windowSeconds, keyPrefix: 'crowd' })
  const arrivals = arrivalsOf(windowSeconds * 1000)
  return async (client) => {
    const known = (await limiter.get(client)) !== null
    if (!known && arrivals.inTwoWindows() >= maxClients) return consume(crowd, bucketOf(client, maxClients))
    if (!known) arrivals.add()
    return consume(limiter, client)
  }
}

async function consume(limiter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    fail('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) })
  }
}

function bucketOf(client: string, buckets: number): string {
  return `${createHash('sha256').update(client).digest().readUInt32BE() % buckets}`
}

function arrivalsOf(windowMs: number) {
  let windowNumber = 0
  let current = 0
  let previous = 0
  const turn = () => {
    const number = Math.floor(performance.now() / windowMs)
    if (number === windowNumber) return
    previous = number === windowNumber + 1 ? current : 0
    current = 0
    windowNumber = number
  }
  return {
    add: () => {
      turn()
      current += 1
    },
    inTwoWindows: () => {
      turn()
      return current + previous
    },
  }
}
