import { type Instant, msOf } from '#contract/time.ts'
import type { RecordedShip } from '#domain/evidence.ts'
import type { TagCommits } from './tag-commits.ts'

/** A published release, with its page and its tag. */
export type Release = {
  readonly id: string
  readonly tag: string
  readonly title: string
  readonly prerelease: boolean
  readonly author: string | null
  readonly publishedAt: Instant
  readonly url: string | null
}

/** A release with the natural key of its ship, and the commit of its tag where that was looked up. */
export type KeyedRelease = Release & { readonly naturalKey: string; readonly commit: string | undefined }

/**
 * Keys releases by their id. A release that was deleted and published again has a new id and its former tag. One that was
 * taken back to a draft and published again has its id and a new date. While the tag is not known to name another commit,
 * either is the release that was recorded, published when that was, and under the title of that time.
 */
export function openKeys(read: {
  readonly repositoryId: string
  readonly listed: readonly Release[]
  readonly recorded: readonly RecordedShip[]
  readonly tags: TagCommits
}): (releases: readonly Release[]) => Promise<readonly KeyedRelease[]> {
  const { listed, recorded, tags } = read
  const keyOf = ({ id }: Release) => `github:${read.repositoryId}:release:${id}`
  const byKey = new Map(recorded.map((ship) => [ship.naturalKey, ship]))
  const there = new Set(listed.map(keyOf))
  const gone = recorded.filter(({ naturalKey }) => !there.has(naturalKey))

  /** The recorded ships that a release can be another publication of, newest first. */
  function formerOf(release: Release): readonly RecordedShip[] {
    const same = byKey.get(keyOf(release))
    if (same === undefined) return gone.filter(({ version }) => version === release.tag)
    return same.version === release.tag && isEarlier(same, release) ? [same] : []
  }

  async function keyed(release: Release): Promise<KeyedRelease> {
    const former = formerOf(release)
    const own = { ...release, naturalKey: keyOf(release), commit: undefined }
    if (former.length === 0) return own
    const commit = await tags.commitOf(release.tag)
    const before = former.find((ship) => ship.commit === commit) ?? unlessMoved(former[0], commit)
    return before === undefined ? { ...own, commit } : { ...published(before, release), commit }
  }

  return async (releases) => {
    const all: KeyedRelease[] = []
    for (const release of releases) all.push(await keyed(release))
    return all
  }
}

/** The newest former release; undefined when its tag is known to name another commit now. */
function unlessMoved(newest: RecordedShip | undefined, commit: string | undefined): RecordedShip | undefined {
  return newest?.commit == null || commit === undefined ? newest : undefined
}

/** A release as it was recorded before. */
function published(before: RecordedShip, release: Release): Omit<KeyedRelease, 'commit'> {
  const { naturalKey, title, occurredAt } = before
  if (occurredAt === null || !isEarlier(before, release)) return { ...release, naturalKey }
  return { ...release, naturalKey, title, publishedAt: occurredAt }
}

function isEarlier({ occurredAt }: RecordedShip, { publishedAt }: Release): boolean {
  return occurredAt !== null && msOf(occurredAt) < msOf(publishedAt)
}
