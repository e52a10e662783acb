import { sql } from 'kysely'
import type { Slug } from '#contract/ids.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import { NEVER_SCORED } from '#domain/project/card-record.ts'
import { type DueStream, nextReadings, type ProjectReadings } from '#domain/project/readings.ts'
import { type Reader, runPlanned } from '#records/database.ts'
import { jsonInstant } from '#records/json-instant.ts'

/** How completely published projects are read, and when they are read next, by their current slug, in one statement. */
export async function getReadings(
  slugs: readonly Slug[],
  reader: Reader,
): Promise<ReadonlyMap<Slug, ProjectReadings>> {
  if (slugs.length === 0) return new Map()
  const query = sql<{ slug: Slug; coverage: CardEvidence['coverage'] | null; due: readonly DueStream[] }>`
    select projects.slug, cards.evidence -> 'coverage' as coverage, (
        select coalesce(json_agg(json_build_object('kind', kind, 'stream', stream, 'dueAt', ${jsonInstant(sql`due_at`)})), '[]')
        from (
          select sources.kind, streams.stream, min(greatest(streams.due_at, sources.attached_at)) as due_at
          from sources join source_streams as streams on streams.source_id = sources.id
          where sources.project_id = projects.id and sources.detached_at is null
            and (sources.counted or sources.kind not in ('deployer', 'contract', 'website', 'github_repository'))
          group by sources.kind, streams.stream) as due) as due
    from projects left join cards on cards.project_id = projects.id
    where projects.slug = any((select ${[...slugs]}::text[])::text[]) and projects.state = 'published'`
  const rows = await runPlanned(query, reader)
  return new Map(
    rows.map(({ slug, coverage, due }) => [
      slug,
      { coverage: coverage ?? NEVER_SCORED.coverage, next: nextReadings(due) },
    ]),
  )
}
