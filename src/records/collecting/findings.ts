import { sql } from 'kysely'
import type { Instant } from '#contract/time.ts'
import type { StreamFinding } from '#domain/collecting/provider-outage.ts'
import { CONTEXT_STREAMS } from '#domain/collecting/watching.ts'
import { type Reader, runPlanned } from '#records/database.ts'

/** When a stream's present finding was made: a failure when it began, anything else at the last attempt. */
const FOUND_AT = sql<Instant>`case when last_outcome in ('unavailable', 'error')
  then failing_since else last_tried_at end`

/** The last findings of a provider's streams: the newest `limit` findings, without those of context streams. */
export async function getNewestFindings(
  { provider, limit }: { readonly provider: string; readonly limit: number },
  reader: Reader,
): Promise<readonly StreamFinding[]> {
  const query = reader
    .selectFrom('source_streams')
    .select(['source_id', 'stream', 'last_outcome', 'first_ok_at', 'failing_since', FOUND_AT.as('at')])
    .where('provider', '=', provider)
    .where('stream', 'not in', CONTEXT_STREAMS)
    .where('last_outcome', 'is not', null)
    .orderBy('at', 'desc')
    .limit(limit)
    .$narrowType<{ last_outcome: StreamFinding['outcome'] }>()
  const rows = await runPlanned(query, reader)
  return rows.map(({ source_id, stream, last_outcome, first_ok_at, failing_since, at }) => ({
    sourceId: source_id,
    stream,
    outcome: last_outcome,
    at,
    hasAnswered: first_ok_at !== null,
    failingSince: failing_since,
  }))
}
