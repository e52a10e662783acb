import { Failure } from '#contract/errors.ts'
import { type HourlyCall, LIMITS } from '#contract/limits.ts'
import { type Instant, secondsUntil } from '#contract/time.ts'
import { saveHourlyCall } from '#records/accounts/hourly-calls.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { tooManyCalls } from './call-limit.ts'

/**
 * Charges a call to the account's last hour, for all processes together. A refused call is not charged.
 * @throws Failure rate_limited with the seconds until the next call is allowed
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
    ...tooManyCalls({ call: charged.call, limit, window: 'hour' }),
    retryAfterSeconds: secondsUntil(freeAt, now),
  })
}
