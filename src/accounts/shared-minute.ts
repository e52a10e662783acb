import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { type ChargeMinute, type ChargeMinuteAtOnce, MINUTE_SECONDS } from './minute.ts'
import type { SharedCounters } from './redis.ts'

/**
 * Replaces the library's script, which also counts refused requests. Returns the use including this request, and the
 * milliseconds left. Nothing is charged when the use exceeds the limit.
 */
const CHARGE_OR_REFUSE = `
local cost, seconds, limit = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local used = tonumber(redis.call('get', KEYS[1]) or '0')
local left = redis.call('pttl', KEYS[1])
if left <= 0 then
  used = 0
  left = seconds * 1000
end
if used + cost <= limit then
  if used == 0 then
    redis.call('set', KEYS[1], cost, 'PX', left)
  else
    redis.call('incrby', KEYS[1], cost)
  end
end
return {used + cost, left}`

/** Counts minutes for all processes in Redis. While Redis is down, the counters of this process replace it. */
export function minuteOfAll(
  budget: { readonly name: string; readonly limit: number },
  deps: { readonly counters: SharedCounters; readonly ofProcess: ChargeMinuteAtOnce },
): ChargeMinute {
  const { counters, ofProcess } = deps
  const limiter = new RateLimiterRedis({
    storeClient: counters.client,
    points: budget.limit,
    duration: MINUTE_SECONDS,
    keyPrefix: `svc:minute:${budget.name}`,
    customIncrTtlLuaScript: CHARGE_OR_REFUSE,
  })
  return async (key, cost) => {
    if (!counters.answers()) return ofProcess(key, cost)
    try {
      const { remainingPoints, msBeforeNext } = await limiter.consume(key, cost)
      return { charged: true, remaining: remainingPoints, resetsInMs: msBeforeNext }
    } catch (thrown) {
      if (thrown instanceof RateLimiterRes) {
        const remaining = Math.max(0, budget.limit - (thrown.consumedPoints - cost))
        return { charged: false, remaining, resetsInMs: thrown.msBeforeNext }
      }
      counters.failed(thrown)
      return ofProcess(key, cost)
    }
  }
}
