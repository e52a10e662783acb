import { known } from '#contract/known.ts'
import { HOUR_MS, latest } from '#contract/time.ts'
import type { RecordedShip } from '#domain/evidence.ts'
import {
  clearMissingShips,
  getShipsOfSource,
  noteMissingShips,
  type ShipDraft,
  saveShips,
} from '#records/ships/ships.ts'
import type { Collected, Collector, StreamToRead } from '../collector.ts'
import { fieldAt, instantAt, textAt } from '../json-field.ts'
import { storedText, storedTextAt } from '../stored-text.ts'
import { type GithubDeps, requestGithub } from './api.ts'
import { type GithubListing, listGithub, sizeOf } from './listing.ts'
import { readReleaseChanges } from './release-changes.ts'
import { type KeyedRelease, openKeys, type Release, releaseIdOf } from './release-keys.ts'
import {
  absentees,
  conditionOf,
  type OpenRound,
  type ReleasesPosition,
  roundToRead,
} from './releases-checkpoint.ts'
import {
  confirmMissing,
  isNotFound,
  type KnownRepository,
  knownRepository,
  parseId,
  webAddressAt,
} from './repository.ts'
import { continued, coveredBy, hasProgress, leftOut, roundReadUpTo, withFailure } from './round.ts'
import { openTagCommits } from './tag-commits.ts'
import { wholeOf } from './whole-listing.ts'

/** The releases and prereleases of a repository, and which of them were deleted. */
export const releases: Collector<GithubDeps> = {
  kind: 'github_repository',
  stream: 'releases',
  provider: 'github',
  cadenceSeconds: 3600,
  coverage: 'dated_listing',
  slowsInSilence: true,
  collect: collectReleases,
}

const MAX_PARTS = 10
const MAX_CHECKS = 20
const CONFIRM_MS = HOUR_MS
const TITLE_LENGTH = 2000
const AUTHOR_LENGTH = 200

async function collectReleases(leased: StreamToRead, deps: GithubDeps): Promise<Collected> {
  const repo = await knownRepository(leased, deps)
  if (repo.kind !== 'known') return repo.collected
  const round = roundToRead(leased, deps.clock())
  const path = `${repo.path}/releases`
  const etag = conditionOf(leased, deps.clock())
  const listing = await listGithub(
    { path, query: round.query, etag, maxParts: MAX_PARTS, hasLargeItems: true },
    deps,
  )
  if (listing.kind === 'failed') return confirmMissing(listing, repo, deps)
  if (listing.kind === 'listing' && listing.failure !== undefined && !hasProgress(listing, round.parts > 0))
    return listing.failure.collected
  const parsed = listing.kind === 'listing' ? listing.items.map(parseRelease) : []
  const listed = parsed.filter((item) => typeof item === 'object')
  const recorded = await getShipsOfSource(
    { sourceId: leased.sourceId, kinds: ['release', 'prerelease'] },
    deps.reader,
  )
  const tags = openTagCommits(repo, deps)
  const keyed = openKeys({ repositoryId: repo.id, listed, recorded, tags })
  const keyedList = await keyed(listed)
  const absent = absentees({
    listed: listing.kind === 'listing' ? datedAsListed(keyedList, listed) : null,
    isFirst: round.parts === 0,
    isLast: listing.kind === 'listing' && listing.end === 'whole',
    recorded,
  })
  const checks = await checkAbsent({ path, absent: absent.slice(0, MAX_CHECKS), keyed }, deps)
  const byKey = new Map([...keyedList, ...checks.found].map((release) => [release.naturalKey, release]))
  const released = [...byKey.values()]
  const compared = await readReleaseChanges({ repo, released, recorded, tags }, deps)
  const changedAt = latest([
    ...listed.map(({ publishedAt }) => publishedAt),
    ...(checks.gone.length === 0 ? [] : [deps.clock()]),
  ])
  const isChecked = checks.gone.length + checks.standing.length === absent.length && compared.finished
  const save = saving({ leased, repo, checks, released, compared })
  const ended = { ...known({ changedAt }), save }
  if (listing.kind === 'not_modified') return { outcome: 'not_modified', ...ended }
  return withFailure({ ...readingOf({ leased, listing, parsed, repo, round, isChecked }), ...ended }, listing)
}

/** Releases with the dates of the listing, because the parts of the listing are ordered by these dates. */
function datedAsListed(keyed: readonly KeyedRelease[], listed: readonly Release[]): readonly KeyedRelease[] {
  const dates = new Map(listed.map(({ id, publishedAt }) => [id, publishedAt]))
  return keyed.map((release) => ({ ...release, ...known({ publishedAt: dates.get(release.id) }) }))
}

