import { sql } from 'kysely'
import type { Slug } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { ComparedRecord } from '#domain/project/dossier-record.ts'
import { type Reader, runPlanned } from '#records/database.ts'
import { CARD_AND_TOKEN, LISTED, type ListedRow, toListedProject } from './listing.ts'
import { SCORE_ROWS, type ScoreRow, toScore } from './project-score.ts'

/**
 * The published projects by slugs that they have or had, in one statement. Each has the slug that was given as its key.
 * A slug of no published project is absent: a hidden project and an unknown slug look the same here.
 */
export async function getCompared(
  slugs: readonly Slug[],
  reader: Reader,
): Promise<ReadonlyMap<Slug, ComparedRecord>> {
  const query = sql<ComparedRow>`
    select ${LISTED}, named.slug as given_slug, ${SCORE_ROWS} as score, ranked.radar, ranked.radar_rank, radar_state.ranked_at
    from project_slugs as named
    join projects on projects.id = named.project_id
    join listings as listed on listed.project_id = projects.id
    left join project_rankings as ranked on ranked.project_id = projects.id
    left join radar_state on true
    ${CARD_AND_TOKEN}
    where named.slug = any((select ${[...slugs]}::text[])::text[]) and projects.state = 'published'`
  const rows = await runPlanned(query, reader)
  return new Map(rows.map((row) => [row.given_slug, toCompared(row)]))
}

type ComparedRow = ListedRow & {
  given_slug: Slug
  score: ScoreRow[]
  radar: number | null
  radar_rank: number | null
  ranked_at: Instant | null
}

function toCompared(row: ComparedRow): ComparedRecord {
  const { radar: score, radar_rank: rank, ranked_at: rankedAt } = row
  return {
    ...toListedProject(row),
    score: toScore(row.score),
    radar: score === null || rank === null || rankedAt === null ? null : { score, rank, rankedAt },
  }
}
