import type { Instant } from '#contract/time.ts'
import { uuidOf } from '#domain/natural-key.ts'
import {
  attachedAgainAt,
  COUNTED_ELSEWHERE,
  namedRepositories,
  type RecordedRepository,
  type Relocated,
} from '#domain/project/repository-names.ts'
import type { Writer } from '#records/database.ts'
import { type CatalogueSource, type ChangedSource, saveCatalogueSources } from '#records/project/catalogue.ts'
import {
  getCountedElsewhere,
  getRecordedRepositories,
  passCounts,
  passShips,
  relocateSources,
} from '#records/project/repositories.ts'

type StatedSources = {
  readonly projectIds: readonly string[]
  readonly stated: readonly CatalogueSource[]
  readonly now: Instant
}

/**
 * Saves the sources that files state of these projects. A repository that was renamed stays the same source under any
 * of its names. When these projects no longer count a repository, it counts for another project that named it. Returns
 * each source that changed, also of other projects.
 */
export async function saveStatedSources(
  input: StatedSources,
  writer: Writer,
): Promise<readonly ChangedSource[]> {
  const stated = await countedOnce({ ...input, stated: await asRecorded(input, writer) }, writer)
  const changed = await saveCatalogueSources({ ...input, stated }, writer)
  const repositories = changed.filter(({ kind }) => kind === 'github_repository')
  await passShips({ projectIds: [...new Set(repositories.map(({ projectId }) => projectId))] }, writer)
  return [...changed, ...(await passCounts({ sourceIds: repositories.map(({ id }) => id) }, writer))]
}

/** The sources. One does not count if another project counts its repository and had it first. */
async function countedOnce(
  { projectIds, stated, now }: StatedSources,
  writer: Writer,
): Promise<readonly CatalogueSource[]> {
  const countedIds = stated.filter(({ counted }) => counted).map(({ id }) => id)
  const elsewhere = await getCountedElsewhere({ countedIds, projectIds, now }, writer)
  return stated.map((source) =>
    elsewhere.has(source.id) ? { ...source, counted: false, notCountedReason: COUNTED_ELSEWHERE } : source,
  )
}

/**
 * The sources that files state. A repository that has a recorded source stays that source. Relocates the sources whose
 * former name is now the name of another repository.
 */
async function asRecorded(
  {
    projectIds,
    stated,
  }: { readonly projectIds: readonly string[]; readonly stated: readonly CatalogueSource[] },
  writer: Writer,
): Promise<readonly CatalogueSource[]> {
  const recorded = await getRecordedRepositories({ projectIds }, writer)
  if (recorded.size === 0) return stated
  const byProject = Map.groupBy(stated, ({ projectId }) => projectId)
  const found = [...byProject].map(([projectId, sources]) => {
    const known = recorded.get(projectId)
    return known === undefined ? { sources, relocated: [] } : ofRecorded(sources, known)
  })
  await relocateSources(
    found.flatMap(({ relocated }) => relocated),
    writer,
  )
  return found.flatMap(({ sources }) => sources)
}

function ofRecorded(
  stated: readonly CatalogueSource[],
  recorded: readonly RecordedRepository[],
): { readonly sources: readonly CatalogueSource[]; readonly relocated: readonly Relocated[] } {
  const names = stated.filter(({ kind }) => kind === 'github_repository').map(({ locator }) => locator)
  const { sources: named, relocated } = namedRepositories(names, recorded)
  const locatorOf = new Map(relocated.map(({ id, locator }) => [id, locator]))
  const sources = stated.map((source): CatalogueSource => {
    if (source.kind !== 'github_repository') return source
    const known = named.get(source.locator)
    if (known === undefined) return { ...source, id: freeId(source.id, recorded) }
    return {
      ...source,
      id: known.id,
      locator: locatorOf.get(known.id) ?? known.locator,
      attachedAt: attachedAgainAt(known, { recorded, now: source.attachedAt }),
    }
  })
  return { sources, relocated }
}

/**
 * The uuid of a new source, derived from its locator. If a source that had this locator before has that uuid, another
 * one is derived.
 */
function freeId(id: string, recorded: readonly RecordedRepository[]): string {
  return recorded.some((source) => source.id === id) ? freeId(uuidOf('source', id), recorded) : id
}
