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
 * Keys releases by their id. A release that was deleted and published again has a new id and its former tag. One that
 * was returned to a draft and published again has its id and a new date. Either is the recorded release, with the
 * recorded date and title, unless its tag is known to name another commit now. Otherwise it is another release; if it
 * has the id of the former one, its key includes the time of its publication.
 */
export function openKeys(read: {
  readonly repositoryId: string
  readonly listed: readonly Release[]
  readonly recorded: readonly RecordedShip[]
  readonly tags: TagCommits
}): (releases: readonly Release[]) => Promise<readonly KeyedRelease[]> {
  const { listed, recorded, tags } = read
  const keyOf = ({ id }: Release) => `github:${read.repositoryId}:release:${id}`
  const byId = Map.groupBy(recorded, ({ naturalKey }) => releaseIdOf(naturalKey))
  const there = new Set(listed.map(({ id }) => id))
  const gone = recorded.filter(({ naturalKey }) => !there.has(releaseIdOf(naturalKey)))

  async function keyed(release: Release): Promise<KeyedRelease> {
    const published = byId.get(release.id) ?? []
    const current = published.find(({ withdrawn }) => !withdrawn) ?? published[0]
    if (current === undefined) return again(release, { former: gone, naturalKey: keyOf(release) })
    if (!isEarlier(current, release)) return { ...release, naturalKey: current.naturalKey, commit: undefined }
    const naturalKey = `${keyOf(release)}:${Math.floor(msOf(release.publishedAt) / 1000)}`
    return again(release, { former: [current, ...published], naturalKey })
  }

  /** The former release that this release publishes again, or else a new release with this key. */
  async function again(
    release: Release,
    { former, naturalKey }: { readonly former: readonly RecordedShip[]; readonly naturalKey: string },
  ): Promise<KeyedRelease> {
    const ofTag = former.filter(({ version }) => version === release.tag)
    if (ofTag.length === 0) return { ...release, naturalKey, commit: undefined }
    const commit = await tags.commitOf(release.tag)
    const before = ofTag.find((ship) => ship.commit === commit) ?? unlessMoved(ofTag[0], commit)
    return { ...(before === undefined ? { ...release, naturalKey } : asPublished(before, release)), commit }
  }

  return async (releases) => {
    const all: KeyedRelease[] = []
    for (const release of releases) all.push(await keyed(release))
    return all
  }
}

/** The id that a release has at GitHub, from the natural key of its ship. */
export function releaseIdOf(naturalKey: string): string {
  return naturalKey.split(':')[3] ?? naturalKey
}

/** The newest former release; undefined when its tag is known to name another commit now. */
function unlessMoved(newest: RecordedShip | undefined, commit: string | undefined): RecordedShip | undefined {
  return newest?.commit == null || commit === undefined ? newest : undefined
}

/** A release with the key, title and date of its first publication. */
function asPublished(before: RecordedShip, release: Release): Omit<KeyedRelease, 'commit'> {
  const { naturalKey, title, occurredAt } = before
  if (occurredAt === null || !isEarlier(before, release)) return { ...release, naturalKey }
  return { ...release, naturalKey, title, publishedAt: occurredAt }
}

function isEarlier({ occurredAt }: RecordedShip, { publishedAt }: Release): boolean {
  return occurredAt !== null && msOf(occurredAt) < msOf(publishedAt)
}
