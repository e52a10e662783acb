import {
  addDays,
  type CalendarDate,
  dateOf,
  earlierOf,
  type Instant,
  mondayOf,
  msOf,
  parseDate,
  startOfDate,
} from '#contract/time.ts'
import type { CodeWeekFacts, RewrittenWeek } from '#domain/evidence.ts'
import { type CodeWeeks, codeWeekTitle } from '#domain/ships/code-week.ts'
import type { ShipDraft } from '#records/ships/ships.ts'
import type { StreamToRead } from '../collector.ts'
import { fieldAt, textAt } from '../json-field.ts'
import type { ListedCommit } from './commit-list.ts'
import type { KnownRepository } from './repository.ts'
import { isNewlyCompared, weeksToRecord } from './week-record.ts'

/** A reading of commits. */
export type CommitsRead = {
  readonly leased: StreamToRead
  readonly repo: KnownRepository
  readonly since: Instant
  readonly now: Instant
  /** The weeks that this collector recorded in the time that the reading covers. */
  readonly recorded: readonly CodeWeekFacts[]
}

/** The listed commits that are counted. */
export type ListedSpan = {
  readonly commits: readonly ListedCommit[]
  /** The first day that is counted. */
  readonly from: CalendarDate
  /** Weeks up to this one are minimums, because an item could not be read or the listing was cut; null for none. */
  readonly minimumTo: CalendarDate | null
} & Pick<CodeWeekFacts, 'comparedWithUpstream'>

const NOTES_MAX = 20

/**
 * The weeks to record from a reading, and the facts to note about the source. A week before the repository's creation
 * is not noted as rewritten: an earlier version of the service counted commits there that it now leaves out.
 */
export function weekRecordOf(
  read: CommitsRead,
  fresh: { readonly weeks: CodeWeeks; readonly span: ListedSpan },
): { readonly drafts: readonly ShipDraft[]; readonly facts: Readonly<Record<string, unknown>> } {
  const { repo, now, recorded } = read
  const { commits, from, minimumTo, comparedWithUpstream } = fresh.span
  const byWeek = new Map(recorded.map((week) => [week.weekStart, week]))
  const newest = new Map(fresh.weeks.weeks.map(({ facts, newestAt }) => [facts.weekStart, newestAt]))
  const weeks = fresh.weeks.weeks.map(({ facts }) => {
    const partial = minimumTo !== null && facts.weekStart <= minimumTo
    const week = { ...facts, partial, ...(comparedWithUpstream === false ? { comparedWithUpstream } : {}) }
    return withSubstance(week, byWeek.get(facts.weekStart))
  })
  const listedFrom = minimumTo === null ? from : addDays(minimumTo, 7)
  const notedFrom = repo.createdAt === null ? listedFrom : addDays(mondayOf(dateOf(repo.createdAt)), 7)
  const noted = new Set(notesOf(repo).keys())
  const given = { fresh: weeks, recorded, noted, listedFrom, notedFrom, now }
  const { record, rewritten } = weeksToRecord(given)
  const listed = Map.groupBy(commits, ({ committedAt }) => mondayOf(dateOf(committedAt)))
  const drafts = record.map((week) => {
    const { weekStart } = week
    return toShip(week, { ...read, inWeek: listed.get(weekStart), newestAt: newest.get(weekStart) })
  })
  return { drafts, facts: { ...futureNote(fresh.weeks), ...rewriteNote(repo, rewritten, now) } }
}

/** The fresh week, still substantive when the recorded week is: its files are not read again. */
function withSubstance(fresh: CodeWeekFacts, recorded: CodeWeekFacts | undefined): CodeWeekFacts {
  if (recorded?.substance !== 'substantive' || isNewlyCompared(recorded, fresh)) return fresh
  return fresh.humanCommits > 0 ? { ...fresh, substance: 'substantive' } : fresh
}

/** The ship of a week. A week without a person's commit is dated by its newest commit, at the latest by the reading. */
function toShip(
  week: CodeWeekFacts,
  of: CommitsRead & { inWeek: readonly ListedCommit[] | undefined; newestAt: Instant | null | undefined },
): ShipDraft {
  const { leased, repo, now, inWeek, newestAt } = of
  const newest = inWeek?.toSorted((a, b) => msOf(b.committedAt) - msOf(a.committedAt))
  return {
    projectId: leased.projectId,
    sourceId: leased.sourceId,
    kind: 'code_week',
    naturalKey: `github:${repo.id}:week:${week.weekStart}`,
    title: codeWeekTitle(week, now),
    url: newest?.find(({ url }) => url !== null)?.url ?? null,
    version: null,
    precision: 'WINDOW',
    dimension: null,
    occurredAt: newestAt ?? earlierOf(newest?.[0]?.committedAt ?? startOfDate(week.weekStart), now),
    facts: { origin: `github:${repo.id}`, codeWeek: week },
  }
}

/** Notes commits that are dated in the future; they are in no week. */
function futureNote({ futureDated }: CodeWeeks): Readonly<Record<string, unknown>> {
  return futureDated.length === 0 ? {} : { futureDatedCommits: futureDated.slice(0, NOTES_MAX) }
}

/**
 * Notes each week that has lost commits: when that was first seen, and its commits that are still listed. A count of
 * commits uses the note, because the recorded week keeps its former commits.
 */
function rewriteNote(
  repo: KnownRepository,
  weeks: readonly RewrittenWeek[],
  now: Instant,
): Readonly<Record<string, unknown>> {
  if (weeks.length === 0) return {}
  const earlier = notesOf(repo)
  const added = weeks.map(({ weekStart, byDay }): [CalendarDate, unknown] => {
    const seenAt = fieldAt(earlier.get(weekStart), 'seenAt') ?? now
    return [weekStart, { week: weekStart, seenAt, byDay }]
  })
  return { rewrittenWeeks: [...new Map([...earlier, ...added]).values()].slice(-NOTES_MAX) }
}

/** The stored notes about rewritten weeks by week, oldest first. */
function notesOf({ facts }: Pick<KnownRepository, 'facts'>): ReadonlyMap<CalendarDate, unknown> {
  const notes: readonly unknown[] = Array.isArray(facts['rewrittenWeeks']) ? facts['rewrittenWeeks'] : []
  return new Map(
    notes.flatMap((note): [CalendarDate, unknown][] => {
      const week = parseDate(textAt(note, 'week') ?? '')
      return week === undefined ? [] : [[week, note]]
    }),
  )
}

/**
 * Whether an earlier version of the service noted a rewritten week in the time of the listing without its remaining
 * commits.
 */
export function hasUncountedNote(repo: Pick<KnownRepository, 'facts'>, from: CalendarDate): boolean {
  return [...notesOf(repo)].some(([week, note]) => week >= from && fieldAt(note, 'byDay') === undefined)
}
