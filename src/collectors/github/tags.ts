import { isObject } from '#contract/json-object.ts'
import { known } from '#contract/known.ts'
import type { Instant } from '#contract/time.ts'
import { saveSourceFacts } from '#records/project/sources.ts'
import type { Collected, Collector, StreamToRead } from '../collector.ts'
import { fieldAt, textAt } from '../json-field.ts'
import { storedText } from '../stored-text.ts'
import type { GithubDeps } from './api.ts'
import { type GithubListing, listGithub } from './listing.ts'
import { confirmMissing, knownRepository } from './repository.ts'
import { hasProgress, leftOut, withFailure } from './round.ts'
import { etagOfWhole, type WholeListing, wholeOf } from './whole-listing.ts'

/** The commit of each tag. */
export type Tags = Readonly<Record<string, string>>
/** A tag that was moved to another commit: a fact about the source, not a ship. */
type MovedTag = {
  readonly tag: string
  readonly from: string
  readonly to: string
  readonly seenAt: Instant
}

/** Reads the commit of each tag, to detect moved tags. Tags have no date, so they are not ships. */
export const tags: Collector<GithubDeps> = {
  kind: 'github_repository',
  stream: 'tags',
  provider: 'github',
  cadenceSeconds: 6 * 3600,
  coverage: 'present_state',
  slowsInSilence: true,
  collect: collectTags,
}

const MAX_PARTS = 10
const MOVES_MAX = 20

async function collectTags(leased: StreamToRead, deps: GithubDeps): Promise<Collected> {
  const repo = await knownRepository(leased, deps)
  if (repo.kind !== 'known') return repo.collected
  const query = textAt(leased.position, 'query')
  const etag = query === undefined ? etagOfWhole(leased, deps.clock()) : null
  const path = `${repo.path}/tags`
  const listing = await listGithub({ path, query: query ?? '', etag, maxParts: MAX_PARTS }, deps)
  if (listing.kind === 'failed') return confirmMissing(listing, repo, deps)
  if (listing.kind === 'not_modified') return { outcome: 'not_modified' }
  if (listing.failure !== undefined && !hasProgress(listing, query !== undefined))
    return listing.failure.collected
  const { tags: read, unread } = parseTags(listing.items)
  const before = recordedTags(leased.position)
  const seenAt = deps.clock()
  const moved = movedTags({ before, after: read, seenAt })
  const isWhole = query === undefined && listing.end === 'whole' && unread === 0
  const partial = leftOut(listing, unread)
  const newEtag = query === undefined ? listing.etag : (leased.etag ?? undefined)
  const reading: Collected = {
    outcome: 'fresh',
    digest: listing.digest,
    position: {
      tags: isWhole ? read : { ...before, ...read },
      whole: listing.end === 'whole' ? wholeListing(listing, query, seenAt) : wholeOf(leased.position),
      ...(listing.end === 'more' ? { query: listing.lastQuery } : {}),
    },
    ...(newEtag === undefined || partial !== undefined ? {} : { etag: newEtag }),
    ...known({ partial }),
    ...(listing.end === 'more' ? { continues: true, detail: `to ${listing.lastQuery}` } : {}),
    save: async (writer, { now }) => {
      await repo.save(writer, { now })
      if (moved.length === 0) return
      const earlier = Array.isArray(repo.facts['movedTags']) ? repo.facts['movedTags'] : []
      const facts = { movedTags: [...earlier, ...moved].slice(-MOVES_MAX) }
      await saveSourceFacts({ sourceId: leased.sourceId, facts }, writer)
    },
  }
  return withFailure(reading, listing)
}

/** A listing that was read to its end now. When it took several readings, it has more than one part. */
function wholeListing({ parts }: GithubListing, query: string | undefined, at: Instant): WholeListing {
  return { pages: query === undefined ? parts : parts + 1, at }
}

/** The tags of a listing, and how many items lack a name or a commit. */
export function parseTags(items: readonly unknown[]): { readonly tags: Tags; readonly unread: number } {
  const entries = items.flatMap((item) => {
    const name = textAt(item, 'name')
    const sha = textAt(item, 'commit', 'sha')
    return name === undefined || sha === undefined
      ? []
      : [[storedText(name, 300), storedText(sha, 64)] as const]
  })
  return { tags: Object.fromEntries(entries), unread: items.length - entries.length }
}

/** Tags in both readings whose commit differs. */
export function movedTags(input: {
  readonly before: Tags
  readonly after: Tags
  readonly seenAt: Instant
}): readonly MovedTag[] {
  return Object.entries(input.after).flatMap(([tag, to]) => {
    const from = Object.hasOwn(input.before, tag) ? input.before[tag] : undefined
    return from === undefined || from === to ? [] : [{ tag, from, to, seenAt: input.seenAt }]
  })
}

function recordedTags(position: unknown): Tags {
  const stored = fieldAt(position, 'tags')
  if (!isObject(stored)) return {}
  const entries = Object.entries(stored).flatMap(([tag, sha]) =>
    typeof sha === 'string' ? [[tag, sha] as const] : [],
  )
  return Object.fromEntries(entries)
}
