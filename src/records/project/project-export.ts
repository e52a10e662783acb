import { sql } from 'kysely'
import type { ListedProject } from '#domain/project/project-list.ts'
import type { Reader } from '#records/database.ts'
import { type ListedRow, toListedProject } from './listing.ts'

const AT_ONCE = 250

/** Every published project by slug, in batches. Each batch is one statement from where the last one ended. */
export async function* everyProject(reader: Reader): AsyncGenerator<readonly ListedProject[], void> {
  for (let after = ''; ; ) {
    const rows = await reader.selectFrom(batchAfter(after).as('batch')).selectAll().orderBy('slug').execute()
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows.map(toListedProject)
    after = last.slug
  }
}

function batchAfter(slug: string) {
  return sql<ListedRow>`(
    select projects.slug, projects.name, projects.description, projects.kind, projects.launchpad,
      projects.first_published_at, token.address, token.symbol, token.symbol_declared, token.name as token_name,
      cards.evidence as card, cards.scored_at, listed.narratives, listed.figures
    from (
      select id from projects where state = 'published' and slug > ${slug} order by slug limit ${AT_ONCE}
    ) as batch
    join projects on projects.id = batch.id
    join listings as listed on listed.project_id = batch.id
    left join cards on cards.project_id = batch.id
    left join lateral (
      select address, symbol, symbol_declared, name from tokens
      where tokens.project_id = batch.id order by address limit 1
    ) as token on true)`
}
