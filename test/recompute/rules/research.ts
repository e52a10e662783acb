import type { Project, State } from '../world/state.ts'
import { firstGood } from './known.ts'
import { shipsOf, standingShips } from './ships.ts'
import { dayOf } from './times.ts'

export type Level = 'INDEXED' | 'RESEARCHED' | 'VERIFIED_BUILDER'

const PUBLIC = new Set(['github_repository', 'website'])
const DAYS_OF_WORK = 3

/** The research level at an instant. A silence never lowers it (research.level). */
export function levelOf(state: State, project: Project, now: number): Level {
  const isResearched = project.sources.some(
    ({ kind, counted, establishedBy, streams }) =>
      PUBLIC.has(kind) &&
      counted &&
      establishedBy !== 'self_reported' &&
      streams.some((stream) => firstGood(stream) !== undefined),
  )
  if (!isResearched) return 'INDEXED'
  const verified = standingShips(shipsOf(state, project, now), now).filter(({ linked }) => !linked)
  const days = new Set(verified.flatMap((ship) => ship.days ?? [dayOf(ship.at)]))
  return days.size >= DAYS_OF_WORK ? 'VERIFIED_BUILDER' : 'RESEARCHED'
}
