import type { Project, State } from '../world/state.ts'
import { answeringSources } from './building.ts'
import { countEnd, countedUpTo, meaningful30d } from './counts.ts'
import { repositoryAt } from './known.ts'
import type { Ship } from './ships.ts'
import { DAY, mondayOf, WEEK } from './times.ts'

const WEIGHTS = { release: 8, upgrade: 8, deployment: 6, prerelease: 3, code_week: 3 } as const

/** Build Momentum, with one decimal; undefined when it is unknown (build.momentum). */
export function momentumOf(state: State, project: Project, now: number): number | undefined {
  const end = countEnd(project, now)
  if (end === undefined || meaningful30d(state, project, now) === undefined) return undefined
  const ships = countedUpTo(state, project, { end, now })
  if (ships.length === 0 && !wasWatched(state, project, { end, days: 14 })) return undefined
  const dayOfEnd = Math.floor(end / DAY)
  const recent = ships
    .map((ship) => ({ ship, age: dayOfEnd - Math.floor(ship.at / DAY) }))
    .filter(({ age }) => age < 30)
  const recency = recent.reduce(
    (sum, { ship, age }) =>
      sum + WEIGHTS[ship.kind] * (ship.linked ? 0.7 : 1) * Math.exp(-Math.max(0, age) / 14),
    0,
  )
  const monday = Date.parse(mondayOf(end))
  const weeks = new Set(
    ships.map(({ at }) => mondayOf(at)).filter((week) => isWithin(Date.parse(week), monday)),
  )
  const variety = new Set(recent.map(({ ship }) => dimensionOf(ship))).size
  const hosts = new Set(recent.map(({ ship }) => ship.host)).size
  const score =
    40 * Math.min(1, recency / 20) +
    (30 * weeks.size) / 8 +
    20 * Math.min(1, variety / 3) +
    10 * Math.min(1, hosts / 2)
  return Math.round(score * 10) / 10
}

function isWithin(week: number, monday: number): boolean {
  return week < monday && week >= monday - 8 * WEEK
}

function dimensionOf({ kind }: Ship): string {
  return kind === 'deployment' || kind === 'upgrade' ? 'protocol' : 'product'
}

/** Whether every code source has a repository that existed this many days before the end. */
export function wasWatched(
  state: State,
  project: Project,
  { end, days }: { readonly end: number; readonly days: number },
): boolean {
  const sources = answeringSources(project, end)
  return (
    sources.length > 0 &&
    sources.every((source) => {
      const created = repositoryAt(state, source.locator, end)?.createdAt
      return created !== undefined && created > 0 && created <= end - days * DAY
    })
  )
}
