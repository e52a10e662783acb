import type { Instant } from '#contract/time.ts'
import type { Reader, Writer } from '#records/database.ts'

/** Stores the digest of an account's recovery code (hexadecimal digits) in place of the one before. */
export async function saveRecoveryCode(
  code: { readonly accountId: string; readonly digest: string; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  const stored = { digest: Buffer.from(code.digest, 'hex'), created_at: code.now }
  await writer
    .insertInto('recovery_codes')
    .values({ account_id: code.accountId, ...stored })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(stored))
    .execute()
}

/** Takes a recovery code, so that it is used once. Returns the account that it opens; undefined when there is none. */
export async function takeRecoveryCode(
  of: { readonly digest: string },
  writer: Writer,
): Promise<{ readonly accountId: string } | undefined> {
  const row = await writer
    .deleteFrom('recovery_codes')
    .where('digest', '=', Buffer.from(of.digest, 'hex'))
    .returning('account_id')
    .executeTakeFirst()
  return row && { accountId: row.account_id }
}

/** When an account's recovery code was made; undefined when it has none. */
export async function findRecoveryCode(
  of: { readonly accountId: string },
  reader: Reader,
): Promise<{ readonly createdAt: Instant } | undefined> {
  const row = await reader
    .selectFrom('recovery_codes')
    .select('created_at')
    .where('account_id', '=', of.accountId)
    .executeTakeFirst()
  return row && { createdAt: row.created_at }
}
