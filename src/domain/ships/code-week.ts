import { type Claim, derived, derivedAsOf, nonEmpty, unknown } from '#contract/claim.ts'
import type { EvidenceId } from '#contract/ids.ts'
import {
  addDays,
  type CalendarDate,
  dateOf,
  earlierDay,
  earlierOf,
  HOUR_MS,
  type Instant,
  latest,
  mondayOf,
  msOf,
  startOfDate,
} from '#contract/time.ts'
import {
  codeStreams,
  isReadable,
  lastWholeReading,
  notReadReason,
  stateOfStreams,
} from '#domain/collecting/watching.ts'
import type { BuildEvidence, CodeWeekFacts } from '#domain/evidence.ts'
import { authorOf, type Commit, EXCLUDED_BY, type ExcludedBy, excludedCommits } from './commit-streams.ts'
import { isCutAfter } from './count-window.ts'
import { substanceOf } from './substance.ts'

/** Thresholds of code weeks. */
export const CODE_WEEK_RULE = {
  id: 'code_week@6',
  futureToleranceMs: 24 * HOUR_MS,
  /**
   * Number of whole weeks before the running week that each reading lists. Rules of 60 days and rules of 8 weeks need
   * no more.
   */
  weeksReadAgain: 9,
  windowDays: 30,
} as const

/** One reading of a repository's commits, newest first or in any order. */
type CommitListing = {
  readonly commits: readonly Commit[]
  readonly readTo: Instant
}

/** The weeks of a listing, oldest first, and the commits in no week. */
export type CodeWeeks = {
  readonly weeks: readonly {
    /** The facts without `partial`: only the listing shows whether the counts are a minimum. */
    readonly facts: Omit<CodeWeekFacts, 'partial'>
    /** The newest human commit, never after the reading; null in a week without one. */
    readonly newestAt: Instant | null
  }[]
  /** Commits dated more than 24 h after the reading; they are in no week. */
  readonly futureDated: readonly { readonly sha: string; readonly committedAt: Instant }[]
}

/**
 * The commits of one repository by ISO week (UTC, Monday). Merges, the upstream of a fork, bots and templated streams
 * count as excluded.
 */
export function codeWeeks(listing: CommitListing): CodeWeeks {
  const latestMs = msOf(listing.readTo) + CODE_WEEK_RULE.futureToleranceMs
  const [dated, future] = partition(listing.commits, (commit) => msOf(commit.committedAt) <= latestMs)
  const excludedBy = excludedCommits(dated)
  const byWeek = Map.groupBy(dated, (commit) => mondayOf(dayOf(commit, listing.readTo)))
  const weeks = [...byWeek].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return {
    weeks: weeks.map(([weekStart, commits]) => {
      const byHumans = commits.filter(({ sha }) => !excludedBy.has(sha))
      const excluded = commits.map(({ sha }) => excludedBy.get(sha)).filter((by) => by !== undefined)
      return weekFacts({ weekStart, byHumans, excluded, listing })
    }),
    futureDated: future.map(({ sha, committedAt }) => ({ sha, committedAt })),
  }
}

/** A week's title. It ends on the last day that was read: at most today, and at most the week's Sunday. */
export function codeWeekTitle(facts: CodeWeekFacts, now: Instant): string {
  return `code changes, week starting ${facts.weekStart} (to ${lastDay(facts, now)})`
}

/** Whether the week is over and has been read to its end. */
export function isComplete(facts: CodeWeekFacts, now: Instant): boolean {
  return isOver(facts.weekStart, now) && isOver(facts.weekStart, facts.readTo)
}

/**
 * Human commits in 30 UTC days over all counted repositories that are not self-reported; `partial` marks a minimum. The
 * last day is that of the last complete reading (`asOf`). Unknown without a repository (NO_SOURCE), while no repository
 * is readable, and when the minimum is 0. For a week whose history was rewritten, the commits that the host lists now
 * count, and the number is unknown until they are read.
 * @source contract, Scan card
 */
