import { DAY_MS, type Instant, msOf } from '#contract/time.ts'
import type { RecordedShip, ReleaseChanges } from '#domain/evidence.ts'
import { countAt, fieldAt, textAt } from '../json-field.ts'
import { ENDED } from '../parser-thread/parser-thread.ts'
import { type GithubDeps, type GithubValue, requestGithub } from './api.ts'
import { type ListedCommit, parseCommit } from './commit-list.ts'
import { isRefusedDiff } from './refusals.ts'
import type { KeyedRelease } from './release-keys.ts'
import { openPeople, type People } from './release-people.ts'
import type { TagCommits } from './tag-commits.ts'
import type { ComparedRepository } from './upstream.ts'

/** A release as read, with its key. */
type ReadRelease = Pick<KeyedRelease, 'naturalKey' | 'tag' | 'prerelease' | 'publishedAt' | 'commit'>

/** The changes of each release, and its commit where that is known, both by natural key. */
type ReadChanges = {
  readonly changes: ReadonlyMap<string, ReleaseChanges>
  readonly commits: ReadonlyMap<string, string>
  /** False when a comparison or the lookup of a tag failed for now, so that the next reading tries again. */
  readonly finished: boolean
}

/** Maximum age of a release that is compared. No rule needs the changes of an older one. */
const COMPARED_MS = 90 * DAY_MS
const COMPARED_RELEASES = 20
/** Maximum number of files that GitHub names in a comparison. */
const FILES_MAX = 300

/** Maximum number of commits that GitHub lists in one part of a comparison. */
const COMMITS_MAX = 100

/**
 * Compares each of the newest releases with the release before it: a full release with the full release before, a
 * prerelease with the newest release of either kind. A comparison is made once and then kept. The first release of a
 * repository is compared with nothing. A release is `identical` when any earlier release had the same commit.
 * Afterwards the commit of each of these releases is known, so that a later release of the same tag can be told apart.
 */
export async function readReleaseChanges(
  input: {
    readonly repo: ComparedRepository
    readonly released: readonly ReadRelease[]
    readonly recorded: readonly RecordedShip[]
    readonly tags: TagCommits
  },
  deps: GithubDeps,
): Promise<ReadChanges> {
  const changes = keptChanges(input)
  const commits = knownCommits(input)
  const people = openPeople(input.repo, deps)
  let finished = true
  const newest = newestReleases({ ...input, commits }, deps.clock())
  for (const { naturalKey, tag, before } of newest) {
    if (changes.has(naturalKey) || before === undefined) continue
    const range = `${encodeURIComponent(before.ref)}...${encodeURIComponent(tag)}`
    const path = `${input.repo.path}/compare/${range}?per_page=${COMMITS_MAX}`
    const compared = await compare({ path, tag }, { ...deps, people })
    if (compared === 'limited') return { changes, commits, finished: false }
    if (compared === 'failed') {
      finished = false
      continue
    }
    changes.set(naturalKey, compared.changes)
    if (compared.base !== undefined) commits.set(before.naturalKey, compared.base)
    if (compared.head !== undefined) commits.set(naturalKey, compared.head)
  }
  for (const { naturalKey, tag } of newest) {
    const commit = commits.get(naturalKey) ?? (await input.tags.commitOf(tag))
    if (commit !== undefined) commits.set(naturalKey, commit)
  }
  finished &&= input.tags.isFinished()
  return { changes: withRepeated(changes, { ...input, commits }), commits, finished }
}

/** The commits that are recorded or that this reading looked up, by natural key. */
function knownCommits({ released, recorded }: Releases): Map<string, string> {
  const all = [...recorded, ...released]
  return new Map(all.flatMap(({ naturalKey, commit }) => (commit == null ? [] : [[naturalKey, commit]])))
}

/** The changes, with `identical` for each release whose commit an older release has. */
function withRepeated(
  changes: ReadonlyMap<string, ReleaseChanges>,
  releases: ReleasesWithCommits,
): ReadonlyMap<string, ReleaseChanges> {
  const seen = new Set<string>()
  const oldestFirst = everyRelease(releases).toReversed()
  return new Map([
    ...changes,
    ...oldestFirst.flatMap(({ naturalKey, commit }): [string, ReleaseChanges][] => {
      if (commit === undefined) return []
      const isRepeated = seen.has(commit)
      seen.add(commit)
      return isRepeated ? [[naturalKey, 'identical']] : []
    }),
  ])
}

type Releases = { readonly released: readonly ReadRelease[]; readonly recorded: readonly RecordedShip[] }
type ReleasesWithCommits = Releases & { readonly commits: ReadonlyMap<string, string> }

