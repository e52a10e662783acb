import type { Project, State, Stream } from '../world/state.ts'
import { answeringSources, codeStreamsOf, isCode } from './building.ts'
import { isCutOffAfter, onChainStreams } from './counts.ts'
import { firstGood, isReadable, lastGood } from './known.ts'
import { wasWatched } from './momentum.ts'
import { outageSince } from './outages.ts'
import { countedShips, type Ship, shipsOf, standingShips } from './ships.ts'
import { DAY } from './times.ts'

export type Status = 'SHIPPING' | 'ACTIVE' | 'QUIET' | 'DORMANT' | 'RESUMED' | 'UNKNOWN'
export type Activity = { readonly status: Status; readonly ships: readonly Ship[] }

/** The statuses from the most to the least active. */
const ORDER: readonly Status[] = ['SHIPPING', 'ACTIVE', 'QUIET', 'DORMANT']

/** The counted ships, and all ships of a group that counts (`standing`). Oldest first. */
type Shown = { readonly ships: readonly Ship[]; readonly standing: readonly Ship[] }

type Silence = {
  readonly shown: Shown
  readonly now: number
  readonly stood: Status
  readonly kept: Status
  readonly witnesses: readonly (Stream | undefined)[]
}

/** The status after a pass. A move down is not confirmed while a reading after its boundary is missing. */
export type Pass = Concluded & { readonly pass: number; readonly ships: readonly Ship[] }
type Concluded = { readonly status: Status; readonly confirmed: boolean }

/** The activity status at an instant, concluded again at each pass of the service before it (activity.status). */
export function activityAt(
  state: State,
  project: Project,
  { passes, at }: { readonly passes: readonly number[]; readonly at: number },
): Activity {
  const concluded = concludedAtPasses(state, project, [...passes.filter((each) => each < at), at])
  const { status = 'UNKNOWN', ships = [] } = concluded.at(-1) ?? {}
  return { status, ships }
}

/** The status after each pass. */
export function concludedAtPasses(
  state: State,
  project: Project,
  passes: readonly number[],
): readonly Pass[] {
  let stood: Concluded = { status: 'UNKNOWN', confirmed: true }
  return passes
    .filter((pass) => pass >= (project.publishedAt ?? Number.POSITIVE_INFINITY))
    .map((pass) => {
      const recorded = shipsOf(state, project, pass)
      const shown = { ships: countedShips(recorded, pass), standing: standingShips(recorded, pass) }
      stood = concluded(state, project, { shown, now: pass, stood })
      return { ...stood, pass, ships: shown.ships }
    })
}

/** The status by the ships and readings of a pass, after the status before it (activity.status). */
function concluded(
  state: State,
  project: Project,
  { shown, now, stood: before }: { shown: Shown; now: number; stood: Concluded },
): Concluded {
  const { ships } = shown
  if (isComeback(project, shown.standing, now)) return { status: 'RESUMED', confirmed: true }
  const stood = before.status
  const byShips = byShipsAt(ships, now)
  const witnesses = witnessesOf(project, shown, now)
  const isRead = isBuildingReadable(project, now) && witnesses.every((stream) => isReadable(stream, now))
  const settled = byShipsAt(ships, confirmedAt(state, witnesses, { now, limit: now - DAY }))
  const isOrdered = stood !== 'UNKNOWN' && stood !== 'RESUMED'
  const kept = isOrdered && isRead ? higherOf(byShips, lowerOf(stood, settled)) : byShips
  if (kept === 'SHIPPING' || kept === 'ACTIVE') {
    const waits = isOrdered && (before.confirmed || stood !== kept) ? lowerOf(stood, settled) : settled
    const isLowest = stood === 'UNKNOWN' || stood === 'RESUMED' || higherOf(kept, waits) === kept
    const read = confirmedAt(state, witnesses, { now, limit: now })
    return { status: kept, confirmed: isLowest && !isComeback(project, shown.standing, read) }
  }
  return { status: silenceOf(state, project, { shown, now, stood, kept, witnesses }), confirmed: true }
}

/** The status in a silence: QUIET, DORMANT, or UNKNOWN while the silence was not watched to its end. */
function silenceOf(state: State, project: Project, { shown, now, stood, kept, witnesses }: Silence): Status {
  const { ships } = shown
  if (answeringSources(project, now).length === 0 || !isCode(project)) return 'UNKNOWN'
  if (!isBuildingReadable(project, now) || isChainLapsed(project, now)) return 'UNKNOWN'
  if (!isSilenceWatched(state, project, { ships, now })) return 'UNKNOWN'
  if (isProviderAway(state, project, now)) return stood === 'QUIET' || stood === 'DORMANT' ? stood : 'UNKNOWN'
  const read = byShipsAt(ships, confirmedAt(state, witnesses, { now, limit: now }))
  return read === 'SHIPPING' || read === 'ACTIVE' ? 'UNKNOWN' : higherOf(kept, read)
}

