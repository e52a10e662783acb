import type { Project, Source, State } from '../world/state.ts'
import { answeringSources, codeSources, isCode } from './building.ts'
import { firstGood, isReadable, lastGood, streamOf } from './known.ts'
import { wasWatched } from './momentum.ts'
import { countedShips, type Ship, shipsOf } from './ships.ts'
import { DAY } from './times.ts'

export type Status = 'SHIPPING' | 'ACTIVE' | 'QUIET' | 'DORMANT' | 'RESUMED' | 'UNKNOWN'
export type Activity = { readonly status: Status; readonly ships: readonly Ship[] }

/** From the most to the least active. */
const ORDER: readonly Status[] = ['SHIPPING', 'RESUMED', 'ACTIVE', 'QUIET', 'DORMANT']

/** What stood after a pass. */
export type Pass = { readonly pass: number; readonly status: Status; readonly ships: readonly Ship[] }

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

/** What stood after each pass. */
export function concludedAtPasses(
  state: State,
  project: Project,
  passes: readonly number[],
): readonly Pass[] {
  let stood: Status = 'UNKNOWN'
  return passes
    .filter((pass) => pass >= (project.publishedAt ?? Number.POSITIVE_INFINITY))
    .map((pass) => {
      const ships = countedShips(shipsOf(state, project, pass), pass)
      stood = concluded(state, project, { ships, now: pass, stood })
      return { pass, status: stood, ships }
    })
}

function concluded(
  state: State,
  project: Project,
  { ships, now, stood }: { ships: readonly Ship[]; now: number; stood: Status },
): Status {
  const shown = byShips(state, project, { ships, now })
  if (shown !== 'QUIET' && shown !== 'DORMANT') {
    const isDown = stood !== 'UNKNOWN' && ORDER.indexOf(shown) > ORDER.indexOf(stood)
    return isDown && shown !== 'UNKNOWN' && waits(project, { ships, now, stood }) ? stood : shown
  }
  if (!isCode(project)) return 'UNKNOWN'
  const sources = answeringSources(project, now)
  if (sources.length === 0 || !sources.every((source) => isWatched(source, now))) return 'UNKNOWN'
  const isDown = stood !== 'UNKNOWN' && ORDER.indexOf(shown) > ORDER.indexOf(stood)
  return isDown && waits(project, { ships, now, stood }) ? stood : shown
}

/** What the dates of the ships alone say. */
function byShips(
  state: State,
  project: Project,
  { ships, now }: { ships: readonly Ship[]; now: number },
): Status {
  const newest = ships.at(-1)
  if (newest === undefined) return silentSince(state, project, now)
  if (isComeback(project, ships, now)) return 'RESUMED'
  const age = now - newest.at
  if (age <= 7 * DAY) return 'SHIPPING'
  const second = ships.at(-2)
  if (age <= 30 * DAY || (second !== undefined && now - second.at <= 45 * DAY)) return 'ACTIVE'
  return age <= 60 * DAY ? 'QUIET' : 'DORMANT'
}

/** Without a ship: DORMANT once the code sources were watched for 60 days. */
function silentSince(state: State, project: Project, now: number): Status {
  return wasWatched(state, project, { end: now, days: 60 }) ? 'DORMANT' : 'UNKNOWN'
}

/** A dated ship at most 14 days old that ended 60 days, all of them watched by a source read before they began. */
function isComeback(project: Project, ships: readonly Ship[], now: number): boolean {
  for (let place = ships.length - 1; place > 0; place--) {
    const [before, back] = [ships[place - 1] as Ship, ships[place] as Ship]
    if (back.at - before.at < 60 * DAY) continue
    const sources = codeSources(project)
    const readBefore = sources.some((source) => {
      const first = firstGood(streamOf(source, 'releases'))
      return first !== undefined && first <= before.at + 60 * DAY && first <= back.at - 60 * DAY
    })
    return now - back.at <= 14 * DAY && readBefore
  }
  return false
}

function isWatched(source: Source, now: number): boolean {
  return ['releases', 'commits'].every((name) => isReadable(streamOf(source, name), now))
}

/** A move down waits for 24 hours after its boundary, and for a reading of every code source after it. */
function waits(
  project: Project,
  { ships, now, stood }: { ships: readonly Ship[]; now: number; stood: Status },
): boolean {
  const sources = answeringSources(project, now)
  if (!sources.every((source) => isWatched(source, now))) return false
  const boundary = boundaryOf(stood, ships)
  if (boundary === undefined) return false
  if (now - boundary < DAY) return true
  return !sources.every((source) =>
    ['releases', 'commits'].every((name) => (lastGood(streamOf(source, name), now) ?? 0) > boundary),
  )
}

/** When the ships alone end a status. */
export function boundaryOf(stood: Status, ships: readonly Ship[]): number | undefined {
  const newest = ships.at(-1)
  const second = ships.at(-2)
  if (newest === undefined) return undefined
  switch (stood) {
    case 'SHIPPING':
      return newest.at + 7 * DAY
    case 'RESUMED':
      return newest.at + 14 * DAY
    case 'ACTIVE':
      return Math.max(newest.at + 30 * DAY, second === undefined ? 0 : second.at + 45 * DAY)
    default:
      return newest.at + 60 * DAY
  }
}
