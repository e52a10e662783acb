import { known } from '#contract/known.ts'
import {
  addDays,
  type CalendarDate,
  dateOf,
  type Instant,
  laterOf,
  latest,
  mondayOf,
  msOf,
  startOfDate,
} from '#contract/time.ts'
import type { CodeWeekFacts } from '#domain/evidence.ts'
import { codeWeeks, isComplete } from '#domain/ships/code-week.ts'
import type { Writer } from '#records/database.ts'
import { saveSourceFacts } from '#records/project/sources.ts'
import { getShipsOfSource, saveShips } from '#records/ships/ships.ts'
import type { Collected, Collector, StreamToRead } from '../collector.ts'
import { textAt } from '../json-field.ts'
import type { GithubDeps, GithubFailed } from './api.ts'
import { readCommitChanges } from './changes-read.ts'
import { type ListedCommit, parseCommit } from './commit-list.ts'
import { type CommitsRead, hasUncountedNote, type ListedSpan, weekRecordOf } from './commit-weeks.ts'
import {
  type CommitsPosition,
  cutAfter,
  parsePosition,
  sinceOf,
  type Walk,
  walkToRead,
} from './commits-checkpoint.ts'
import { type GithubListing, listGithub, PART_SIZE } from './listing.ts'
import { confirmMissing, knownRepository } from './repository.ts'
import { continued, coveredBy, leftOut, roundReadUpTo, withFailure } from './round.ts'
import { type OwnCommits, readOwnCommits, withUpstream } from './upstream.ts'
import { isNewlyCompared } from './week-record.ts'

/** Commits of the default branch, stored as weekly counts only. */
export const commits: Collector<GithubDeps> = {
  kind: 'github_repository',
  stream: 'commits',
  provider: 'github',
  cadenceSeconds: 3600,
  coverage: 'dated_listing',
  slowsInSilence: true,
  collect: collectCommits,
}

/** Maximum number of parts of one reading. A week with more commits is a minimum. */
const MAX_PARTS = 30
/** For so many days after the start of a week, the changes of its commits are requested again if some were not read. */
const CHANGES_ASKED_DAYS = 21

type Reading = CommitsRead & {
  readonly position: ReturnType<typeof parsePosition>
  readonly walk: Walk
}
type ComparedReading = Reading & { readonly own: OwnCommits }

async function collectCommits(leased: StreamToRead, deps: GithubDeps): Promise<Collected> {
  const repo = await knownRepository(leased, deps)
  if (repo.kind !== 'known') return repo.collected
  const now = deps.clock()
  const position = parsePosition(leased.position, now)
  const since = sinceOf({ position, lastOkAt: leased.lastOkAt, now })
  const walk = walkToRead({ position, lastOkAt: leased.lastOkAt }, now)
  const ships = await getShipsOfSource(
    { sourceId: leased.sourceId, kinds: ['code_week'], since },
    deps.reader,
  )
  const weeks = ships.map(({ codeWeek }) => codeWeek).filter((week) => week !== null)
  const recorded = weeks.filter(({ weekStart }) => walk.until === null || weekStart <= dateOf(walk.until))
  const read: Reading = { leased, repo, position, since, walk, now, recorded }
  const query = new URLSearchParams({ since, ...known({ until: walk.until }) })
  // A limit in the middle of the listing would leave the parts before it without the commits that are the fork's own.
  let own: Awaited<ReturnType<typeof readOwnCommits>> | undefined
  const goesOn = async () => {
    own = await readOwnCommits(repo, deps)
    return own.kind !== 'failed'
  }
  const listing = await listGithub(
    {
      path: `${repo.path}/commits`,
      query: String(query),
      etag: conditionOf(read),
      maxParts: MAX_PARTS,
      goesOn,
    },
    deps,
  )
  if (listing.kind === 'not_modified') return { outcome: 'not_modified', save: repo.save }
  if (listing.kind === 'failed')
    return isEmpty(listing) ? emptyReading(read) : confirmMissing(listing, repo, deps)
  own ??= await readOwnCommits(repo, deps)
  return own.kind === 'failed' ? own.collected : freshReading({ ...read, own }, listing, deps)
}