function higherOf(a: Status, b: Status): Status {
  return ORDER.indexOf(a) < ORDER.indexOf(b) ? a : b
}

function lowerOf(a: Status, b: Status): Status {
  return higherOf(a, b) === a ? b : a
}

/** The status by the dates of the counted ships alone. */
function byShipsAt(ships: readonly Ship[], at: number): Status {
  const newest = ships.at(-1)
  if (newest === undefined) return 'DORMANT'
  const age = at - newest.at
  if (age <= 7 * DAY) return 'SHIPPING'
  const second = ships.at(-2)
  if (age <= 30 * DAY || (second !== undefined && at - second.at <= 45 * DAY)) return 'ACTIVE'
  return age <= 60 * DAY ? 'QUIET' : 'DORMANT'
}

/**
 * Whether every source reaches back over the silence since the newest ship, 60 days at most. A deployer whose reading
 * starts later, because no node keeps older state, does not.
 */
function isSilenceWatched(
  state: State,
  project: Project,
  { ships, now }: { ships: readonly Ship[]; now: number },
): boolean {
  const newest = ships.at(-1)?.at ?? 0
  const isHidden = onChainStreams(project).some((stream) => {
    const from = Math.max(newest, (lastGood(stream, now) ?? now) - 60 * DAY)
    return isCutOffAfter(state, stream, { from, now })
  })
  return !isHidden && wasWatched(state, project, { end: now, days: Math.min(60, (now - newest) / DAY) })
}

/**
 * Whether a dated ship of the last 14 days ended a pause of 60 days or more. A source that was read before the pause
 * must have watched all of it.
 */
function isComeback(project: Project, standing: readonly Ship[], now: number): boolean {
  const place = standing.findLastIndex(
    (ship, index) => ship.at - (standing[index - 1]?.at ?? ship.at) >= 60 * DAY,
  )
  const [before, back] = [standing[place - 1], standing[place]]
  if (before === undefined || back === undefined || back.undated === true || now - back.at > 14 * DAY)
    return false
  const watchers = answeringSources(project, now).filter(
    (source) =>
      source.attachedAt <= before.at &&
      codeStreamsOf(source).every((stream) => (firstGood(stream) ?? Number.POSITIVE_INFINITY) <= before.at),
  )
  const read = watchers.flatMap(codeStreamsOf).map((stream) => lastGood(stream, now) ?? 0)
  return watchers.length > 0 && read.every((at) => at >= back.at)
}

/**
 * The streams that a move down needs: the streams of every code source, and of every other source with a standing ship.
 */
function witnessesOf(project: Project, { standing }: Shown, now: number): readonly (Stream | undefined)[] {
  const shipped = new Set(standing.map(({ locator }) => locator))
  const chain = project.sources.filter(
    ({ kind, locator }) => kind !== 'github_repository' && shipped.has(locator),
  )
  return [
    ...answeringSources(project, now).flatMap(codeStreamsOf),
    ...chain.flatMap(({ streams }) =>
      streams.filter(({ name }) => name === 'deployments' || name === 'upgrades'),
    ),
  ]
}

/**
 * The latest instant, at most the limit, up to which every stream was read. While a whole provider fails, the instant
 * stays a day before the outage.
 */
function confirmedAt(
  state: State,
  streams: readonly (Stream | undefined)[],
  { now, limit }: { readonly now: number; readonly limit: number },
): number {
  const ends = streams.flatMap((stream) => {
    const since = stream && outageSince(state, stream, now)
    return [lastGood(stream, now) ?? [], since === undefined ? [] : since - DAY].flat()
  })
  return Math.min(limit, ...ends)
}

function isProviderAway(state: State, project: Project, now: number): boolean {
  const streams = [...answeringSources(project, now).flatMap(codeStreamsOf), ...onChainStreams(project)]
  return streams.some((stream) => stream !== undefined && outageSince(state, stream, now) !== undefined)
}

function isBuildingReadable(project: Project, now: number): boolean {
  const sources = answeringSources(project, now)
  return sources.flatMap(codeStreamsOf).every((stream) => isReadable(stream, now))
}

/** Whether an on-chain source was read once and is no longer readable. Such a source can hide a ship. */
function isChainLapsed(project: Project, now: number): boolean {
  return onChainStreams(project).some(
    (stream) => lastGood(stream, now) !== undefined && !isReadable(stream, now),
  )
}

/** The instant at which a status ends by the ships alone; undefined when it does not. */
export function boundaryOf(status: Status, ships: readonly Ship[]): number | undefined {
  const newest = ships.at(-1)
  const second = ships.at(-2)
  if (newest === undefined) return undefined
  switch (status) {
    case 'SHIPPING':
      return newest.at + 7 * DAY
    case 'ACTIVE':
      return Math.max(newest.at + 30 * DAY, second === undefined ? 0 : second.at + 45 * DAY)
    case 'QUIET':
      return newest.at + 60 * DAY
    default:
      return undefined
  }
}
