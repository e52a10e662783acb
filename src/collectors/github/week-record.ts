import type { CalendarDate, Instant } from '#contract/time.ts'
import type { CodeWeekFacts } from '#domain/evidence.ts'
import { isComplete, isRevisable } from '#domain/ships/code-week.ts'

/** Which freshly read weeks replace what is held, and which weeks have lost commits since they were read. */
export type WeeksToRecord = {
  readonly record: readonly CodeWeekFacts[]
  readonly rewritten: readonly CalendarDate[]
}

/**
 * A week not held yet is recorded. A held week is revised while it runs and for 14 days after; once read to
 * its end it never loses commits: fewer of them mean that history was rewritten, which is noted. A floor never
 * replaces a higher count.
 */
export function weeksToRecord(input: {
  readonly fresh: readonly CodeWeekFacts[]
  readonly held: readonly CodeWeekFacts[]
  /** Weeks from then on were listed to their end. */
  readonly listedFrom: CalendarDate
  readonly now: Instant
}): WeeksToRecord {
  const held = new Map(input.held.map((week) => [week.weekStart, week]))
  const fresh = new Map(input.fresh.map((week) => [week.weekStart, week]))
  const record = input.fresh.filter((week) => replaces(week, held.get(week.weekStart), input.now))
  const rewritten = input.held
    .filter((week) => week.weekStart >= input.listedFrom)
    .filter((week) => hasLost(week, fresh.get(week.weekStart)))
    .map(({ weekStart }) => weekStart)
  return { record, rewritten: rewritten.toSorted() }
}

function replaces(fresh: CodeWeekFacts, held: CodeWeekFacts | undefined, now: Instant): boolean {
  if (held === undefined) return true
  if (!isRevisable(fresh.weekStart, now)) return false
  if (!isComplete(held, now)) return !fresh.partial || commitsOf(fresh) >= commitsOf(held)
  const isNewlyRead = held.substance === 'not_fully_read' && fresh.substance !== 'not_fully_read'
  return commitsOf(fresh) > commitsOf(held) || (commitsOf(fresh) === commitsOf(held) && isNewlyRead)
}

function hasLost(held: CodeWeekFacts, fresh: CodeWeekFacts | undefined): boolean {
  if (fresh === undefined) return commitsOf(held) > 0
  return !fresh.partial && commitsOf(fresh) < commitsOf(held)
}

function commitsOf(week: CodeWeekFacts): number {
  return week.humanCommits + week.excludedCommits
}