/** Whether GitHub's answer, a 409, says that the repository is empty. */
function isEmpty({ status, value }: GithubFailed): boolean {
  return status === 409 && /repository is empty/i.test(textAt(value, 'message') ?? '')
}

/** The reading of an empty repository: it has no commits, and nothing is unknown. */
function emptyReading(read: Reading): Collected {
  const { repo, since, now } = read
  const coversFrom = repo.createdAt ?? since
  const span = { commits: [], from: dateOf(since), minimumTo: null }
  const weeks = codeWeeks({ commits: [], readTo: now })
  return {
    outcome: 'fresh',
    detail: 'the repository is empty',
    coversFrom,
    position: { since, coversFrom, plain: [], walk: null } satisfies CommitsPosition,
    save: async (writer, { now: readAt }) => {
      await repo.save(writer, { now: readAt })
      await saveWeeks({ ...read, readAt }, { weeks, span }, writer)
    },
  }
}

/**
 * A reading of the listing, or of the next part of a long listing. While a round is under way, an earlier week may have
 * gained commits through a late merge. The stream is then complete only up to the round before.
 */
async function freshReading(
  read: ComparedReading,
  listing: GithubListing,
  deps: GithubDeps,
): Promise<Collected> {
  const { leased, repo, since, now, position } = read
  const span = spanOf(read, listing)
  // A week in which the listing failed is counted when it is listed whole.
  if (listing.failure !== undefined && span.wholeFrom === null) return listing.failure.collected
  const changes = await readCommitChanges(
    {
      commits: span.commits,
      until: now,
      path: repo.path,
      plain: new Set(position?.plain ?? []),
      settled: settledWeeks(read, span),
    },
    deps,
  )
  const weeks = codeWeeks({ commits: changes.commits, readTo: now })
  const walk = walkAfter(read, span)
  const goesOn = walk.until !== null && msOf(walk.until) > msOf(since)
  const coversFrom = coveredBy(walk)
  const upTo = goesOn ? (walk.before.lastOkAt ?? walk.beganAt) : roundReadUpTo(walk)
  const partial = leftOut(listing, span.unread)
  const isSettled = changes.finished && partial === undefined && span.comparedWithUpstream === undefined
  const etag = read.walk.until === null ? listing.etag : (leased.etag ?? undefined)
  const plain = read.walk.until === null ? changes.plain : [...(position?.plain ?? []), ...changes.plain]
  const reading: Collected = {
    outcome: 'fresh',
    digest: listing.digest,
    ...(etag !== undefined && isSettled ? { etag } : {}),
    ...known({
      coversFrom,
      readUpTo: upTo,
      partial,
      changedAt: latest(span.dates.filter((at) => at !== null)),
    }),
    ...(goesOn && walk.until !== null
      ? { continues: true, detail: `goes on before ${dateOf(walk.until)}` }
      : {}),
    position: {
      since,
      coversFrom: listing.failure === undefined ? coversFrom : (position?.coversFrom ?? null),
      plain: [...new Set(plain)],
      walk: goesOn ? walk : null,
    } satisfies CommitsPosition,
    save: async (writer, { now: readAt }) => {
      await repo.save(writer, { now: readAt })
      await saveWeeks({ ...read, readAt }, { weeks, span }, writer)
    },
  }
  return withFailure(reading, listing)
}

async function saveWeeks(
  read: CommitsRead & { readonly readAt: Instant },
  listed: Parameters<typeof weekRecordOf>[1],
  writer: Writer,
): Promise<void> {
  const { drafts, facts } = weekRecordOf(read, listed)
  await saveShips({ ships: drafts, now: read.readAt }, writer)
  if (Object.keys(facts).length === 0) return
  await saveSourceFacts({ sourceId: read.leased.sourceId, facts }, writer)
}

type ReadSpan = ListedSpan & {
  readonly dates: readonly (Instant | null)[]
  readonly unread: number
  /** The start of the time that is listed completely; null when the listing was cut inside its newest week. */
  readonly wholeFrom: Instant | null
  readonly until: Instant | null
}