function readingOf(read: {
  readonly leased: StreamToRead
  readonly listing: GithubListing
  readonly parsed: readonly ParsedRelease[]
  readonly repo: KnownRepository
  readonly round: OpenRound
  readonly isChecked: boolean
}): Collected {
  const { leased, listing, parsed, repo, round } = read
  const published = parsed.filter((item) => item !== 'draft')
  const dates = published.map((item) => (item === undefined ? null : item.publishedAt))
  const [oldest] = [...dates, repo.createdAt].filter((at) => at !== null).toSorted()
  const reach = listing.end === 'whole' && oldest !== undefined && repo.createdAt !== null ? oldest : null
  const after = continued(round, { dates, reach })
  const parts = round.parts + listing.parts - (round.parts === 0 ? 0 : 1)
  const goesOn = listing.end === 'more'
  const coversFrom = coveredBy(after)
  const upTo = roundReadUpTo(after)
  const partial = leftOut(listing, dates.filter((at) => at === null).length)
  const etag = round.parts === 0 ? listing.etag : (leased.etag ?? undefined)
  const position: ReleasesPosition = {
    whole: listing.end === 'whole' ? { pages: parts, at: round.beganAt } : wholeOf(leased.position),
    coversFrom: listing.failure === undefined ? coversFrom : instantAt(leased.position, 'coversFrom'),
    round: goesOn ? { ...after, query: listing.lastQuery, pages: parts } : null,
    pageSize: sizeOf(new URLSearchParams(listing.lastQuery)),
  }
  return {
    outcome: 'fresh',
    digest: listing.digest,
    position,
    ...(etag !== undefined && read.isChecked && partial === undefined ? { etag } : {}),
    ...(goesOn ? { continues: true, detail: `the first ${parts} parts` } : {}),
    ...known({ coversFrom, readUpTo: upTo, partial }),
  }
}

type ParsedRelease = Release | 'draft' | undefined

/** One published release; `draft` for a draft. Undefined for an item without an id, a tag or a date. */
export function parseRelease(item: unknown): ParsedRelease {
  const id = parseId(fieldAt(item, 'id'))
  const tag = textAt(item, 'tag_name')
  const publishedAt = instantAt(item, 'published_at')
  if (fieldAt(item, 'draft') === true) return 'draft'
  if (id === undefined || tag === undefined || publishedAt === null) return undefined
  const name = textAt(item, 'name')?.trim()
  return {
    id,
    tag: storedText(tag, 300),
    publishedAt,
    title: storedText(name === undefined || name === '' ? tag : name, TITLE_LENGTH),
    prerelease: fieldAt(item, 'prerelease') === true,
    author: storedTextAt(item, AUTHOR_LENGTH, 'author', 'login'),
    url: webAddressAt(item, 'html_url'),
  }
}

/**
 * The results of lookups by natural key, and the releases that were found. A release is gone when GitHub says so, shows
 * it as a draft, or has another release under its id. A release whose lookup failed, or could not be read, keeps its
 * state.
 */
type Checks = {
  readonly gone: readonly string[]
  readonly standing: readonly string[]
  readonly found: readonly KeyedRelease[]
}

async function checkAbsent(
  input: {
    readonly path: string
    readonly absent: readonly RecordedShip[]
    readonly keyed: ReturnType<typeof openKeys>
  },
  deps: GithubDeps,
): Promise<Checks> {
  const gone: string[] = []
  const standing: string[] = []
  const found: KeyedRelease[] = []
  for (const { naturalKey } of input.absent) {
    const answer = await requestGithub({ path: `${input.path}/${releaseIdOf(naturalKey)}` }, deps)
    const isMissing = answer.kind === 'failed' && isNotFound(answer)
    if (answer.kind === 'failed' && !isMissing) break
    const release = answer.kind === 'value' ? parseRelease(answer.value) : undefined
    if (isMissing || release === 'draft') gone.push(naturalKey)
    else if (release !== undefined) {
      const keyed = await input.keyed([release])
      const stands = keyed.some((one) => one.naturalKey === naturalKey)
      ;(stands ? standing : gone).push(naturalKey)
      found.push(...keyed)
    }
  }
  return { gone, standing, found }
}

/** The releases of a reading, with the data for their ships. */
type ReadReleases = {
  readonly leased: StreamToRead
  readonly repo: KnownRepository
  readonly checks: Checks
  readonly released: readonly KeyedRelease[]
  readonly compared: Awaited<ReturnType<typeof readReleaseChanges>>
}

function saving(input: ReadReleases): NonNullable<Collected['save']> {
  const { leased, repo, checks } = input
  const { sourceId } = leased
  return async (writer, { now }) => {
    await repo.save(writer, { now })
    const ships = input.released.map((release) => toShip(release, input))
    await saveShips({ ships, now }, writer)
    await clearMissingShips({ sourceId, naturalKeys: checks.standing }, writer)
    await noteMissingShips(
      { sourceId, naturalKeys: checks.gone, now, confirmMs: CONFIRM_MS, reason: 'release deleted' },
      writer,
    )
  }
}

function toShip(release: KeyedRelease, { leased, repo, compared }: ReadReleases): ShipDraft {
  const changes = compared.changes.get(release.naturalKey)
  const commit = compared.commits.get(release.naturalKey)
  return {
    projectId: leased.projectId,
    sourceId: leased.sourceId,
    kind: release.prerelease ? 'prerelease' : 'release',
    naturalKey: release.naturalKey,
    title: release.title,
    url: release.url,
    version: release.tag,
    occurredAt: release.publishedAt,
    precision: 'EXACT',
    dimension: null,
    facts: {
      origin: `github:${repo.id}`,
      tag: release.tag,
      prerelease: release.prerelease,
      ...known({ author: release.author, changes, commit }),
    },
  }
}
