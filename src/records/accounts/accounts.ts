import { type Selectable, sql } from 'kysely'
import type { Tier } from '#contract/limits.ts'
import type { CalendarDate, Instant } from '#contract/time.ts'
import { fromColumns } from '#records/columns.ts'
import type { Reader, Writer } from '#records/database.ts'
import { announce } from '#records/notifications.ts'
import type { Tables } from '#records/tables.ts'

/** An owner of keys. `heldSince` and the operator's `heldReason` are null while the account is not on hold. */
export type Account = {
  readonly id: string
  readonly name: string
  readonly createdAt: Instant
  readonly heldSince: Instant | null
  readonly heldReason: string | null
  /** Tier of the keys that the owner creates. */
  readonly keyTier: Tier
}

/** A stored key, which never has its text. `revokedAt` is null while the key is valid. */
export type StoredKey = {
  readonly id: string
  readonly account: Account
  /** Null for a key that was created without one. */
  readonly name: string | null
  readonly tier: Tier
  readonly createdAt: Instant
  readonly revokedAt: Instant | null
}

/** A valid key with its recorded use in a month. */
export type KeyInUse = {
  readonly id: string
  readonly account: { readonly id: string; readonly name: string; readonly held: boolean }
  readonly tier: Tier
  readonly month: CalendarDate
  readonly used: number
}

/**
 * The valid key with a digest (hexadecimal digits), and its recorded requests in the month. Undefined when no key has
 * the digest, or the key was revoked.
 */
