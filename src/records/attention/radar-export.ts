import { sql } from 'kysely'
import type { RadarFilter } from '#contract/shapes/radar.ts'
import type { RadarEntry, RadarRanking } from '#domain/attention/radar-record.ts'
import { type Reader, runPlanned } from '#records/database.ts'
import { ENTRY, ENTRY_RECORDS, type EntryRow, FILTERS, findRanking, toEntry } from './radar-list.ts'

const AT_ONCE = 250

/** A batch of ranked projects, all of one ranking. */
type Batch = { readonly ranking: RadarRanking; readonly entries: readonly RadarEntry[] }

/**
 * The published projects with a score that a filter admits, best rank first, in batches. Each batch is one statement,
 * which begins after the last rank of the batch before. Yields nothing before the first ranking.
 */
export async function* everyRanked(
  { filter }: { readonly filter: RadarFilter },
  reader: Reader,
): AsyncGenerator<Batch, void> {
  const ranking = await findRanking(reader)
  if (ranking === undefined) return
  for (let after = 0; ; ) {
    const rows = await runPlanned(batchAfter(after, filter), reader)
    const last = rows.at(-1)
    if (last === undefined) return
    yield { ranking, entries: rows.map(toEntry) }
    after = last.radar_rank
  }
}

function batchAfter(rank: number, filter: RadarFilter) {
  return sql<EntryRow>`
    select ${ENTRY}
    from (
      select project_id from project_rankings as ranked
      where ranked.radar_rank > ${rank} and ${FILTERS[filter]}
      order by ranked.radar_rank limit ${sql.lit(AT_ONCE)}
    ) as list
    join project_rankings as ranked on ranked.project_id = list.project_id
    ${ENTRY_RECORDS}
    order by ranked.radar_rank`
}
