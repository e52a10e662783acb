import { DAY_MS, HOUR_MS, type Instant, msOf } from '#contract/time.ts'
import { placedAt, type Ship } from '#domain/evidence.ts'
import {
  clearMissingShips,
  getShipsOfSource,
  noteMissingShips,
  type ShipDraft,
  saveShips,
} from '#records/ships/ships.ts'
import type { Collected, Collector, StreamToRead } from '../collector.ts'
import { fieldAt, instantAt, isRecord, textAt } from '../json-field.ts'
import { storedText, storedTextAt } from '../stored-text.ts'
import { askGithub, type GithubDeps, type GithubListing, listGithub } from './api.ts'
import { type KnownRepository, knownRepository, parseId, webAddressAt } from './repository.ts'

/** A published release, with its page and its tag. */
type Release = {
  readonly id: string
  readonly tag: string
  readonly title: string
  readonly prerelease: boolean
  readonly author: string | null
  readonly publishedAt: Instant
  readonly url: string | null
}

/** Releases and prereleases of a repository, and which were deleted. */
export const releases: Collector<GithubDeps> = {
  kind: 'github_repository',
  stream: 'releases',
  provider: 'github',
  cadenceSeconds: 3600,
  coverage: 'dated_listing',
  collect: collectReleases,
}

const MAX_PAGES = 10
const MAX_CHECKS = 20
const CONFIRM_MS = HOUR_MS
const WHOLE_LISTING_MS = DAY_MS
const TITLE_LENGTH = 2000
const AUTHOR_LENGTH = 200

/** The number of pages of the last complete listing, and when it was read. */
type Position = { readonly pages: number; readonly wholeAt: Instant }

async function collectReleases(leased: StreamToRead, deps: GithubDeps): Promise<Collected> {
  const known = await knownRepository(leased, deps)
  if (known.kind === 'failed') return known.collected
  const path = `${known.path}/releases`
  const listing = await listGithub(
    { path: `${path}?per_page=100`, etag: conditionOf(leased, deps.clock()), maxPages: MAX_PAGES },
    deps,
  )
  if (listing.kind === 'failed') return listing.collected
  const recorded = await getShipsOfSource(
    { sourceId: leased.sourceId, kinds: ['release', 'prerelease'] },
    deps.reader,
  )
  const listed = listing.kind === 'listing' ? listing.items.flatMap((item) => parseRelease(item) ?? []) : null
  const absent = absentees({
    listed,
    complete: listing.kind === 'listing' && listing.complete,
    recorded,
    id: known.id,
  })
  const checks = await checkAbsent({ path, absent: absent.slice(0, MAX_CHECKS) }, deps)
  const isChecked = checks.gone.length + checks.found.size === absent.length
  const save = saving({ leased, known, checks, listed: listed ?? [] })
  if (listing.kind === 'not_modified') return { outcome: 'not_modified', save }
  return {
    ...readingOf({ listing, listed: listed ?? [], known, now: deps.clock() }, isChecked),
    save,
  }
}

/**
 * A one-page listing is requested with its etag. A longer one is read again daily, because an etag covers one page
 * only.
 */
function conditionOf(leased: StreamToRead, now: Instant): string | null {
  const position = parsePosition(leased.position)
  if (position === undefined) return null
  const isRecent = msOf(now) - msOf(position.wholeAt) < WHOLE_LISTING_MS
  return position.pages === 1 || isRecent ? leased.etag : null
}

function parsePosition(value: unknown): Position | undefined {
  const pages = fieldAt(value, 'pages')
  const wholeAt = instantAt(value, 'wholeAt')
  return typeof pages === 'number' && wholeAt !== null ? { pages, wholeAt } : undefined
}

function readingOf(
  read: {
    readonly listing: GithubListing
    readonly listed: readonly Release[]
    readonly known: KnownRepository
    readonly now: Instant
  },
  isChecked: boolean,
): Collected {
  const { listing, listed, known, now } = read
  const coversFrom = coveredFrom(listed, listing.complete ? known.createdAt : null)
  const position: Position = { pages: listing.pages, wholeAt: now }
  return {
    ...{ outcome: 'fresh', digest: listing.digest, position },
    ...(listing.etag !== undefined && isChecked ? { etag: listing.etag } : {}),
    ...(coversFrom === null ? {} : { coversFrom }),
    ...(listing.complete ? {} : { detail: `partial: the first ${listing.pages} pages` }),
  }
}

/** The oldest listed release, or the repository's creation if the listing is complete and that is earlier. */
export function coveredFrom(listed: readonly Release[], createdAt: Instant | null): Instant | null {
  const instants = [createdAt, ...listed.map(({ publishedAt }) => publishedAt)].filter((at) => at !== null)
  return instants.toSorted()[0] ?? null
}