export async function findKeyInUse(
  input: { readonly digest: string; readonly month: CalendarDate },
  reader: Reader,
): Promise<KeyInUse | undefined> {
  const row = await reader
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .leftJoin('key_usage', (join) =>
      join.onRef('key_usage.key_id', '=', 'api_keys.id').on('key_usage.month', '=', input.month),
    )
    .select([
      'api_keys.id',
      'api_keys.tier',
      'api_keys.account_id',
      'accounts.name',
      'accounts.held_since',
      sql<number>`coalesce(key_usage.used, 0)`.as('used'),
    ])
    .where('api_keys.digest', '=', Buffer.from(input.digest, 'hex'))
    .where('api_keys.revoked_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return undefined
  return {
    id: row.id,
    account: { id: row.account_id, name: row.name, held: row.held_since !== null },
    tier: toTier(row.tier),
    month: input.month,
    used: row.used,
  }
}

/** The account with a name; undefined when there is none. */
export async function findAccount(name: string, reader: Reader): Promise<Account | undefined> {
  const row = await reader.selectFrom('accounts').selectAll().where('name', '=', name).executeTakeFirst()
  return row && toAccount(row)
}

/** The account with an id; undefined when there is none. */
export async function findAccountById(id: string, reader: Reader): Promise<Account | undefined> {
  const row = await reader.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirst()
  return row && toAccount(row)
}

/** An account with the number of its valid keys and of its passkeys. */
export type ListedAccount = Account & { readonly keys: number; readonly passkeys: number }

/** Accounts by name; at most `limit`. */
export async function getAccounts(
  input: { readonly limit: number },
  reader: Reader,
): Promise<readonly ListedAccount[]> {
  const rows = await reader
    .selectFrom('accounts')
    .selectAll()
    .select((row) => [
      row
        .selectFrom('api_keys')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('api_keys.account_id', '=', 'accounts.id')
        .where('revoked_at', 'is', null)
        .$asScalar()
        .$notNull()
        .as('keys'),
      row
        .selectFrom('passkeys')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('passkeys.account_id', '=', 'accounts.id')
        .$asScalar()
        .$notNull()
        .as('passkeys'),
    ])
    .orderBy('name')
    .limit(input.limit)
    .execute()
  return rows.map(({ keys, passkeys, ...row }) => ({
    ...toAccount(row),
    keys,
    passkeys,
  }))
}

/** The account with a name. Creates it when there is none. */
export async function saveAccount(
  input: { readonly id: string; readonly name: string; readonly now: Instant },
  writer: Writer,
): Promise<Account> {
  const row = await writer
    .insertInto('accounts')
    .values({ id: input.id, name: input.name, created_at: input.now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name: input.name }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return toAccount(row)
}

/** Sets the tier of the keys that the owner of an account creates. */
export async function saveKeyTier(
  input: { readonly id: string; readonly tier: Tier },
  writer: Writer,
): Promise<void> {
  await writer.updateTable('accounts').set({ key_tier: input.tier }).where('id', '=', input.id).execute()
}

/** Inserts a key of an account by its digest (hexadecimal digits). */
export async function insertKey(
  key: {
    readonly id: string
    readonly accountId: string
    readonly digest: string
    readonly name: string | null
    readonly tier: Tier
    readonly now: Instant
  },
  writer: Writer,
): Promise<void> {
  await writer
    .insertInto('api_keys')
    .values({
      id: key.id,
      account_id: key.accountId,
      digest: Buffer.from(key.digest, 'hex'),
      name: key.name,
      tier: key.tier,
      created_at: key.now,
    })
    .execute()
}

/** Keys of every account, newest first, revoked ones included; at most `limit`. */
export async function getKeys(
  input: { readonly limit: number },
  reader: Reader,
): Promise<readonly StoredKey[]> {
  const rows = await keysIn(reader)
    .orderBy('api_keys.created_at', 'desc')
    .orderBy('api_keys.id')
    .limit(input.limit)
    .execute()
  return rows.map(toKey)
}

/** The key with an id, revoked or not; undefined when there is none. */
export async function findKey(id: string, reader: Reader): Promise<StoredKey | undefined> {
  const row = await keysIn(reader).where('api_keys.id', '=', id).executeTakeFirst()
  return row && toKey(row)
}

/** Revokes a key permanently and notifies every process. A key that was revoked before keeps that time. */
export async function revokeKey(input: { id: string; now: Instant }, writer: Writer): Promise<void> {
  await writer
    .updateTable('api_keys')
    .set((row) => ({ revoked_at: row.fn.coalesce('revoked_at', row.val(input.now)) }))
    .where('id', '=', input.id)
    .execute()
  await announce('keys', writer)
}

/**
 * Puts an account on hold, or releases it with null, and notifies every process. A running hold keeps its beginning.
 */
export async function saveHold(
  input: { readonly id: string; readonly reason: string | null; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  const { id, reason, now } = input
  await writer
    .updateTable('accounts')
    .set((row) => ({
      held_reason: reason,
      held_since: reason === null ? null : row.fn.coalesce('held_since', row.val(now)),
    }))
    .where('id', '=', id)
    .execute()
  await announce('keys', writer)
}

function keysIn(reader: Reader) {
  return reader
    .selectFrom('api_keys')
    .innerJoin('accounts', 'accounts.id', 'api_keys.account_id')
    .select(['accounts.name as account_name', 'accounts.held_since', 'accounts.held_reason'])
    .select(['accounts.key_tier', 'accounts.created_at as account_created_at', 'api_keys.account_id'])
    .select(['api_keys.id', 'api_keys.name', 'api_keys.tier', 'api_keys.created_at', 'api_keys.revoked_at'])
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof keysIn>['executeTakeFirstOrThrow']>>

function toKey(row: KeyRow): StoredKey {
  const { account_id: id, account_name: name, account_created_at: created_at, ...rest } = row
  const { held_since, held_reason, key_tier, ...key } = rest
  return {
    ...fromColumns(key),
    account: toAccount({ id, name, created_at, held_since, held_reason, key_tier }),
    tier: toTier(row.tier),
  }
}

function toAccount(row: Selectable<Tables['accounts']>): Account {
  return { ...fromColumns(row), keyTier: toTier(row.key_tier) }
}

/** A stored tier. @throws RangeError for any other number */
export function toTier(tier: number): Tier {
  if (tier === 1 || tier === 2 || tier === 3) return tier
  throw new RangeError(`no tier ${tier}`)
}
