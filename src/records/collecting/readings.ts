import type { Insertable } from 'kysely'
import type { ReadingOutcome } from '#contract/enums.ts'
import type { Instant } from '#contract/time.ts'
import { CONTEXT_STREAMS } from '#domain/collecting/watching.ts'
import { toColumns } from '#records/columns.ts'
import type { Reader, Writer } from '#records/database.ts'
import type { Readings } from '#records/tables.ts'

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

/** Records one attempt. */
export async function saveReading(reading: Reading, writer: Writer): Promise<void> {
  await writer.insertInto('readings').values(toColumns<Insertable<Readings>>(reading)).execute()
}

/**
 * How many attempts a provider's newest `limit` are, and how many of them failed because of the provider. Attempts for
 * context are left out.
 */
export async function countProviderFailures(
  input: { readonly provider: string; readonly limit: number },
  reader: Reader,
): Promise<{ readonly attempts: number; readonly failures: number }> {
  const rows = await reader
    .selectFrom('readings')
    .select('outcome')
    .where('provider', '=', input.provider)
    .where('stream', 'not in', CONTEXT_STREAMS)
    .orderBy('attempted_at', 'desc')
    .limit(input.limit)
    .execute()
  const failures = rows.filter(({ outcome }) => PROVIDER_FAILURES.includes(outcome))
  return { attempts: rows.length, failures: failures.length }
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
