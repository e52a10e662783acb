import {
  addDays,
  type CalendarDate,
  dateOf,
  type Instant,
  mondayOf,
  msOf,
  startOfDate,
} from '#contract/time.ts'
import type { CodeWeekFacts } from '#domain/evidence.ts'
import { type CodeWeeks, codeWeeks, codeWeekTitle, isComplete, isRevisable } from '#domain/ships/code-week.ts'
import { saveSourceFacts } from '#records/project/sources.ts'
import { getShipsOfSource, type ShipDraft, saveShips } from '#records/ships/ships.ts'
import type { Collected, Collector, StreamToRead } from '../collector.ts'
import { fieldAt } from '../json-field.ts'
import { type GithubDeps, type GithubListing, listGithub } from './api.ts'
import { readChanges } from './changes-read.ts'
import { type ListedCommit, parseCommits } from './commit-list.ts'
import { type CommitsPosition, coveredFrom, parsePosition, sinceOf } from './commits-place.ts'
import { type KnownRepository, knownRepository } from './repository.ts'
import { weeksToRecord } from './week-record.ts'

/** Commits of the default branch, stored as weekly counts only. */
export const commits: Collector<GithubDeps> = {
  kind: 'github_repository',
  stream: 'commits',
  provider: 'github',
  cadenceSeconds: 3600,
  coverage: 'dated_listing',
  collect: collectCommits,
}

const MAX_PAGES = 10
const NOTES_MAX = 20

type CommitsRead = {
  readonly leased: StreamToRead
  readonly known: KnownRepository
  readonly position: CommitsPosition | undefined
  readonly since: Instant
  readonly now: Instant
  /** The weeks that this collector stored. */
  readonly recorded: readonly CodeWeekFacts[]
}

async function collectCommits(leased: StreamToRead, deps: GithubDeps): Promise<Collected> {
  const known = await knownRepository(leased, deps)
  if (known.kind === 'failed') return known.collected
  const now = deps.clock()
  const position = parsePosition(leased.position)
  const since = sinceOf({ position, lastOkAt: leased.lastOkAt, now })
  const ships = await getShipsOfSource(
    { sourceId: leased.sourceId, kinds: ['code_week'], since },
    deps.reader,
  )
  const recorded = ships.map(({ codeWeek }) => codeWeek).filter((week) => week !== null)
  const read: CommitsRead = { leased, known, position, since, now, recorded }
  const path = `${known.path}/commits?since=${encodeURIComponent(since)}&per_page=100`
  const listing = await listGithub({ path, etag: conditionOf(read), maxPages: MAX_PAGES }, deps)
  if (listing.kind === 'not_modified') return { outcome: 'not_modified', save: known.save }
  if (listing.kind === 'failed') return listing.status === 409 ? emptyReading(read) : listing.collected
  return freshReading(read, listing, deps)
}

/** A repository without commits: read, and empty. */
function emptyReading({ known, since }: CommitsRead): Collected {
  const coversFrom = known.createdAt ?? since
  return {
    ...{ outcome: 'fresh', detail: 'the repository is empty', coversFrom },
    position: { since, coversFrom, plain: [] } satisfies CommitsPosition,
    save: known.save,
  }
}

async function freshReading(read: CommitsRead, listing: GithubListing, deps: GithubDeps): Promise<Collected> {
  const { leased, known, since, now } = read
  const listed = ownCommits(parseCommits(listing.items), known.ownSince)
  const changes = await readChanges(
    {
      ...{ commits: listed, until: now, path: known.path, plain: new Set(read.position?.plain ?? []) },
      settled: settledWeeks(read),
    },
    deps,
  )
  const weeks = codeWeeks({ commits: changes.commits, readTo: now, truncated: !listing.complete })
  const coversFrom = coveredFrom({
    ...{ listed, complete: listing.complete, since, createdAt: known.createdAt },
    ...{ before: read.position?.coversFrom ?? null, lastOkAt: leased.lastOkAt },
  })
  return {
    ...{ outcome: 'fresh', digest: listing.digest },
    ...(listing.etag !== undefined && changes.finished ? { etag: listing.etag } : {}),
    ...(coversFrom === null ? {} : { coversFrom }),
    ...(listing.complete ? {} : { detail: `partial: the first ${listing.pages} pages` }),
    position: { since, coversFrom, plain: changes.plain } satisfies CommitsPosition,
    save: async (writer, reading) => {
      await known.save(writer)
      const { drafts, facts } = recordOf(read, { weeks, listed, complete: listing.complete })
      await saveShips({ ships: drafts, now: reading.now }, writer)
      if (Object.keys(facts).length > 0) await saveSourceFacts({ sourceId: leased.sourceId, facts }, writer)
    },
  }
}

/** Removes commits that a fork took over from its parent. */
function ownCommits(listed: readonly ListedCommit[], since: Instant | null): readonly ListedCommit[] {
  return since === null ? listed : listed.filter(({ committedAt }) => msOf(committedAt) >= msOf(since))
}