/** What the reading counts of a listing: complete weeks, and as a minimum a week that is longer than one reading. */
function spanOf({ repo, since, now, walk, own }: ComparedReading, listing: GithubListing): ReadSpan {
  const parsed = listing.items.map(parseCommit)
  const dates = parsed.map((commit) => commit?.committedAt ?? null)
  const listed = ownCommits(
    withUpstream(
      parsed.filter((commit) => commit !== undefined),
      own,
    ),
    repo.createdAt,
  )
  const firstUnread = dates.indexOf(null)
  const unread = dates.filter((at) => at === null).length
  const beforeUnread = firstUnread === -1 ? null : (dates.slice(0, firstUnread).at(-1) ?? now)
  const minimumTo = beforeUnread === null ? null : mondayOf(dateOf(beforeUnread))
  const compared = own.isRefused ? ({ comparedWithUpstream: false } as const) : {}
  if (listing.end === 'whole') {
    const start = repo.createdAt === null ? since : laterOf(since, repo.createdAt)
    return {
      commits: listed,
      minimumTo,
      from: dateOf(since),
      dates,
      unread,
      wholeFrom: start,
      until: null,
      ...compared,
    }
  }
  const lastPart = dates.slice(-PART_SIZE).filter((at) => at !== null)
  const cut = cutAfter(lastPart, walk.until ?? now)
  const isMinimum = cut.isMinimum || listing.end === 'lost'
  const first = isMinimum ? cut.week : addDays(cut.week, 7)
  return {
    commits: listed.filter(({ committedAt }) => dateOf(committedAt) >= first),
    minimumTo: later(minimumTo, isMinimum ? cut.week : null),
    from: first,
    dates,
    unread,
    wholeFrom: isMinimum ? null : startOfDate(first),
    until: listing.end === 'lost' ? null : cut.until,
    ...compared,
  }
}

function later(a: CalendarDate | null, b: CalendarDate | null): CalendarDate | null {
  if (a === null || b === null) return a ?? b
  return a < b ? b : a
}

/** The walk after this reading. The walk covers nothing beyond a week that is a minimum. */
function walkAfter({ walk }: Reading, span: ReadSpan): Walk {
  const after = continued(walk, { dates: span.dates, reach: span.wholeFrom })
  return { ...after, isBroken: after.isBroken || span.wholeFrom === null, until: span.until }
}

/** The commits since the repository was created. Older ones came with a fork, or were pushed as a whole. */
function ownCommits(listed: readonly ListedCommit[], since: Instant | null): readonly ListedCommit[] {
  return since === null ? listed : listed.filter(({ committedAt }) => msOf(committedAt) >= msOf(since))
}

/**
 * The etag to send; null when the listing must be read in any case: when its start has moved or a walk is unfinished,
 * while a recorded week is not read up to today (its read range grows even without commits), and when a rewritten week
 * has to be listed again.
 */
function conditionOf(read: Reading): string | null {
  const { leased, position, since, now } = read
  if (position === undefined || position.isUnfinished || position.since !== since) return null
  if (hasUncountedNote(read.repo, dateOf(since))) return null
  const isGrowing = read.recorded.some((week) => dateOf(week.readTo) < dateOf(now) && !isComplete(week, now))
  return isGrowing ? null : leased.etag
}

/**
 * The weeks whose changes are not requested: one of substance was found, or the week ended long ago and gained no
 * commit. A week whose fork is compared with its upstream for the first time is not settled.
 */
function settledWeeks({ recorded, now }: CommitsRead, span: ListedSpan): ReadonlySet<CalendarDate> {
  const byWeek = Map.groupBy(span.commits, ({ committedAt }) => mondayOf(dateOf(committedAt)))
  const hasGained = ({ weekStart, humanCommits, excludedCommits }: CodeWeekFacts) =>
    (byWeek.get(weekStart) ?? []).length > humanCommits + excludedCommits
  const isSettled = (week: CodeWeekFacts) =>
    !isNewlyCompared(week, span) &&
    (week.substance === 'substantive' ||
      (addDays(week.weekStart, CHANGES_ASKED_DAYS) < dateOf(now) && !hasGained(week)))
  return new Set(recorded.filter(isSettled).map(({ weekStart }) => weekStart))
}
