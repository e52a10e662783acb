import type { CalendarDate, Instant } from '#contract/time.ts'
import type { CodeWeekFacts, RewrittenWeek } from '#domain/evidence.ts'
import { isComplete } from '#domain/ships/code-week.ts'

/** The weeks to record, and the weeks that have lost commits, oldest first, with the commits that are still listed. */
type WeeksToRecord = {
  readonly record: readonly CodeWeekFacts[]
  readonly rewritten: readonly RewrittenWeek[]
}

/**
 * Decides which weeks to record. A new week is recorded. A recorded week is counted again until it was read to its end,
 * even when none of its commits is listed any more. After that it can gain the commits of late merges, but never loses
 * commits. If fewer commits are listed, the history was rewritten: the week is noted with its remaining commits, and a
 * noted week is noted again in each reading. A minimum never replaces a higher count. A week of a fork that could not
 * be compared with its upstream is counted again once it is compared.
 */
export function weeksToRecord(input: {
  readonly fresh: readonly CodeWeekFacts[]
  readonly recorded: readonly CodeWeekFacts[]
  /** The weeks that earlier readings noted. */
  readonly noted: ReadonlySet<CalendarDate>
  /** Weeks from this date on were listed completely. */
  readonly listedFrom: CalendarDate
  /** Weeks from this date on are noted when they have lost commits. */
  readonly notedFrom: CalendarDate
  readonly now: Instant
}): WeeksToRecord {
  const recorded = new Map(input.recorded.map((week) => [week.weekStart, week]))
  const fresh = new Map(input.fresh.map((week) => [week.weekStart, week]))
  const read = input.recorded.filter((week) => week.weekStart >= input.listedFrom)
  const emptied = read
    .filter((week) => !fresh.has(week.weekStart) && !isComplete(week, input.now))
    .map((week) => withoutCommits(week, input.now))
  const record = input.fresh.filter((week) => replaces(week, recorded.get(week.weekStart), input.now))
  const rewritten = read
    .filter((week) => week.weekStart >= input.notedFrom)
    .flatMap((week): RewrittenWeek[] => {
      const { weekStart } = week
      const listed = fresh.get(weekStart)
      if (listed?.partial === true || !(input.noted.has(weekStart) || hasLost(week, listed))) return []
      return [{ weekStart, byDay: listed === undefined ? {} : listed.byDay }]
    })
  return {
    record: [...emptied, ...record],
    rewritten: rewritten.toSorted((a, b) => (a.weekStart < b.weekStart ? -1 : 1)),
  }
}

function withoutCommits({ weekStart }: CodeWeekFacts, now: Instant): CodeWeekFacts {
  return {
    weekStart,
    byDay: {},
    humanCommits: 0,
    excludedCommits: 0,
    excludedBy: {},
    authors: 0,
    partial: false,
    substance: 'none',
    readTo: now,
  }
}

function replaces(fresh: CodeWeekFacts, recorded: CodeWeekFacts | undefined, now: Instant): boolean {
  if (recorded === undefined) return true
  if (!isComplete(recorded, now)) return !fresh.partial || commitsOf(fresh) >= commitsOf(recorded)
  const isNewlyRead = recorded.substance === 'not_fully_read' && fresh.substance !== 'not_fully_read'
  const isBetterRead = isNewlyRead || isNewlyCompared(recorded, fresh)
  return commitsOf(fresh) > commitsOf(recorded) || (commitsOf(fresh) === commitsOf(recorded) && isBetterRead)
}

/** Whether a fork's week was recorded without a comparison with its upstream, and is compared now. */
export function isNewlyCompared(
  recorded: Pick<CodeWeekFacts, 'comparedWithUpstream'>,
  fresh: Pick<CodeWeekFacts, 'comparedWithUpstream'>,
): boolean {
  return recorded.comparedWithUpstream === false && fresh.comparedWithUpstream === undefined
}

function hasLost(recorded: CodeWeekFacts, fresh: CodeWeekFacts | undefined): boolean {
  if (fresh === undefined) return commitsOf(recorded) > 0
  return commitsOf(fresh) < commitsOf(recorded)
}

function commitsOf(week: CodeWeekFacts): number {
  return week.humanCommits + week.excludedCommits
}