/** One published release; undefined for a draft or an item without an id, a tag or a date. */
export function parseRelease(item: unknown): Release | undefined {
  const id = parseId(fieldAt(item, 'id'))
  const tag = textAt(item, 'tag_name')
  const publishedAt = instantAt(item, 'published_at')
  if (!isRecord(item) || fieldAt(item, 'draft') === true) return undefined
  if (id === undefined || tag === undefined || publishedAt === null) return undefined
  const name = textAt(item, 'name')?.trim()
  return {
    ...{ id, tag: storedText(tag, 300), publishedAt },
    title: storedText(name === undefined || name === '' ? tag : name, TITLE_LENGTH),
    prerelease: fieldAt(item, 'prerelease') === true,
    author: storedTextAt(item, AUTHOR_LENGTH, 'author', 'login'),
    url: webAddressAt(item, 'html_url'),
  }
}

function releaseKey(repositoryId: string, releaseId: string): string {
  return `github:${repositoryId}:release:${releaseId}`
}

/**
 * Recorded releases to look up by id: those missing from the listing, and those that were missing before. A listing cut
 * by the page limit covers only what is newer than its oldest item. Without a listing, only those missing before.
 */
export function absentees(input: {
  readonly listed: readonly Release[] | null
  readonly complete: boolean
  readonly recorded: readonly Ship[]
  readonly id: string
}): readonly Ship[] {
  const standing = input.recorded.filter(({ withdrawn }) => !withdrawn)
  const missed = standing.filter(({ missingSince }) => missingSince !== null)
  if (input.listed === null) return missed
  const keys = new Set(input.listed.map((release) => releaseKey(input.id, release.id)))
  const oldest = coveredFrom(input.listed, null)
  const isShown = (ship: Ship) =>
    input.complete || (oldest !== null && msOf(placedAt(ship)) > msOf(oldest)) || ship.missingSince !== null
  const unlisted = standing.filter((ship) => !keys.has(ship.naturalKey) && isShown(ship))
  return unlisted.toSorted((a, b) => Number(b.missingSince !== null) - Number(a.missingSince !== null))
}

/** The result of the lookups by natural key. Ships whose lookup failed are in neither and do not change. */
type Checks = { readonly gone: readonly string[]; readonly found: ReadonlyMap<string, Release> }

async function checkAbsent(
  input: { readonly path: string; readonly absent: readonly Ship[] },
  deps: GithubDeps,
): Promise<Checks> {
  const gone: string[] = []
  const found = new Map<string, Release>()
  for (const { naturalKey } of input.absent) {
    const id = naturalKey.slice(naturalKey.lastIndexOf(':') + 1)
    const answer = await askGithub({ path: `${input.path}/${id}` }, deps)
    if (answer.kind === 'failed' && answer.status !== 404) break
    const release = answer.kind === 'value' ? parseRelease(answer.value) : undefined
    if (release === undefined) gone.push(naturalKey)
    else found.set(naturalKey, release)
  }
  return { gone, found }
}

function saving(input: {
  readonly leased: StreamToRead
  readonly known: KnownRepository
  readonly checks: Checks
  readonly listed: readonly Release[]
}): NonNullable<Collected['save']> {
  const { leased, known, checks } = input
  const { sourceId } = leased
  return async (writer, { now }) => {
    await known.save(writer)
    const released = [...input.listed, ...checks.found.values()]
    const ships = released.map((release) => toShip(release, { leased, known }))
    await saveShips({ ships, now }, writer)
    await clearMissingShips({ sourceId, naturalKeys: [...checks.found.keys()] }, writer)
    await noteMissingShips(
      { sourceId, naturalKeys: checks.gone, now, confirmMs: CONFIRM_MS, reason: 'release deleted' },
      writer,
    )
  }
}

function toShip(
  release: Release,
  { leased, known }: { readonly leased: StreamToRead; readonly known: KnownRepository },
): ShipDraft {
  return {
    ...{ projectId: leased.projectId, sourceId: leased.sourceId, backing: known.backing },
    kind: release.prerelease ? 'prerelease' : 'release',
    naturalKey: releaseKey(known.id, release.id),
    ...{ title: release.title, url: release.url, version: release.tag },
    ...{ occurredAt: release.publishedAt, precision: 'EXACT', dimension: null },
    facts: {
      ...{ origin: `github:${known.id}`, tag: release.tag, prerelease: release.prerelease },
      ...(release.author === null ? {} : { author: release.author }),
    },
  }
}
