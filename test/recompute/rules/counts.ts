import type { Project, Source, State, Stream } from '../world/state.ts'
import { answeringSources, isCode } from './building.ts'
import { commitsOnDays } from './commits.ts'
import {
  completeTo,
  firstGood,
  isFresh,
  isReadable,
  lastGood,
  lastTried,
  observationAt,
  repositoryAt,
  streamOf,
} from './known.ts'
import { countedShips, type Ship, shipsOf } from './ships.ts'
import { DAY, dayBegins, dayOf, HOUR } from './times.ts'

/** A count over 30 days and the end of these days; undefined when the count is unknown. */
export type Count = { readonly value: number; readonly asOf: number } | undefined
export type CommitCount = Count & { readonly partial: boolean }

const GOOD = new Set(['fresh', 'not_modified'])

/** The counted ships of 30 days, up to the end of the count (ships.counted). */
export function meaningful30d(state: State, project: Project, now: number): Count {
  const end = countEnd(project, now)
  if (end === undefined) return undefined
  if (onChainStreams(project).some((stream) => isCutOffAfter(state, stream, { from: end - 30 * DAY, now })))
    return undefined
  const value = shipsIn30Days(state, project, { end, now }).length
  if (value > 0) return { value, asOf: end }
  if (answeringSources(project, now).length === 0) return undefined
  const neverRead = onChainStreams(project).some((stream) => firstGood(stream) === undefined)
  return neverRead || !isCode(project) ? undefined : { value, asOf: end }
}

/** The ships that count in the 30 days before an end, as known at `now`. */
function shipsIn30Days(
  state: State,
  project: Project,
  { end, now }: { readonly end: number; readonly now: number },
): readonly Ship[] {
  return countedUpTo(state, project, { end, now }).filter(({ at }) => at > end - 30 * DAY)
}

/** The ships that count, without those after an end. */
export function countedUpTo(
  state: State,
  project: Project,
  { end, now }: { readonly end: number; readonly now: number },
): readonly Ship[] {
  const known = shipsOf(state, project, now)
  return countedShips(end < now ? known.filter(({ at }) => at <= end) : known, now)
}

/**
 * The end of a count: now, or the last complete reading of the stream that is furthest behind. Undefined when the count
 * is unknown.
 */
export function countEnd(project: Project, now: number): number | undefined {
  const code = answeringSources(project, now)
  const chain = onChainStreams(project)
  const known = chain.filter((stream) => firstGood(stream) !== undefined && (lastGood(stream, now) ?? 0) > 0)
  if (known.some((stream) => !isReadable(stream, now))) return undefined
  const streams = code.flatMap((source) => ['releases', 'commits'].map((name) => streamOf(source, name)))
  if (code.length === 0 && known.length === 0) return undefined
  if (streams.some((stream) => !isReadable(stream, now))) return undefined
  const ends = [...streams, ...known].map((stream) => endOf(stream, now))
  return Math.min(now, ...ends)
}

function endOf(stream: Stream | undefined, now: number): number {
  const tried = lastTried(stream, now)
  const isLate = now - (lastGood(stream, now) ?? 0) > 3 * HOUR
  const isUpToDate = isFresh(stream, now) && !isLate && tried !== undefined && GOOD.has(tried.outcome)
  return isUpToDate ? now : (completeTo(stream, now) ?? 0)
}

/** The streams of counted on-chain sources that can show a ship. */
export function onChainStreams(project: Project): readonly Stream[] {
  return project.sources
    .filter(
      ({ counted, kind }) => counted && (kind === 'deployer' || kind === 'contract' || kind === 'token'),
    )
    .flatMap((source) => source.streams.filter(({ name }) => name === 'deployments' || name === 'upgrades'))
}

/**
 * Whether a deployer was read only from a block after `from` on, because no node keeps the state of earlier blocks. The
 * last reading says so until a later reading covers them (watching).
 */
export function isCutOffAfter(
  state: State,
  { readings }: Stream,
  { from, now }: { readonly from: number; readonly now: number },
): boolean {
  const last = readings.findLast(({ at, outcome }) => at <= now && GOOD.has(outcome))
  const [, block] = /nothing is known before block (\d+)/.exec(last?.detail ?? '') ?? []
  return block !== undefined && (observationAt(state, now).chain.blocks[Number(block)] ?? now) > from
}

/** Commits by people on 30 UTC days over the readable repositories (code_week). */
export function commits30d(state: State, project: Project, now: number): CommitCount | undefined {
  const repositories = project.sources.filter(
    ({ kind, counted, establishedBy }) =>
      kind === 'github_repository' && counted && establishedBy !== 'self_reported',
  )
  const readable = repositories.filter((source) => isReadable(streamOf(source, 'commits'), now))
  if (readable.length === 0) return undefined
  const end = Math.min(now, ...readable.map((source) => endOf(streamOf(source, 'commits'), now)))
  const last = dayBegins(dayOf(end))
  const days = new Set(Array.from({ length: 30 }, (_, place) => dayOf(last - place * DAY)))
  const value = readable.reduce((sum, source) => sum + commitsOf(state, source, { now, days }), 0)
  const partial = readable.length < repositories.length
  return partial && value === 0 ? undefined : { value, asOf: end, partial }
}

function commitsOf(
  state: State,
  source: Source,
  { now, days }: { readonly now: number; readonly days: ReadonlySet<string> },
): number {
  const read = lastGood(streamOf(source, 'commits'), now)
  const repository = read === undefined ? undefined : repositoryAt(state, source.locator, read)
  return read === undefined || repository === undefined
    ? 0
    : commitsOnDays(
        repository.commits.filter(({ at }) => at <= read),
        days,
      )
}
