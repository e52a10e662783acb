import type { HourlyCall } from '#contract/limits.ts'
import { addMs, HOUR_MS, type Instant } from '#contract/time.ts'
import type { Writer } from '#records/database.ts'

/**
 * Records a call of an account, unless `limit` calls of its kind were recorded in the hour before. Undefined when the
 * call was recorded, otherwise the instant from which the next call is allowed. The lock on the account makes the count
 * exact over all processes. Deletes the account's calls that are older than an hour.
 */
export async function saveHourlyCall(
  input: {
    readonly accountId: string
    readonly call: HourlyCall
    readonly limit: number
    readonly now: Instant
  },
  writer: Writer,
): Promise<Instant | undefined> {
  const { accountId, call, limit, now } = input
  await writer.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
  await writer
    .deleteFrom('hourly_calls')
    .where('account_id', '=', accountId)
    .where('called_at', '<=', addMs(now, -HOUR_MS))
    .execute()
  const last = await writer
    .selectFrom('hourly_calls')
    .select('called_at')
    .where('account_id', '=', accountId)
    .where('call', '=', call)
    .orderBy('called_at', 'desc')
    .offset(limit - 1)
    .limit(1)
    .executeTakeFirst()
  if (last !== undefined) return addMs(last.called_at, HOUR_MS)
  await writer.insertInto('hourly_calls').values({ account_id: accountId, call, called_at: now }).execute()
  return undefined
}
