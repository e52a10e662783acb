import { DAY_MS, type Instant, msOf } from '#contract/time.ts'
import type { ReleaseChanges, Ship } from '#domain/evidence.ts'
import { isSubstantive } from '#domain/ships/substance.ts'
import { textAt } from '../json-field.ts'
import { askGithub, type GithubDeps } from './api.ts'
import { parseChangedFiles } from './commit-list.ts'

/** A release as read, with its key. */
type ReadRelease = {
  readonly naturalKey: string
  readonly tag: string
  readonly prerelease: boolean
  readonly publishedAt: Instant
}

/** What each release changed, by natural key. */
type ReadChanges = {
  readonly changes: ReadonlyMap<string, ReleaseChanges>
  /** False when a release could not be compared now and is compared again at the next reading. */
  readonly finished: boolean
}

/** No rule needs what an older release changed. */
const COMPARED_MS = 90 * DAY_MS
const COMPARED_RELEASES = 20
/** GitHub names no more files of a comparison. */
const FILES_MAX = 300

/**
 * Compares each of the newest releases with the one before it: a full release with the full release before, a
 * prerelease with the newest of either kind. What was compared once is kept. The first release of a repository is
 * compared with nothing.
 */
export async function readReleaseChanges(
  input: {
    readonly path: string
    readonly released: readonly ReadRelease[]
    readonly recorded: readonly Ship[]
  },
  deps: GithubDeps,
): Promise<ReadChanges> {
  const changes = keptChanges(input)
  let finished = true
  for (const { naturalKey, range } of rangesToCompare(input, deps.clock())) {
    if (changes.has(naturalKey)) continue
    const compared = await compare(`${input.path}/compare/${range}?per_page=1`, deps)
    if (compared === 'limited') return { changes, finished: false }
    if (compared === 'failed') finished = false
    else changes.set(naturalKey, compared)
  }
  return { changes, finished }
}

type Releases = { readonly released: readonly ReadRelease[]; readonly recorded: readonly Ship[] }

/** What is recorded of these releases, as long as their tag is the same. */
function keptChanges({ released, recorded }: Releases): Map<string, ReleaseChanges> {
  const known = new Map(recorded.map((ship) => [ship.naturalKey, ship]))
  return new Map(
    released.flatMap(({ naturalKey, tag }) => {
      const ship = known.get(naturalKey)
      return ship === undefined || ship.changes === null || ship.version !== tag
        ? []
        : [[naturalKey, ship.changes]]
    }),
  )
}

/** The newest releases read now, each with the range from the release before it, read now or recorded earlier. */
function rangesToCompare({ released, recorded }: Releases, now: Instant) {
  const stored = recorded.flatMap(({ naturalKey, version, occurredAt, kind, withdrawn }) =>
    version === null || occurredAt === null || withdrawn
      ? []
      : [{ naturalKey, tag: version, prerelease: kind === 'prerelease', publishedAt: occurredAt }],
  )
  const all = [...new Map([...stored, ...released].map((release) => [release.naturalKey, release])).values()]
  const newestFirst = all.toSorted((a, b) => msOf(b.publishedAt) - msOf(a.publishedAt))
  const isRead = new Set(released.map(({ naturalKey }) => naturalKey))
  return newestFirst.slice(0, COMPARED_RELEASES).flatMap((release) => {
    const { naturalKey, tag, prerelease, publishedAt } = release
    if (!isRead.has(naturalKey) || msOf(now) - msOf(publishedAt) > COMPARED_MS) return []
    const before = newestFirst
      .filter((other) => msOf(other.publishedAt) < msOf(publishedAt) && other.tag !== tag)
      .find((other) => prerelease || !other.prerelease)
    return before === undefined ? [] : [{ naturalKey, range: rangeOf(before.tag, tag) }]
  })
}

function rangeOf(before: string, tag: string): string {
  return `${encodeURIComponent(before)}...${encodeURIComponent(tag)}`
}

/** What a range changed; `not_read` when GitHub cannot compare it, which asking again would not change. */
async function compare(path: string, deps: GithubDeps): Promise<ReleaseChanges | 'failed' | 'limited'> {
  const answer = await askGithub({ path, optional: true }, deps)
  if (answer.kind === 'not_modified') return 'failed'
  if (answer.kind === 'failed') {
    if (answer.collected.outcome === 'rate_limited') return 'limited'
    return answer.collected.outcome === 'unavailable' ? 'failed' : 'not_read'
  }
  const files = parseChangedFiles(answer.value)
  const status = textAt(answer.value, 'status')
  if (status === 'identical' || status === 'behind') return 'identical'
  if (files === undefined) return 'not_read'
  if (files.some(isSubstantive)) return 'substantive'
  return files.length < FILES_MAX ? 'none' : 'not_read'
}