/** The recorded changes of these releases. A release whose tag or date has changed is left out. */
function keptChanges({ released, recorded }: Releases): Map<string, ReleaseChanges> {
  const known = new Map(recorded.map((ship) => [ship.naturalKey, ship]))
  return new Map(
    released.flatMap(({ naturalKey, tag, publishedAt }) => {
      const ship = known.get(naturalKey)
      const isSame = ship?.version === tag && ship.occurredAt === publishedAt
      return isSame && ship.changes !== null ? [[naturalKey, ship.changes]] : []
    }),
  )
}

/** All releases of the repository that were ever seen, newest first, including withdrawn ones. */
function everyRelease({ released, recorded, commits }: ReleasesWithCommits) {
  const isRead = new Set(released.map(({ naturalKey }) => naturalKey))
  const stored = recorded.flatMap(({ naturalKey, version: tag, occurredAt: publishedAt, kind, withdrawn }) =>
    tag === null || publishedAt === null || isRead.has(naturalKey)
      ? []
      : [{ naturalKey, tag, prerelease: kind === 'prerelease', publishedAt, withdrawn }],
  )
  const read = released.map((release) => ({ ...release, withdrawn: false }))
  return [...stored, ...read]
    .map((release) => ({ ...release, commit: commits.get(release.naturalKey) }))
    .toSorted((a, b) => msOf(b.publishedAt) - msOf(a.publishedAt))
}

/**
 * The newest releases that were read now. `before` is the release before each, read now or earlier, with the ref that
 * names it to GitHub. An earlier release of the same tag is named by its commit.
 */
function newestReleases(releases: ReleasesWithCommits, now: Instant) {
  const all = everyRelease(releases)
  const isRead = new Set(releases.released.map(({ naturalKey }) => naturalKey))
  const newestFirst = all.filter(({ withdrawn }) => !withdrawn)
  return newestFirst.slice(0, COMPARED_RELEASES).flatMap((release) => {
    const { naturalKey, tag, prerelease, publishedAt } = release
    if (!isRead.has(naturalKey) || msOf(now) - msOf(publishedAt) > COMPARED_MS) return []
    const [before] = all
      .filter((other) => msOf(other.publishedAt) < msOf(publishedAt) && (prerelease || !other.prerelease))
      .flatMap((other) => {
        const standing = other.withdrawn ? undefined : other.tag
        const ref = other.tag === tag ? other.commit : standing
        return ref === undefined ? [] : [{ naturalKey: other.naturalKey, ref }]
      })
    return [{ naturalKey, tag, before }]
  })
}

/** The changes of a range. `base` and `head` are the commits at its ends, where GitHub names them. */
type Compared = {
  readonly changes: ReleaseChanges
  readonly base?: string | undefined
  readonly head?: string | undefined
}

/** The changes of a range. `not_read` when GitHub cannot compare the range, which another request would not change. */
async function compare(
  { path, tag }: { readonly path: string; readonly tag: string },
  deps: GithubDeps & { readonly people: People },
): Promise<Compared | 'failed' | 'limited'> {
  const answer = await requestGithub({ path, optional: true }, deps)
  if (answer.kind === 'not_modified') return 'failed'
  if (answer.kind === 'failed') {
    const { outcome } = answer.collected
    if (outcome === 'rate_limited') return 'limited'
    return outcome === 'unavailable' && !isRefusedDiff(answer) ? 'failed' : { changes: 'not_read' }
  }
  const status = textAt(answer.value, 'status')
  const base = textAt(answer.value, 'base_commit', 'sha')
  const commits = wholeRange(answer)
  const ends = { base, head: commits?.at(-1)?.sha ?? (status === 'identical' ? base : undefined) }
  if (status === 'identical' || status === 'behind') return { changes: 'identical', ...ends }
  const read = await deps.parserThread.parse('changed_files', answer.value)
  if (read === ENDED || read === undefined) return { changes: 'not_read', ...ends }
  const changes = read.work === 'none' && read.named >= FILES_MAX ? 'not_read' : read.work
  if (changes === 'none' || commits === undefined) return { changes, ...ends }
  const byPeople = await deps.people.workIn({ commits, tag, changes })
  return typeof byPeople === 'string' ? byPeople : { ...byPeople, ...ends }
}

/** The commits of a range, oldest first; undefined when the answer does not list all of them. */
function wholeRange({ value }: GithubValue): readonly ListedCommit[] | undefined {
  const rows = fieldAt(value, 'commits')
  const total = countAt(value, 'total_commits')
  if (!Array.isArray(rows) || rows.length === 0 || total !== rows.length) return undefined
  const commits = rows.map(parseCommit).filter((commit) => commit !== undefined)
  return commits.length === rows.length ? commits : undefined
}
