import {
  addDays,
  type CalendarDate,
  DAY_MS,
  dateOf,
  HOUR_MS,
  type Instant,
  instantOfMs,
  mondayOf,
  msOf,
  startOfDate,
} from '#contract/time.ts'
import type { CodeWeekFacts } from '#domain/evidence.ts'
import { codeWeekTitle } from '#domain/ships/code-week.ts'
import type { ShipDraft } from '#records/ships/ships.ts'
import { END, RUNS_DAYS_BEFORE, runAt, type SampleProject } from './sample-projects.ts'

/** A ship with the run that first reads it, and the runs at which it is retitled, promoted or deleted. */
export type PlannedShip = {
  readonly readAt: number
  readonly draft: ShipDraft
  readonly retitledAt: number | undefined
  readonly promotedAt: number | undefined
  readonly deletedAt: number | undefined
}

type ShipOrigin = {
  readonly project: SampleProject
  readonly repositoryId: string
  readonly sourceId: string
}
type Span = { readonly fromDay: number; readonly toDay: number }

const HISTORY_DAYS = 300
const WORDS = ['Faster', 'Safer', 'Simpler', 'Smaller', 'Stricter'] as const
const THINGS = ['swaps', 'quotes', 'deploys', 'proofs', 'limits', 'exports', 'payouts', 'routes'] as const

/** `count` releases and code weeks of a project over its history; none without a repository. */
export function plannedShips(
  project: SampleProject,
  input: { readonly sourceId: string; readonly count: number },
): readonly PlannedShip[] {
  if (project.repository === undefined) return []
  const origin = { project, repositoryId: project.repository.externalId, sourceId: input.sourceId }
  const spans = spansOf(project)
  const days = Array.from({ length: input.count }, () => dayIn(spans, project))
  const weeks = new Set(days.filter((_, index) => index % 2 === 0).map(mondayOn))
  const releases = days.filter((_, index) => index % 2 === 1)
  const spare = Math.ceil(input.count / 2) - weeks.size
  const more = Array.from({ length: spare }, () => dayIn(spans, project))
  return [
    ...[...weeks].sort().map((monday) => week(monday, origin)),
    ...[...releases, ...more].sort((a, b) => b - a).map((day, index) => release({ day, index }, origin)),
  ]
}

/** The times in which the project shipped, in days before the end. The last is the busiest. */
function spansOf({ conduct, chance }: SampleProject): readonly [Span, ...Span[]] {
  switch (conduct) {
    case 'shipping':
      return [
        { fromDay: HISTORY_DAYS, toDay: 0 },
        { fromDay: 6, toDay: 0 },
      ]
    case 'active':
      return [
        { fromDay: HISTORY_DAYS, toDay: 9 },
        { fromDay: 28, toDay: 9 },
      ]
    case 'quiet':
      return [
        { fromDay: HISTORY_DAYS, toDay: 47 },
        { fromDay: 58, toDay: 47 },
      ]
    case 'dormant':
      return [{ fromDay: HISTORY_DAYS, toDay: chance.whole(70, 200) }]
    case 'resumed':
      return [
        { fromDay: HISTORY_DAYS, toDay: 100 },
        { fromDay: 12, toDay: 1 },
      ]
  }
}

function dayIn(spans: readonly [Span, ...Span[]], { chance }: SampleProject): number {
  const span = spans[chance.odds(0.15) ? spans.length - 1 : 0] ?? spans[0]
  return span.toDay + chance.next() * (span.fromDay - span.toDay)
}

function at(day: number): Instant {
  return instantOfMs(Math.round((msOf(END) - day * DAY_MS) / 1000) * 1000)
}

function mondayOn(day: number): CalendarDate {
  return mondayOf(dateOf(at(day)))
}

/** The first run at or after an instant, but not before the run at which the project joins. */
function readingOf(instant: Instant, { joins }: SampleProject): number {
  const run = RUNS_DAYS_BEFORE.findIndex((_, index) => msOf(runAt(index)) >= msOf(instant))
  return Math.max(joins, run === -1 ? RUNS_DAYS_BEFORE.length - 1 : run)
}

function release(item: { readonly day: number; readonly index: number }, origin: ShipOrigin): PlannedShip {
  const { project, repositoryId, sourceId } = origin
  const { chance } = project
  const occurredAt = at(item.day)
  const readAt = readingOf(occurredAt, project)
  const version = `v${1 + Math.floor(item.index / 10)}.${item.index % 10}.0`
  const prerelease = chance.odds(0.12)
  const next = (share: number) =>
    chance.odds(share) && readAt + 1 < RUNS_DAYS_BEFORE.length ? readAt + 1 : undefined
  return {
    readAt,
    retitledAt: next(0.08),
    promotedAt: prerelease ? next(0.5) : undefined,
    deletedAt: next(0.04),
    draft: {
      projectId: project.id,
      sourceId,
      kind: prerelease ? 'prerelease' : 'release',
      naturalKey: `github:${repositoryId}:release:${item.index + 1}`,
      title: `${version} ${chance.pick(WORDS)} ${chance.pick(THINGS)}`,
      url: `https://github.com/${project.repository?.locator}/releases/tag/${version}`,
      version,
      occurredAt,
      precision: 'EXACT',
      dimension: null,
      facts: { origin: `github:${repositoryId}`, tag: version, prerelease },
    },
  }
}

function week(weekStart: CalendarDate, origin: ShipOrigin): PlannedShip {
  const { project, repositoryId, sourceId } = origin
  const endMs = Math.min(msOf(startOfDate(weekStart)) + (3 * 24 + 15) * HOUR_MS, msOf(END) - HOUR_MS)
  const occurredAt = instantOfMs(Math.max(endMs, msOf(startOfDate(weekStart))))
  const readAt = readingOf(occurredAt, project)
  const facts = weekFacts(weekStart, { occurredAt, readTo: runAt(readAt), project })
  return {
    readAt,
    retitledAt: undefined,
    promotedAt: undefined,
    deletedAt: undefined,
    draft: {
      projectId: project.id,
      sourceId,
      kind: 'code_week',
      naturalKey: `github:${repositoryId}:week:${weekStart}`,
      title: codeWeekTitle(facts, runAt(readAt)),
      url: `https://github.com/${project.repository?.locator}/commits`,
      version: null,
      occurredAt,
      precision: 'WINDOW',
      dimension: null,
      facts: { origin: `github:${repositoryId}`, codeWeek: facts },
    },
  }
}

function weekFacts(
  weekStart: CalendarDate,
  read: { readonly occurredAt: Instant; readonly readTo: Instant; readonly project: SampleProject },
): CodeWeekFacts {
  const { chance } = read.project
  const days = [0, 1, 2, 3]
    .map((day) => addDays(weekStart, day))
    .filter((day) => day <= dateOf(read.occurredAt))
  const byDay = Object.fromEntries(days.map((day) => [day, chance.whole(1, 9)]))
  return {
    weekStart,
    byDay,
    humanCommits: Object.values(byDay).reduce((sum, commits) => sum + commits, 0),
    excludedCommits: chance.whole(0, 3),
    authors: chance.whole(1, 4),
    partial: false,
    substance: chance.odds(0.9) ? 'substantive' : 'none',
    readTo: read.readTo,
  }
}
