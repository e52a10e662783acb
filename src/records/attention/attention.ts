import { sql } from 'kysely'
import { evidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { AttentionReading } from '#domain/attention/attention.ts'
import { anyOf } from '#records/any-of.ts'
import { type ByProject, byProject, type OfProjects, recordsOf } from '#records/by-project.ts'
import type { Reader } from '#records/database.ts'
import { getRegistryListings, type RegistryListing } from './registry-listings.ts'

/**
 * The readings of each project's attention: stars plus watchers of its counted repositories, where both are known, and
 * whether registries list its token. A project without such a reading is absent.
 */
export async function getAttentionReadings(
  { projectIds }: OfProjects,
  reader: Reader,
): Promise<ByProject<AttentionReading>> {
  const stars = byProject(await getStars(projectIds, reader), toStars)
  const listings = await getRegistryListings({ projectIds }, reader)
  const read = projectIds.map((id): [string, readonly AttentionReading[]] => [
    id,
    [...recordsOf(id, stars), ...recordsOf(id, listings).map(toListed)],
  ])
  return new Map(read.filter(([, readings]) => readings.length > 0))
}

type StarsRow = { project_id: string; source_id: string; stars: number; read_at: Instant }

function getStars(projectIds: readonly string[], reader: Reader): Promise<readonly StarsRow[]> {
  return reader
    .selectFrom('sources')
    .innerJoin('source_streams as read', (join) =>
      join.onRef('read.source_id', '=', 'sources.id').on('read.stream', '=', 'repository'),
    )
    .select(['sources.project_id', 'sources.id as source_id'])
    .select(
      sql<number>`(sources.facts ->> 'stars')::float8 + (sources.facts ->> 'watchers')::float8`.as('stars'),
    )
    .select(sql<Instant>`read.last_ok_at`.as('read_at'))
    .where('sources.project_id', '=', anyOf(projectIds, 'uuid'))
    .where('sources.kind', '=', 'github_repository')
    .where('sources.counted', '=', true)
    .where('sources.detached_at', 'is', null)
    .where('read.last_ok_at', 'is not', null)
    .where(sql<boolean>`sources.facts ->> 'stars' is not null and sources.facts ->> 'watchers' is not null`)
    .orderBy('sources.id')
    .execute()
}

function toStars(row: StarsRow): AttentionReading {
  const evidence = evidenceId('source', row.source_id)
  return { measure: 'stars', value: row.stars, observedAt: row.read_at, evidence }
}

function toListed({ listed, observedAt, sourceId }: RegistryListing): AttentionReading {
  return { measure: 'registries', value: listed ? 1 : 0, observedAt, evidence: sourceId }
}
