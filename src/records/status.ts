import { sql } from 'kysely'
import type { Instant } from '#contract/time.ts'
import type { Reader } from './database.ts'

/** How a provider's streams were read last; times are null while none ever was. */
export type ProviderReadings = {
  readonly provider: string
  /** `missing` streams' sources are gone while the provider answers. */
  readonly streams: {
    readonly total: number
    readonly fresh: number
    readonly failing: number
    readonly missing: number
  }
  readonly lastTriedAt: Instant | null
  readonly lastReadAt: Instant | null
}

/** The ledger's newest position, 0 while nothing was written, and when its writer last ran; null while it never did. */
export type LedgerHead = { readonly position: number; readonly lastRunAt: Instant | null }

/**
 * A provider's streams of sources that still stand, by provider; a stream is fresh within three of its cadences. One
 * that its source forbids to read is not among them.
 */
export async function getProviderReadings(
  input: { readonly now: Instant },
  reader: Reader,
): Promise<readonly ProviderReadings[]> {
  const fresh = sql<boolean>`source_streams.last_ok_at >= ${input.now}::timestamptz - source_streams.cadence_seconds * interval '3 seconds'`
  const rows = await reader
    .selectFrom('source_streams')
    .innerJoin('sources', 'sources.id', 'source_streams.source_id')
    .where('sources.detached_at', 'is', null)
    .where(sql<boolean>`source_streams.last_outcome is distinct from 'disallowed'`)
    .groupBy('source_streams.provider')
    .orderBy('source_streams.provider')
    .select('source_streams.provider')
    .select((build) => [
      build.fn.countAll<number>().as('total'),
      build.fn
        .countAll<number>()
        .filterWhere(sql<boolean>`${fresh} and source_streams.last_outcome is distinct from 'missing'`)
        .as('fresh'),
      build.fn.countAll<number>().filterWhere('source_streams.failures_in_a_row', '>', 0).as('failing'),
      build.fn.countAll<number>().filterWhere('source_streams.last_outcome', '=', 'missing').as('missing'),
      build.fn.max('source_streams.last_tried_at').as('last_tried_at'),
      build.fn.max('source_streams.last_ok_at').as('last_read_at'),
    ])
    .execute()
  return rows.map((row) => ({
    provider: row.provider,
    streams: { total: row.total, fresh: row.fresh, failing: row.failing, missing: row.missing },
    lastTriedAt: row.last_tried_at,
    lastReadAt: row.last_read_at,
  }))
}

/** Where the ledger stands. */
export async function findLedgerHead(reader: Reader): Promise<LedgerHead> {
  const row = await reader
    .selectFrom('ledger_state')
    .select(['head', 'last_run_at'])
    .executeTakeFirstOrThrow()
  return { position: row.head, lastRunAt: row.last_run_at }
}

/** Resolves while the database answers. @throws whatever the database refused with */
export async function askDatabase(reader: Reader): Promise<void> {
  await reader.selectNoFrom(sql<number>`1`.as('one')).executeTakeFirstOrThrow()
}