export function commits30d(
  evidence: BuildEvidence,
  now: Instant,
): Claim<{ readonly count: number; readonly partial: boolean }> {
  const streams = commitStreams(evidence)
  if (streams.length === 0) return unknown('NO_SOURCE')
  const readable = streams.filter(({ stream }) => isReadable(stream, now))
  const away = streams.filter((one) => !readable.includes(one)).map(({ stream }) => stream)
  const awayReason = notReadReason(stateOfStreams(away, now).state)
  if (readable.length === 0) return unknown(awayReason)
  const asOf = lastWholeReading(
    readable.map(({ stream }) => stream),
    now,
  )
  const last = dateOf(asOf)
  const from = addDays(last, 1 - CODE_WEEK_RULE.windowDays)
  const sourceIds = new Set(readable.map(({ sourceId }) => sourceId))
  const ships = evidence.ships.filter((ship) => sourceIds.has(ship.sourceId) && !ship.withdrawn)
  const weeks = ships.flatMap(({ id, sourceId, codeWeek }) =>
    codeWeek === null || addDays(codeWeek.weekStart, 6) < from ? [] : [{ id, sourceId, codeWeek }],
  )
  const listed = weeks.map((week) => listedDays(week, evidence)).filter((byDay) => byDay !== null)
  if (listed.length < weeks.length) return unknown('NOT_ENOUGH_YET')
  const days = listed.flatMap((byDay) => Object.entries(byDay))
  const count = days.reduce((sum, [day, commits]) => (day >= from && day <= last ? sum + commits : sum), 0)
  const isAway = away.length > 0
  const isCut = evidence.sources.some(
    (source) => sourceIds.has(source.id) && isCutAfter(source, startOfDate(from), evidence),
  )
  const partial = weeks.some(({ codeWeek }) => codeWeek.partial) || isCut || isAway
  if (count === 0 && partial) return unknown(isAway ? awayReason : 'NOT_ENOUGH_YET')
  const grounds = nonEmpty([...weeks.map(({ id }) => id), ...sourceIds])
  return grounds === undefined
    ? unknown('NO_SOURCE')
    : derivedAsOf(derived({ count, partial }, CODE_WEEK_RULE.id, grounds), asOf, now)
}

/** The commits of a week by day as its host lists them now; null for a rewritten week until that list was read. */
function listedDays(
  { sourceId, codeWeek }: { readonly sourceId: EvidenceId; readonly codeWeek: CodeWeekFacts },
  { sources }: Pick<BuildEvidence, 'sources'>,
): CodeWeekFacts['byDay'] | null {
  const rewritten = sources
    .find(({ id }) => id === sourceId)
    ?.rewrittenWeeks?.find(({ weekStart }) => weekStart === codeWeek.weekStart)
  return rewritten === undefined ? codeWeek.byDay : rewritten.byDay
}

/**
 * When the service first knew what a ship says: when it was detected. For a code week with commits since then, the
 * reading that has these commits.
 */
export function knownAt({
  detectedAt,
  occurredAt,
  codeWeek,
}: {
  readonly detectedAt: Instant
  readonly occurredAt: Instant | null
  readonly codeWeek: Pick<CodeWeekFacts, 'readTo'> | null
}): Instant {
  if (codeWeek === null || occurredAt === null) return detectedAt
  return msOf(occurredAt) <= msOf(detectedAt) ? detectedAt : codeWeek.readTo
}

function weekFacts(input: {
  weekStart: CalendarDate
  byHumans: readonly Commit[]
  excluded: readonly ExcludedBy[]
  listing: CommitListing
}): CodeWeeks['weeks'][number] {
  const { weekStart, byHumans, excluded, listing } = input
  const days = Map.groupBy(byHumans, (commit) => dayOf(commit, listing.readTo))
  const authors = new Set(byHumans.map(authorOf))
  const newest = latest(byHumans.map((commit) => commit.committedAt))
  return {
    facts: {
      weekStart,
      byDay: Object.fromEntries([...days].toSorted().map(([day, commits]) => [day, commits.length])),
      humanCommits: byHumans.length,
      excludedCommits: excluded.length,
      excludedBy: countsOf(excluded),
      authors: authors.size,
      substance: substanceOf(byHumans),
      readTo: listing.readTo,
    },
    newestAt: newest === null ? null : earlierOf(newest, listing.readTo),
  }
}

function countsOf(excluded: readonly ExcludedBy[]): NonNullable<CodeWeekFacts['excludedBy']> {
  const counts = EXCLUDED_BY.map((by) => [by, excluded.filter((other) => other === by).length] as const)
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

function dayOf(commit: Commit, readTo: Instant): CalendarDate {
  return dateOf(earlierOf(commit.committedAt, readTo))
}

function lastDay(facts: CodeWeekFacts, now: Instant): CalendarDate {
  return earlierDay(dateOf(earlierOf(facts.readTo, now)), addDays(facts.weekStart, 6))
}

function isOver(weekStart: CalendarDate, at: Instant): boolean {
  return dateOf(at) > addDays(weekStart, 6)
}

function commitStreams(evidence: BuildEvidence) {
  return evidence.sources
    .filter((source) => source.kind === 'github_repository' && source.counted)
    .flatMap((source) =>
      codeStreams(source)
        .filter((stream) => stream.stream === 'commits')
        .map((stream) => ({ sourceId: source.id, stream })),
    )
}

function partition<T>(items: readonly T[], matches: (item: T) => boolean): [readonly T[], readonly T[]] {
  return [items.filter(matches), items.filter((item) => !matches(item))]
}
