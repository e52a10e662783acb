import { type Insertable, type Selectable, sql } from 'kysely'
import { type EvidenceId, evidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { anyOf } from '#records/any-of.ts'
import { type ByProject, byProject, type OfProjects } from '#records/by-project.ts'
import { excluded, toColumns } from '#records/columns.ts'
import type { Reader, Writer } from '#records/database.ts'
import type { RegistryListings } from '#records/tables.ts'

/** A registry outside the service that lists tokens. */
type Registry = 'coingecko'

/** Whether a registry lists a token, and then the token's id there. A token that was not read has no state. */
export type RegistryState =
  | { readonly listed: true; readonly registryId: string }
  | { readonly listed: false; readonly registryId: null }

/**
 * The state of a token at a registry, by one source: `firstObservedAt` is the first of the successive readings that
 * found this state.
 */
export type RegistryListing = RegistryState & {
  readonly sourceId: EvidenceId
  readonly registry: Registry
  readonly firstObservedAt: Instant
  readonly observedAt: Instant
}

/** The finding of one successful reading; the source is named by its uuid. */
type RegistryReading = RegistryState &
  Pick<RegistryListing, 'registry' | 'observedAt'> & { readonly sourceId: string; readonly projectId: string }

/**
 * Saves the state that a reading found, in place of the source's earlier state. Ignores a reading that is older than
 * the stored one.
 */
export async function saveRegistryListing(row: RegistryReading, writer: Writer): Promise<void> {
  await writer
    .insertInto('registry_listings')
    .values(toColumns<Insertable<RegistryListings>>({ ...row, firstObservedAt: row.observedAt }))
    .onConflict((conflict) =>
      conflict
        .columns(['source_id', 'registry'])
        .doUpdateSet({
          ...excluded('listed', 'registry_id', 'observed_at'),
          first_observed_at: sql<Instant>`case
            when registry_listings.registry_id is distinct from excluded.registry_id then excluded.first_observed_at
            else registry_listings.first_observed_at end`,
        })
        .whereRef('registry_listings.observed_at', '<=', 'excluded.observed_at'),
    )
    .execute()
}

/**
 * The states of each project's token at registries, as its attached sources last read them, however long ago. A project
 * whose token was read at no registry is absent: that is unknown, not unlisted.
 */
export async function getRegistryListings(
  { projectIds }: OfProjects,
  reader: Reader,
): Promise<ByProject<RegistryListing>> {
  const rows = await reader
    .selectFrom('registry_listings as listing')
    .innerJoin('sources', 'sources.id', 'listing.source_id')
    .selectAll('listing')
    .where('listing.project_id', '=', anyOf(projectIds, 'uuid'))
    .where('sources.detached_at', 'is', null)
    .orderBy('listing.registry')
    .orderBy('listing.source_id')
    .execute()
  return byProject(rows, toListing)
}

function toListing(row: Selectable<RegistryListings>): RegistryListing {
  return {
    sourceId: evidenceId('source', row.source_id),
    registry: row.registry,
    ...(row.registry_id === null
      ? { listed: false, registryId: null }
      : { listed: true, registryId: row.registry_id }),
    firstObservedAt: row.first_observed_at,
    observedAt: row.observed_at,
  }
}