function recordOf(
  read: CommitsRead,
  fresh: { readonly weeks: CodeWeeks; readonly listed: readonly ListedCommit[]; readonly complete: boolean },
): { readonly drafts: readonly ShipDraft[]; readonly facts: Readonly<Record<string, unknown>> } {
  const { known, since, now, recorded } = read
  const byWeek = new Map(recorded.map((week) => [week.weekStart, week]))
  const newest = new Map(fresh.weeks.weeks.map(({ facts, newestAt }) => [facts.weekStart, newestAt]))
  const weeks = fresh.weeks.weeks.map(({ facts }) => withSubstance(facts, byWeek.get(facts.weekStart)))
  const oldest = weeks[0]?.weekStart
  const listedFrom = fresh.complete || oldest === undefined ? dateOf(since) : addDays(oldest, 7)
  const { record, rewritten } = weeksToRecord({ fresh: weeks, recorded, listedFrom, now })
  const drafts = record.map((week) =>
    toShip(week, { read, listed: fresh.listed, newestAt: newest.get(week.weekStart) }),
  )
  return { drafts, facts: { ...futureNote(fresh.weeks), ...rewriteNote(known, rewritten, now) } }
}

/** A substantive week stays substantive, although its files are not read again. */
function withSubstance(fresh: CodeWeekFacts, recorded: CodeWeekFacts | undefined): CodeWeekFacts {
  const stays = recorded?.substance === 'substantive' && fresh.humanCommits > 0
  return stays ? { ...fresh, substance: 'substantive' } : fresh
}

function toShip(
  week: CodeWeekFacts,
  {
    read: { leased, known, now },
    listed,
    newestAt,
  }: { read: CommitsRead; listed: readonly ListedCommit[]; newestAt: Instant | null | undefined },
): ShipDraft {
  return {
    ...{ projectId: leased.projectId, sourceId: leased.sourceId, backing: known.backing },
    kind: 'code_week',
    naturalKey: `github:${known.id}:week:${week.weekStart}`,
    title: codeWeekTitle(week, now),
    ...{ url: weekUrl(week.weekStart, listed), version: null, precision: 'WINDOW', dimension: null },
    occurredAt: newestAt ?? newestIn(week, listed, now),
    facts: { origin: `github:${known.id}`, codeWeek: week },
  }
}

/** A week without a person's commit is dated by its newest commit, and never later than the reading. */
function newestIn(week: CodeWeekFacts, listed: readonly ListedCommit[], now: Instant): Instant {
  const times = listed.map(({ committedAt }) => committedAt)
  const inWeek = times.filter((at) => mondayOf(dateOf(at)) === week.weekStart)
  const newest = inWeek.toSorted().at(-1) ?? startOfDate(week.weekStart)
  return msOf(newest) > msOf(now) ? now : newest
}

/** The repository's page of the week's commits; null when no commit has a page. */
function weekUrl(weekStart: CalendarDate, listed: readonly ListedCommit[]): string | null {
  const page = listed.map(({ url }) => url?.match(/^(https:\/\/.+)\/commit\/[0-9a-f]+$/)?.[1]).find(Boolean)
  return page === undefined ? null : `${page}/commits?since=${weekStart}&until=${addDays(weekStart, 6)}`
}

/** Sends the etag unless a recorded week is not read up to today: its range grows even without commits. */
function conditionOf(read: CommitsRead): string | null {
  const { leased, position, since, now } = read
  if (position?.since !== since) return null
  const isGrowing = read.recorded.some(
    (week) => dateOf(week.readTo) < dateOf(now) && !isComplete(week, now) && isRevisable(week.weekStart, now),
  )
  return isGrowing ? null : leased.etag
}

function settledWeeks(read: CommitsRead): ReadonlySet<CalendarDate> {
  const done = read.recorded.filter(
    (week) => week.substance === 'substantive' || !isRevisable(week.weekStart, read.now),
  )
  return new Set(done.map(({ weekStart }) => weekStart))
}

function futureNote({ futureDated }: CodeWeeks): Readonly<Record<string, unknown>> {
  return futureDated.length === 0 ? {} : { futureDatedCommits: futureDated.slice(0, NOTES_MAX) }
}

/** Records once for each week that commits disappeared from the repository's history. */
function rewriteNote(
  known: KnownRepository,
  weeks: readonly CalendarDate[],
  seenAt: Instant,
): Readonly<Record<string, unknown>> {
  const noted = known.facts['rewrittenWeeks']
  const earlier: readonly unknown[] = Array.isArray(noted) ? noted : []
  const seen = new Set(earlier.map((note) => fieldAt(note, 'week')))
  const added = weeks.filter((week) => !seen.has(week)).map((week) => ({ week, seenAt }))
  return added.length === 0 ? {} : { rewrittenWeeks: [...earlier, ...added].slice(-NOTES_MAX) }
}
