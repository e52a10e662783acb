import { sql } from 'kysely'
import type { Tier } from '#contract/limits.ts'
import type { CalendarDate, Instant } from '#contract/time.ts'
import { fromColumns } from '#records/columns.ts'
import type { Reader, Writer } from '#records/database.ts'
import { announce } from '#records/notifications.ts'

/** An owner of keys. The hold has its beginning and the operator's reason; both are null while there is none. */
export type Account = {
  readonly id: string
  readonly name: string
  readonly createdAt: Instant
  readonly heldSince: Instant | null
  readonly heldReason: string | null
}

/** A stored key, which never has its text. `revokedAt` is null while the key is valid. */
export type StoredKey = {
  readonly id: string
  readonly account: Account
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
 * The valid key of a digest (hexadecimal digits) with its recorded requests in the month; undefined when there is none
 * or it was revoked.
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

/** The account of a name; undefined when there is none. */
export async function findAccount(name: string, reader: Reader): Promise<Account | undefined> {
  const row = await reader.selectFrom('accounts').selectAll().where('name', '=', name).executeTakeFirst()
  return row && fromColumns(row)
}

/** Accounts by name, with the number of their valid keys; at most `limit`. */
export async function getAccounts(
  input: { readonly limit: number },
  reader: Reader,
): Promise<readonly (Account & { readonly keys: number })[]> {
  const rows = await reader
    .selectFrom('accounts')
    .leftJoin('api_keys', (join) =>
      join.onRef('api_keys.account_id', '=', 'accounts.id').on('api_keys.revoked_at', 'is', null),
    )
    .selectAll('accounts')
    .select(({ fn }) => fn.count<number>('api_keys.id').as('keys'))
    .groupBy('accounts.id')
    .orderBy('accounts.name')
    .limit(input.limit)
    .execute()
  return rows.map((row) => fromColumns(row))
}

/** The account of a name; created when there is none. */
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
  return fromColumns(row)
}

/** Inserts a key of an account by its digest (hexadecimal digits). */
export async function insertKey(
  key: {
    readonly id: string
    readonly accountId: string
    readonly digest: string
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

/** The key of an id, revoked or not; undefined when there is none. */
export async function findKey(id: string, reader: Reader): Promise<StoredKey | undefined> {
  const row = await keysIn(reader).where('api_keys.id', '=', id).executeTakeFirst()
  return row && toKey(row)
}

/** Revokes a key for ever and notifies every process; a revoked key keeps its first time. */
export async function revokeKey(input: { id: string; now: Instant }, writer: Writer): Promise<void> {
  await writer
    .updateTable('api_keys')
    .set((row) => ({ revoked_at: row.fn.coalesce('revoked_at', row.val(input.now)) }))
    .where('id', '=', input.id)
    .execute()
  await announce('keys', writer)
}

/** Puts an account on hold, or releases it with null, and notifies every process; a hold keeps its first time. */
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
    .select(['accounts.name', 'accounts.held_since', 'accounts.held_reason', 'api_keys.account_id'])
    .select(['accounts.created_at as account_created_at', 'api_keys.id', 'api_keys.tier'])
    .select(['api_keys.created_at', 'api_keys.revoked_at'])
}

type KeyRow = Awaited<ReturnType<ReturnType<typeof keysIn>['executeTakeFirstOrThrow']>>

function toKey({ account_id: id, account_created_at: created_at, ...row }: KeyRow): StoredKey {
  const { name, held_since, held_reason, ...key } = row
  return {
    ...fromColumns(key),
    account: fromColumns({ id, name, created_at, held_since, held_reason }),
    tier: toTier(row.tier),
  }
}

function toTier(tier: number): Tier {
  if (tier === 1 || tier === 2 || tier === 3) return tier
  throw new RangeError(`no tier ${tier}`)
}
