import type { Instant } from '#contract/time.ts'
import { countRows } from '#records/counted-rows.ts'
import type { Reader, Writer } from '#records/database.ts'

/**
 * Inserts a session by the digest of its token (hexadecimal digits). An account keeps its newest `limit` sessions, and
 * expired ones of every account are deleted.
 */
export async function insertSession(
  session: {
    readonly digest: string
    readonly accountId: string
    readonly origin: string
    readonly now: Instant
    readonly expiresAt: Instant
    readonly limit: number
  },
  writer: Writer,
): Promise<void> {
  const { accountId, now } = session
  await writer.deleteFrom('account_sessions').where('expires_at', '<=', now).execute()
  await writer
    .insertInto('account_sessions')
    .values({
      digest: Buffer.from(session.digest, 'hex'),
      account_id: accountId,
      origin: session.origin,
      created_at: now,
      expires_at: session.expiresAt,
    })
    .execute()
  await writer
    .deleteFrom('account_sessions')
    .where('digest', 'in', (row) =>
      row
        .selectFrom('account_sessions')
        .select('digest')
        .where('account_id', '=', accountId)
        .orderBy('created_at', 'desc')
        .orderBy('digest')
        .offset(session.limit),
    )
    .execute()
}

/** The account of a session that has not expired, on the origin where it began; undefined when there is none. */
export async function findSessionAccount(
  of: { readonly digest: string; readonly origin: string; readonly now: Instant },
  reader: Reader,
): Promise<{ readonly accountId: string } | undefined> {
  const row = await reader
    .selectFrom('account_sessions')
    .select('account_id')
    .where('digest', '=', Buffer.from(of.digest, 'hex'))
    .where('origin', '=', of.origin)
    .where('expires_at', '>', of.now)
    .executeTakeFirst()
  return row && { accountId: row.account_id }
}

/** How many sessions of an account have not expired. */
export async function countSessions(
  of: { readonly accountId: string; readonly now: Instant },
  reader: Reader,
): Promise<number> {
  return countRows(
    reader
      .selectFrom('account_sessions')
      .where('account_id', '=', of.accountId)
      .where('expires_at', '>', of.now),
  )
}

/** Ends one session. */
export async function deleteSession(of: { readonly digest: string }, writer: Writer): Promise<void> {
  await writer.deleteFrom('account_sessions').where('digest', '=', Buffer.from(of.digest, 'hex')).execute()
}

/** Ends every session of an account. */
export async function deleteSessions(of: { readonly accountId: string }, writer: Writer): Promise<void> {
  await writer.deleteFrom('account_sessions').where('account_id', '=', of.accountId).execute()
}

/** Ends every session of an account but the one of a digest. */
export async function deleteOtherSessions(
  of: { readonly accountId: string; readonly digest: string },
  writer: Writer,
): Promise<void> {
  await writer
    .deleteFrom('account_sessions')
    .where('account_id', '=', of.accountId)
    .where('digest', '!=', Buffer.from(of.digest, 'hex'))
    .execute()
}
