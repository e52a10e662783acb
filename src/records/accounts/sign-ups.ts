import { sql } from 'kysely'
import { addMs, DAY_MS, type Instant, latest } from '#contract/time.ts'
import type { Writer } from '#records/database.ts'

/**
 * Records a sign-up without an invitation, unless the client, or all clients together, have reached their limit of a
 * day. Undefined when it was recorded, otherwise the instant from which the next sign-up is allowed. The lock on the
 * table makes the count exact over all processes. Deletes sign-ups that are older than a day.
 */
export async function saveSignUp(
  signUp: {
    readonly client: string
    readonly ofClient: number
    readonly ofAll: number
    readonly now: Instant
  },
  writer: Writer,
): Promise<Instant | undefined> {
  const { client, now } = signUp
  await sql`lock table sign_ups in share row exclusive mode`.execute(writer)
  await writer.deleteFrom('sign_ups').where('signed_up_at', '<=', addMs(now, -DAY_MS)).execute()
  const newest = writer.selectFrom('sign_ups').select('signed_up_at').orderBy('signed_up_at', 'desc').limit(1)
  const own = newest.where('client', '=', client).offset(signUp.ofClient - 1)
  const full = [await own.execute(), await newest.offset(signUp.ofAll - 1).execute()]
  const last = latest(full.flat().map((row) => row.signed_up_at))
  if (last !== null) return addMs(last, DAY_MS)
  await writer.insertInto('sign_ups').values({ client, signed_up_at: now }).execute()
  return undefined
}
