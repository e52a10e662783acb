import { sql } from 'kysely'
import type { ReadingOutcome } from '#contract/enums.ts'
import type { Instant } from '#contract/time.ts'
import { CONTEXT_STREAMS } from '#domain/collecting/watching.ts'
import { rowsOf } from '#records/columns.ts'
import { type Reader, runPlanned, type Writer } from '#records/database.ts'

/** One attempt to read one stream, whatever its outcome. */
export type Reading = {
  readonly id: string
  readonly sourceId: string
  readonly stream: string
  readonly provider: string
  readonly attemptedAt: Instant
  readonly outcome: ReadingOutcome
  /** Why, in a short line; null when fresh or not modified. */
  readonly detail: string | null
  readonly digest: string | null
}

/** Records attempts. */
export async function saveReadings(readings: readonly Reading[], writer: Writer): Promise<void> {
  const query = sql`insert into readings select * from ${rowsOf('readings', readings)}`
  await runPlanned(query, writer)
}

/** The newest attempts at a provider, without those for context. */
export type ProviderAttempts = {
  readonly attempts: number
  /** Attempts that failed because of the provider. */
  readonly failures: number
  /** Attempts that found missing what had answered before, and the number of their sources. */
  readonly turnedMissing: number
  readonly turnedSources: number
  /** Since when the provider as a whole fails, as recorded; null while it answers, and when nothing was attempted. */
  readonly outageSince: Instant | null
}

/**
 * Counts a provider's newest `limit` attempts. A stream has turned missing when it once answered and failed no earlier
 * than `turnedSince`.
 */
export async function countProviderFailures(
  input: { readonly provider: string; readonly limit: number; readonly turnedSince: Instant },
  reader: Reader,
): Promise<ProviderAttempts> {
  const query = reader
    .selectFrom('readings')
    .leftJoin('source_streams as stream', (join) =>
      join
        .onRef('stream.source_id', '=', 'readings.source_id')
        .onRef('stream.stream', '=', 'readings.stream')
        .on('stream.first_ok_at', 'is not', null)
        .on('stream.failing_since', '>=', input.turnedSince),
    )
    .leftJoin('provider_budgets as budget', 'budget.provider', 'readings.provider')
    .select(['readings.source_id', 'readings.outcome', 'stream.failing_since', 'budget.outage_since'])
    .where('readings.provider', '=', input.provider)
    .where('readings.stream', 'not in', CONTEXT_STREAMS)
    .orderBy('readings.attempted_at', 'desc')
    .limit(input.limit)
  const rows = await runPlanned(query, reader)
  const turned = rows.filter(({ outcome, failing_since }) => outcome === 'missing' && failing_since !== null)
  return {
    attempts: rows.length,
    failures: rows.filter(({ outcome }) => PROVIDER_FAILURES.includes(outcome)).length,
    turnedMissing: turned.length,
    turnedSources: new Set(turned.map(({ source_id }) => source_id)).size,
    outageSince: rows[0]?.outage_since ?? null,
  }
}

/** How many attempts were made since an instant, by `<provider>.<outcome>`; a pair without attempts is absent. */
export async function countReadingsSince(
  input: { readonly providers: readonly string[]; readonly since: Instant },
  reader: Reader,
): Promise<Readonly<Record<string, number>>> {
  const rows = await reader
    .selectFrom('readings')
    .select((build) => ['provider', 'outcome', build.fn.countAll<number>().as('count')])
    .where('provider', 'in', input.providers)
    .where('attempted_at', '>=', input.since)
    .groupBy(['provider', 'outcome'])
    .orderBy('provider')
    .orderBy('outcome')
    .execute()
  return Object.fromEntries(rows.map(({ provider, outcome, count }) => [`${provider}.${outcome}`, count]))
}

const PROVIDER_FAILURES: readonly string[] = ['rate_limited', 'unavailable', 'error']
