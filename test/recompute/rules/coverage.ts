import type { Project, Source, State } from '../world/state.ts'
import { codeSources } from './building.ts'
import { shipsOf } from './ships.ts'
import { DAY } from './times.ts'

/** The reason why building is unknown when no source that is read can show it. */
export type Unseen = 'NO_SOURCE' | 'NOT_APPLICABLE'

/**
 * The state of building without a code source and without an on-chain ship in 30 days. It is NOT_APPLICABLE with a
 * package, because the service does not read packages for ships. Undefined for any other project (watching, coverage).
 */
export function unseenBuilding(state: State, project: Project, now: number): Unseen | undefined {
  if (codeSources(project).length > 0) return undefined
  const own = project.sources.filter(isOwn)
  const places = new Set(own.map(({ locator }) => locator))
  const showsShip = shipsOf(state, project, now).some(
    ({ at, locator }) => places.has(locator) && Math.abs(now - at) <= 30 * DAY,
  )
  if (showsShip) return undefined
  return own.some(({ kind }) => kind === 'npm_package') ? 'NOT_APPLICABLE' : 'NO_SOURCE'
}

function isOwn({ counted, establishedBy }: Source): boolean {
  return counted && establishedBy !== 'self_reported'
}
