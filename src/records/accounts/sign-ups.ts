import { sql } from 'kysely'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import type { Writer } from '#records/database.ts'

/**
 * Records a sign-up without an invitation, unless the client or all clients together have signed up as often as a day
 * allows. False when it was refused. The lock on the table makes the count exact over all processes. Deletes sign-ups that
 * are older than a day.
 */
export async function saveSignUp(
  signUp: {
    readonly client: string
    readonly ofClient: number
    readonly ofAll: number
    readonly now: Instant
  },
  writer: Writer,
): Promise<boolean> {
  const { client, now } = signUp
  await sql`lock table sign_ups in share row exclusive mode`.execute(writer)
  await writer.deleteFrom('sign_ups').where('signed_up_at', '<=', addMs(now, -DAY_MS)).execute()
  const { own, all } = await writer
    .selectFrom('sign_ups')
    .select((row) => [
      row.fn.countAll<number>().filterWhere('client', '=', client).as('own'),
      row.fn.countAll<number>().as('all'),
    ])
    .executeTakeFirstOrThrow()
  if (own >= signUp.ofClient || all >= signUp.ofAll) return false
  await writer.insertInto('sign_ups').values({ client, signed_up_at: now }).execute()
  return true
}
