import { sql } from 'kysely'
import type { ShipBacking } from '#contract/enums.ts'
import { runPlanned, type Writer } from '#records/database.ts'

/**
 * How well a source supports its ships, as SQL over `sources`. It is verified where the service read that the source
 * and a site of the project name each other (`saveMutualLinks`). In every other case a reviewer stated the connection,
 * and the backing is linked.
 * @source contract, Enumerations
 */
export const SHIP_BACKING = sql<ShipBacking>`case
  when sources.established_by = 'self_reported' then 'self-reported'
  when sources.established_by = 'mutual' and sources.facts ? 'mutualLink' then 'source-verified'
  else 'source-linked' end`

/** Updates the backing of the ships of these sources (uuids) to the present support of each source. */
export async function saveBacking(
  { sourceIds }: { readonly sourceIds: readonly string[] },
  writer: Writer,
): Promise<void> {
  if (sourceIds.length === 0) return
  const query = sql`
    update ships set backing = ${SHIP_BACKING}
    from sources
    where ships.source_id = any (${[...sourceIds]}::uuid[]) and sources.id = ships.source_id
      and ships.backing <> ${SHIP_BACKING}`
  await runPlanned(query, writer)
}
