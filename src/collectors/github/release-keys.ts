import { type Instant, msOf } from '#contract/time.ts'
import type { RecordedShip } from '#domain/evidence.ts'
import { textAt } from '../json-field.ts'
import { type GithubDeps, requestGithub } from './api.ts'
import type { KnownRepository } from './repository.ts'

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

/** A release with the natural key of its ship. */
export type KeyedRelease = Release & { readonly naturalKey: string }

/** Tags of former releases that one reading looks up. */
const MAX_LOOKUPS = 20

/**
 * Keys releases by their id. A release that was deleted and published again has a new id and its former tag. While the
 * tag is not known to name another commit, it is the release that was recorded, published when that was.
 */
export async function openKeys(
  read: {
    readonly repo: KnownRepository
    readonly listed: readonly Release[]
    readonly recorded: readonly RecordedShip[]
  },
  deps: GithubDeps,
): Promise<(release: Release) => KeyedRelease> {
  const { repo, listed, recorded } = read
  const keyOf = ({ id }: Release) => `github:${repo.id}:release:${id}`
  const keys = new Set(recorded.map(({ naturalKey }) => naturalKey))
  const there = new Set(listed.map(keyOf))
  const gone = recorded.filter(({ naturalKey }) => !there.has(naturalKey))
  const byTag = new Map(gone.map((ship) => [ship.version, ship]))
  const again = listed.filter((release) => !keys.has(keyOf(release)) && byTag.has(release.tag))
  for (const { tag } of again.slice(0, MAX_LOOKUPS)) {
    const commit = byTag.get(tag)?.commit
    if (commit != null && (await isMoved({ path: repo.path, tag, commit }, deps))) byTag.delete(tag)
  }
  return (release) => {
    const before = keys.has(keyOf(release)) ? undefined : byTag.get(release.tag)
    if (before === undefined) return { ...release, naturalKey: keyOf(release) }
    const { naturalKey, occurredAt } = before
    const isEarlier = occurredAt !== null && msOf(occurredAt) < msOf(release.publishedAt)
    return { ...release, naturalKey, publishedAt: isEarlier ? occurredAt : release.publishedAt }
  }
}

/** Whether a tag is known to name another commit now. */
async function isMoved(
  { path, tag, commit }: { readonly path: string; readonly tag: string; readonly commit: string },
  deps: GithubDeps,
): Promise<boolean> {
  const answer = await requestGithub(
    { path: `${path}/commits/${encodeURIComponent(tag)}`, optional: true },
    deps,
  )
  if (answer.kind !== 'value') return false
  const sha = textAt(answer.value, 'sha')
  return sha !== undefined && sha !== commit
}
