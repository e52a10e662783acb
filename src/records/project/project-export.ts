import { sql } from 'kysely'
import type { ListedProject } from '#domain/project/project-list.ts'
import type { Reader } from '#records/database.ts'
import { CARD_AND_TOKEN, LISTED, type ListedRow, toListedProject } from './listing.ts'

const AT_ONCE = 250

/**
 * Every published project by slug, in batches. Each batch is one statement, which begins after the last project of the
 * batch before.
 */
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
    select ${LISTED} from (
      select id from projects where state = 'published' and slug > ${slug} order by slug limit ${AT_ONCE}
    ) as batch
    join projects on projects.id = batch.id
    join listings as listed on listed.project_id = batch.id
    ${CARD_AND_TOKEN})`
}
