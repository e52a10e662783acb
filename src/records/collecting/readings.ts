import { sql } from 'kysely'
import type { ReadingOutcome } from '#contract/enums.ts'
import type { Instant } from '#contract/time.ts'
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
  /** The reason for the outcome, in a short line; null when fresh or not modified. */
  readonly detail: string | null
  readonly digest: string | null
}

/** Records attempts to read streams. */
export async function saveReadings(readings: readonly Reading[], writer: Writer): Promise<void> {
  const query = sql`insert into readings select * from ${rowsOf('readings', readings)}`
  await runPlanned(query, writer)
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
