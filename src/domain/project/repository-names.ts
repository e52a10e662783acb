import { type Instant, msOf } from '#contract/time.ts'

/** A repository that a project has or had as a source, with every name that the service knows it by. */
export type RecordedRepository = {
  /** The source's uuid. */
  readonly id: string
  /** The name in the catalogue when the source was registered. */
  readonly locator: string
  /** The name at the last reading; the locator before the first one. */
  readonly currentName: string
  readonly formerNames: readonly string[]
  /** GitHub's id of the repository, which no rename changes; null before the first reading. */
  readonly externalId: string | null
  readonly attachedAt: Instant
  readonly detachedAt: Instant | null
  /** Null for a source that counts. */
  readonly notCountedReason: string | null
  /** Whether the host said at the last reading that it has no such repository. */
  readonly isMissing: boolean
}

/**
 * Why a source does not count although its file says so: the repository counts for the project that had it first. That
 * project can be hidden, so the words do not mention another project.
 */
export const COUNTED_ELSEWHERE =
  'It is not established that this repository is the work of this project alone.'

/** The words for the same reason in sources that an earlier version wrote. */
export const COUNTED_ELSEWHERE_BEFORE = 'Another project counts this repository.'

/** Whether a source does not count because its repository counts for another project. */
export function isCountedElsewhere(reason: string | null): boolean {
  return reason === COUNTED_ELSEWHERE || reason === COUNTED_ELSEWHERE_BEFORE
}

/** Which recorded source each name of a project's file stands for, and the locators that must change for it. */
export type NamedRepositories = {
  /** By name as the file has it; a name without an entry is a new source. */
  readonly sources: ReadonlyMap<string, RecordedRepository>
  /** The sources that get another locator, because their earlier one stands for another source now. */
  readonly relocated: readonly Relocated[]
}
export type Relocated = { readonly id: string; readonly locator: string }

/**
 * Which recorded sources of one project the repository names of its file stand for. A source is of one repository, by
 * GitHub's id, so a file may name it by its current name, a former one, or the locator. In this order:
 *
 * 1. The current name of an attached source stands for it. A file that has its former name too has two repositories:
 *    the former name stands for the other one.
 * 2. A name that an attached source has as its locator stays with that source, so that the same file changes nothing.
 * 3. A detached source returns by its locator when its repository is known.
 * 4. A former name stands for the attached source that had it.
 * 5. A detached source that was never read returns by its locator.
 *
 * A detached source whose repository was missing does not return by its locator: another repository can have the name
 * now. If it has its repository again, the first reading of the new source finds that.
 *
 * Of several sources of one repository the first attached one is kept, because the ships were seen through it.
 */
export function namedRepositories(
  names: readonly string[],
  recorded: readonly RecordedRepository[],
): NamedRepositories {
  const sources = new Map<string, RecordedRepository>()
  const isFree = ({ id }: RecordedRepository) => ![...sources.values()].some((source) => source.id === id)
  const holdsNow = (name: string) => recorded.some((source) => isAttached(source) && isAt(source, name))
  const steps: readonly ((source: RecordedRepository, name: string) => boolean)[] = [
    (source, name) => isAttached(source) && isSame(source.currentName, name) && !holdsNow(name),
    (source, name) => isAttached(source) && isAt(source, name),
    (source, name) => source.externalId !== null && isAt(source, name) && !isGone(source),
    (source, name) => isAttached(source) && source.formerNames.some((former) => isSame(former, name)),
    (source, name) => isAt(source, name) && !isGone(source),
  ]
  for (const standsFor of steps) {
    for (const name of names) {
      const source = sources.get(name) ?? recorded.find((one) => isFree(one) && standsFor(one, name))
      if (source !== undefined) sources.set(name, source)
    }
  }
  for (const [name, source] of sources) {
    const first = firstOf(source, recorded.filter(isFree))
    if (first !== undefined) sources.set(name, first)
  }
  return { sources, relocated: relocate({ names, recorded, sources }) }
}

/** The source of the same repository that was attached before this one; undefined without one. */
function firstOf(
  source: RecordedRepository,
  others: readonly RecordedRepository[],
): RecordedRepository | undefined {
  return others
    .filter(({ externalId }) => externalId !== null && externalId === source.externalId)
    .filter(({ attachedAt }) => msOf(attachedAt) < msOf(source.attachedAt))
    .toSorted((a, b) => msOf(a.attachedAt) - msOf(b.attachedAt))[0]
}

/**
 * Frees the locators that stand for another repository now. A source that the file names by its current name gets that
 * name as its locator. If a detached source has that locator and was never read, the two exchange locators, and the
 * detached source stands for the other repository. A source that was read keeps its repository, under a locator that no
 * file can name, and so does a source whose repository is gone.
 */
function relocate({
  names,
  recorded,
  sources,
}: {
  readonly names: readonly string[]
  readonly recorded: readonly RecordedRepository[]
  readonly sources: Map<string, RecordedRepository>
}): readonly Relocated[] {
  const gone = names.flatMap((name) =>
    sources.has(name)
      ? []
      : recorded.filter((source) => isGone(source) && isAt(source, name)).map(({ id }) => unnamed(id, name)),
  )
  const moved = [...sources].flatMap(([name, source]) => {
    const freed = names.find((other) => other !== name && !sources.has(other) && isAt(source, other))
    if (freed === undefined) return []
    const relocated = { id: source.id, locator: name }
    const placed = recorded.find((other) => other.id !== source.id && isAt(other, name))
    if (placed === undefined) return [relocated]
    if (placed.externalId !== null) return [relocated, unnamed(placed.id, name)]
    sources.set(freed, placed)
    return [relocated, { id: placed.id, locator: freed }]
  })
  return [...gone, ...moved]
}

/** A locator that no file can name. */
function unnamed(id: string, name: string): Relocated {
  return { id, locator: `${name}@${id}` }
}

function isGone({ detachedAt, externalId, isMissing }: RecordedRepository): boolean {
  return detachedAt !== null && externalId !== null && isMissing
}

function isAttached({ detachedAt }: RecordedRepository): boolean {
  return detachedAt === null
}

function isAt({ locator }: RecordedRepository, name: string): boolean {
  return isSame(locator, name)
}

/** GitHub does not tell capital letters in a name from small ones. */
function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

/**
 * The instant since which a source that a file names again counts as attached. An attached source keeps its own. A
 * detached source gets `now`, or `resumedAt` in place of the attached source of the same repository.
 */
export function attachedAgainAt(
  source: RecordedRepository,
  { recorded, now }: { readonly recorded: readonly RecordedRepository[]; readonly now: Instant },
): Instant {
  const { attachedAt, detachedAt, externalId } = source
  if (detachedAt === null) return attachedAt
  const successor = recorded.find((other) => isAttached(other) && other.externalId === externalId)
  if (externalId === null || successor === undefined) return now
  return resumedAt({ attachedAt, detachedAt }, successor.attachedAt)
}

/**
 * The instant since which a detached source counts as attached when it replaces a later source of the same repository,
 * which was attached at `successorAt`: its own attachment when no time passed between the two sources, otherwise
 * `successorAt`.
 */
export function resumedAt(
  detached: { readonly attachedAt: Instant; readonly detachedAt: Instant },
  successorAt: Instant,
): Instant {
  return msOf(successorAt) <= msOf(detached.detachedAt) ? detached.attachedAt : successorAt
}
