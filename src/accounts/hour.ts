import { Failure } from '#contract/errors.ts'
import { type HourlyCall, LIMITS } from '#contract/limits.ts'
import { HOUR_MS, type Instant, secondsUntil } from '#contract/time.ts'
import { saveHourlyCall } from '#records/accounts/hourly-calls.ts'
import { type Database, inTransaction } from '#records/database.ts'

/**
 * Charges a call to the account's last hour, for all processes together. A refused call is not charged.
 * @throws Failure rate_limited with the seconds until the next call is free
 */
export async function chargeHour(
  charged: { readonly accountId: string; readonly call: HourlyCall },
  deps: { readonly database: Database; readonly clock: { readonly now: () => Instant } },
): Promise<void> {
  const now = deps.clock.now()
  const limit = LIMITS.callsPerHour[charged.call]
  const freeAt = await inTransaction(deps.database, (writer) =>
    saveHourlyCall({ ...charged, limit, now }, writer),
  )
  if (freeAt === undefined) return
  throw new Failure('rate_limited', {
    message: `Too many calls: expected at most ${limit} of this kind an hour. Wait the seconds that retry-after names.`,
    detail: { call: charged.call, limit, windowSeconds: HOUR_MS / 1000 },
    retryAfterSeconds: secondsUntil(freeAt, now),
  })
}
