import { sql } from 'kysely'
import type { Tier } from '#contract/limits.ts'
import type { CalendarDate, Instant } from '#contract/time.ts'
import { fromColumns } from '#records/columns.ts'
import { countRows } from '#records/counted-rows.ts'
import type { Reader } from '#records/database.ts'
import { toTier } from './accounts.ts'

/** A key as its owner sees it. */
export type OwnKey = {
  readonly id: string
  /** Null for a key that was created without one. */
  readonly name: string | null
  readonly tier: Tier
  readonly createdAt: Instant
  readonly revokedAt: Instant | null
  /** Null without a recorded use, and when every use is from before the service recorded times of use. */
  readonly lastUsedAt: Instant | null
  /** Requests recorded in the month. */
  readonly used: number
}

/** The keys of an account with their use in a month, valid ones first, then the newest; at most `limit`. */
export async function getOwnKeys(
  of: { readonly accountId: string; readonly month: CalendarDate; readonly limit: number },
  reader: Reader,
): Promise<readonly OwnKey[]> {
  const rows = await reader
    .selectFrom('api_keys')
    .select(['id', 'name', 'tier', 'created_at', 'revoked_at'])
    .select((row) => [
      row
        .selectFrom('key_usage')
        .select(({ fn }) => fn.max('last_used_at').as('at'))
        .whereRef('key_id', '=', 'api_keys.id')
        .as('last_used_at'),
      sql<number>`coalesce((select used from key_usage
        where key_id = api_keys.id and month = ${of.month}), 0)`.as('used'),
    ])
    .where('account_id', '=', of.accountId)
    .orderBy(sql`revoked_at is not null`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(of.limit)
    .execute()
  return rows.map((row) => ({ ...fromColumns(row), tier: toTier(row.tier) }))
}

/** Requests of all keys of an account by month, newest first; months without any are left out. */
export async function getUsedMonths(
  of: { readonly accountId: string; readonly limit: number },
  reader: Reader,
): Promise<readonly { readonly month: CalendarDate; readonly used: number }[]> {
  return await reader
    .selectFrom('key_usage')
    .innerJoin('api_keys', 'api_keys.id', 'key_usage.key_id')
    .select(['month', sql<number>`sum(used)::bigint`.as('used')])
    .where('account_id', '=', of.accountId)
    .groupBy('month')
    .orderBy('month', 'desc')
    .limit(of.limit)
    .execute()
}

/** How many valid keys an account has. */
export async function countValidKeys(of: { readonly accountId: string }, reader: Reader): Promise<number> {
  return countRows(
    reader.selectFrom('api_keys').where('account_id', '=', of.accountId).where('revoked_at', 'is', null),
  )
}

/** When the `number`th newest key of an account was created; undefined when the account has fewer keys. */
export async function findKeyCreation(
  of: { readonly accountId: string; readonly number: number },
  reader: Reader,
): Promise<Instant | undefined> {
  const row = await reader
    .selectFrom('api_keys')
    .select('created_at')
    .where('account_id', '=', of.accountId)
    .orderBy('created_at', 'desc')
    .offset(of.number - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}

/** A key of the account; undefined when the id is unknown, is no uuid, or is of another account's key. */
export async function findOwnKey(
  of: { readonly accountId: string; readonly id: string },
  reader: Reader,
): Promise<{ readonly id: string } | undefined> {
  return await reader
    .selectFrom('api_keys')
    .select('id')
    .where('account_id', '=', of.accountId)
    // Compares texts, since a caller may ask for an id that is no uuid. An account has few rows to compare.
    .where(sql<boolean>`id::text = ${of.id}`)
    .executeTakeFirst()
}
