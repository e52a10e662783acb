import { sql } from 'kysely'
import type { Slug } from '#contract/ids.ts'
import type { StoredConclusion } from '#domain/project/explained-record.ts'
import type { ProjectLocksRecord } from '#domain/project/snapshot-record.ts'
import { type Reader, runPlanned } from '#records/database.ts'
import { describedUnder } from './described-project.ts'
import { conclusionsAbout } from './explained.ts'
import { LISTED, type ListedRow, toListedProject } from './listing.ts'
import { LOCK_COLUMNS, type LocksRow, toLocks } from './snapshot.ts'

type Row = ListedRow &
  LocksRow & { readonly decimals: number | null; readonly conclusions: readonly StoredConclusion[] }

/**
 * A published project by a slug it has or had, with the locks of its token and how completely they are read, in one
 * statement. Undefined where no project is published under the slug.
 */
export async function findProjectLocks(slug: Slug, reader: Reader): Promise<ProjectLocksRecord | undefined> {
  const query = sql<Row>`
    select ${LISTED}, token.decimals, ${LOCK_COLUMNS}, ${conclusionsAbout(['coverage.locks'])} as conclusions
    ${describedUnder(slug)}`
  const [row] = await runPlanned(query, reader)
  if (row === undefined) return undefined
  const { token, ...listed } = toListedProject(row)
  const { conclusions, decimals } = row
  return { ...listed, token: token && { ...token, decimals }, ...toLocks(row), conclusions }
}
