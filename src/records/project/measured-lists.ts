import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Input } from '#contract/operations/index.ts'
import type { ProjectTab } from '#contract/shapes/project-card.ts'
import type { Reader } from '#records/database.ts'

const ACTIVITY_KNOWN = sql<SqlBool>`activity_status <> 'UNKNOWN'`

/** The condition that the measurement behind a tab exists. Null for a tab whose condition is always known. */
const MEASURED_FOR: Readonly<Record<ProjectTab, RawBuilder<SqlBool> | null>> = {
  'still-building': ACTIVITY_KNOWN,
  'building-with-token': ACTIVITY_KNOWN,
  'shipping-now': ACTIVITY_KNOWN,
  'back-from-dormancy': ACTIVITY_KNOWN,
  'most-active': sql<SqlBool>`meaningful_ships_30d is not null`,
  'new-builders': sql<SqlBool>`builder_read`,
  'under-the-radar': sql<SqlBool>`exists (select from project_rankings as ranked
    where ranked.project_id = listings.project_id and momentum_percentile is not null)`,
  'new-on-hey': null,
}

/**
 * Whether any published project was measured for the tab and the status of a list. True without published projects, and
 * for lists without a tab or status. Where no project was measured, an empty list would say that no project meets the
 * condition.
 */
export async function isListMeasured(
  { tab, status }: Pick<Input<'projects'>, 'tab' | 'status'>,
  reader: Reader,
): Promise<boolean> {
  const ofTab = tab === undefined ? null : MEASURED_FOR[tab]
  const ofStatus = status === undefined || status === 'UNKNOWN' ? null : ACTIVITY_KNOWN
  const conditions = [ofTab, ofStatus].filter((condition) => condition !== null)
  if (conditions.length === 0) return true
  const measured = sql`select from listings where published and ${sql.join(conditions, sql` and `)}`
  return isMeasuredOrEmpty({ measured, published: sql`select from listings where published` }, reader)
}

/** Whether a query finds a row; true also when nothing is published. */
export async function isMeasuredOrEmpty(
  {
    measured,
    published,
  }: { readonly measured: RawBuilder<unknown>; readonly published: RawBuilder<unknown> },
  reader: Reader,
): Promise<boolean> {
  const row = await reader
    .selectNoFrom(sql<boolean>`exists (${measured}) or not exists (${published})`.as('is_measured'))
    .executeTakeFirstOrThrow()
  return row.is_measured
}
