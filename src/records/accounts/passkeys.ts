import { sql } from 'kysely'
import type { Instant } from '#contract/time.ts'
import { fromColumns } from '#records/columns.ts'
import type { Reader, Writer } from '#records/database.ts'

/** A passkey of an account, without the data that verifies its signatures. */
type Passkey = {
  readonly id: string
  readonly name: string
  readonly createdAt: Instant
  /** Null until the first sign-in with the passkey. */
  readonly lastUsedAt: Instant | null
  /** The credential's id in base64url. */
  readonly credentialId: string
  readonly transports: readonly string[]
}

/** The data that verifies a signature of a passkey. */
export type PasskeyVerifier = {
  readonly id: string
  readonly accountId: string
  readonly credentialId: string
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly counter: number
}

/** The passkeys of an account, oldest first. An account has a bounded number. */
export async function getPasskeys(
  of: { readonly accountId: string },
  reader: Reader,
): Promise<readonly Passkey[]> {
  const rows = await reader
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at', 'last_used_at', 'credential_id', 'transports'])
    .where('account_id', '=', of.accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...fromColumns(row), credentialId: row.credential_id.toString('base64url') }))
}

/** The passkey of a credential, locked until the transaction ends; undefined when there is none. */
export async function lockPasskey(
  of: { readonly credentialId: string },
  writer: Writer,
): Promise<PasskeyVerifier | undefined> {
  const row = await writer
    .selectFrom('passkeys')
    .select(['id', 'account_id', 'public_key', 'counter'])
    .where('credential_id', '=', Buffer.from(of.credentialId, 'base64url'))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { public_key, ...rest } = row
  return { ...fromColumns(rest), credentialId: of.credentialId, publicKey: new Uint8Array(public_key) }
}

/** Inserts a passkey. False when its credential belongs to an account already. */
export async function insertPasskey(
  passkey: Omit<PasskeyVerifier, 'publicKey'> & {
    readonly publicKey: Uint8Array
    readonly transports: readonly string[]
    readonly name: string
    readonly now: Instant
  },
  writer: Writer,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await writer
    .insertInto('passkeys')
    .values({
      id: passkey.id,
      account_id: passkey.accountId,
      credential_id: Buffer.from(passkey.credentialId, 'base64url'),
      public_key: Buffer.from(passkey.publicKey),
      counter: passkey.counter,
      transports: [...passkey.transports],
      name: passkey.name,
      created_at: passkey.now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirstOrThrow()
  return inserted === 1n
}

/** Records a sign-in with a passkey and the authenticator's new counter. */
export async function savePasskeyUse(
  use: { readonly id: string; readonly counter: number; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  await writer
    .updateTable('passkeys')
    .set({ counter: use.counter, last_used_at: use.now })
    .where('id', '=', use.id)
    .execute()
}

/** Deletes a passkey of an account. False when the account has no such passkey. */
export async function deletePasskey(
  of: { readonly accountId: string; readonly id: string },
  writer: Writer,
): Promise<boolean> {
  const { numDeletedRows } = await writer
    .deleteFrom('passkeys')
    .where('account_id', '=', of.accountId)
    .where(sql<boolean>`id::text = ${of.id}`)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}
