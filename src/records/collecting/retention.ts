import { sql } from 'kysely'
import { addDays, addMs, DAY_MS, dateOf, type Instant } from '#contract/time.ts'
import { affected } from '#records/counted-rows.ts'
import type { Writer } from '#records/database.ts'
import { REMOVED_AT_ONCE } from '#records/removed-at-once.ts'

const READINGS_KEPT_DAYS = 90
const MARKET_READINGS_FULL_DAYS = 3
const OUTAGES_KEPT_DAYS = 90

/**
 * Deletes attempts older than 90 days, which no answer or rule reads any more, except the newest of each stream.
 * Returns how many it deleted: at most `REMOVED_AT_ONCE`.
 */
export async function applyReadingRetention(
  input: { readonly now: Instant },
  writer: Writer,
): Promise<{ readonly readings: number }> {
  const removed = await sql`
    delete from readings where id in (
      select id from readings as old
      where attempted_at < ${addMs(input.now, -READINGS_KEPT_DAYS * DAY_MS)}::timestamptz
        and exists (select from readings as newer where newer.source_id = old.source_id
          and newer.stream = old.stream and newer.attempted_at > old.attempted_at)
      limit ${REMOVED_AT_ONCE})`.execute(writer)
  return { readings: affected(removed) }
}

/**
 * Deletes market readings older than three days, except the newest of each token, provider and hour. Returns how many
 * it deleted: at most `REMOVED_AT_ONCE`.
 */
export async function applyMarketReadingRetention(
  input: { readonly now: Instant },
  writer: Writer,
): Promise<{ readonly marketReadings: number }> {
  const removed = await sql`
    delete from market_readings where id in (
      select id from market_readings as old
      where observed_at < ${addMs(input.now, -MARKET_READINGS_FULL_DAYS * DAY_MS)}::timestamptz
        and exists (select from market_readings as newer where newer.address = old.address
          and newer.provider = old.provider and newer.observed_at > old.observed_at
          and date_trunc('hour', newer.observed_at) = date_trunc('hour', old.observed_at))
      limit ${REMOVED_AT_ONCE})`.execute(writer)
  return { marketReadings: affected(removed) }
}

/**
 * Deletes outages that ended more than 90 days ago, and older days on which a provider was judged. Keeps the first day
 * of each provider, which tells since when judgements are recorded. Returns how many it deleted: of each at most
 * `REMOVED_AT_ONCE`.
 */
export async function applyOutageRetention(
  input: { readonly now: Instant },
  writer: Writer,
): Promise<{ readonly outages: number; readonly providerDays: number }> {
  const before = addMs(input.now, -OUTAGES_KEPT_DAYS * DAY_MS)
  const outages = await sql`
    delete from provider_outages where (provider, began_at) in (
      select provider, began_at from provider_outages where ended_at < ${before}::timestamptz
      limit ${REMOVED_AT_ONCE})`.execute(writer)
  const days = await sql`
    delete from provider_days where (provider, day) in (
      select provider, day from provider_days as old
      where day < ${addDays(dateOf(input.now), -OUTAGES_KEPT_DAYS)}
        and exists (select from provider_days as first where first.provider = old.provider and first.day < old.day)
      limit ${REMOVED_AT_ONCE})`.execute(writer)
  return { outages: affected(outages), providerDays: affected(days) }
}
