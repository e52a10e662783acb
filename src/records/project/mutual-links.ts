import { sql } from 'kysely'
import { evidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { mutualLink } from '#domain/project/mutual-link.ts'
import { rowsOf } from '#records/columns.ts'
import { runPlanned, type Writer } from '#records/database.ts'
import { saveBacking } from '#records/ships/backing.ts'

/** A repository without a recorded link, and a site of its project, each as last read. */
type Pair = {
  readonly repositoryId: string
  readonly url: string | null
  readonly homepage: string | null
  readonly websiteId: string
  readonly locator: string
  readonly links: readonly string[] | null
  readonly siteReadAt: Instant | null
}

/**
 * Records the repositories of a project that, at the last readings, link to a site of the project and are linked from
 * it, and updates the backing of their ships. Only repositories that are registered by a mutual link are looked at. A
 * recorded link stays: it says that both ends named each other then. The caller has locked the project's mark, so that
 * the readings of two ends are stored one after the other and the second sees the first.
 */
export async function saveMutualLinks(
  { projectId, now }: { readonly projectId: string; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  const pairs = await getPairs(projectId, writer)
  const found = new Map(
    pairs.flatMap(({ repositoryId, websiteId, siteReadAt, ...ends }) => {
      const link = mutualLink(ends, ends)
      const site = evidenceId('source', websiteId)
      return link === null ? [] : [[repositoryId, { ...link, site, siteReadAt, readAt: now }] as const]
    }),
  )
  if (found.size === 0) return
  const rows = [...found].map(([id, mutualLink]) => ({ id, facts: { mutualLink } }))
  const query = sql`
    update sources set facts = sources.facts || found.facts from ${rowsOf('sources', rows)} as found
    where sources.id = found.id`
  await runPlanned(query, writer)
  await saveBacking({ sourceIds: [...found.keys()] }, writer)
}

/**
 * The pairs of repositories and sites that may link to each other. Only a site that counts for the project can be one
 * end. The oldest site comes last, and is the one that is recorded.
 */
function getPairs(projectId: string, writer: Writer): Promise<readonly Pair[]> {
  const query = sql<Pair>`
    select repository.id as "repositoryId", repository.facts ->> 'url' as url,
      repository.facts ->> 'homepage' as homepage, site.id as "websiteId", site.locator,
      links.found -> 'entries' as links, links.found ->> 'readAt' as "siteReadAt"
    from sources as repository
    join sources as site on site.project_id = repository.project_id and site.kind = 'website'
      and site.counted and site.detached_at is null
    join site_readings as reading on reading.source_id = site.id
    cross join lateral (
      select coalesce(reading.parts #> '{links,unconfirmed}', reading.parts -> 'links') as found
    ) as links
    where repository.project_id = ${projectId}::uuid and repository.kind = 'github_repository'
      and repository.counted and repository.detached_at is null and repository.established_by = 'mutual'
      and not repository.facts ? 'mutualLink'
    order by site.attached_at desc, site.id`
  return runPlanned(query, writer)
}
