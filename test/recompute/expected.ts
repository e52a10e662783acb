import { activityAt, type Status } from './rules/activity.ts'
import { type CommitCount, type Count, commits30d, meaningful30d } from './rules/counts.ts'
import { type Unseen, unseenBuilding } from './rules/coverage.ts'
import { type Market, marketAt } from './rules/market.ts'
import { momentumOf } from './rules/momentum.ts'
import { passesOf } from './rules/passes.ts'
import { type Level, levelOf } from './rules/research.ts'
import type { Ship } from './rules/ships.ts'
import { callsOf7Days } from './rules/use.ts'
import type { Project, State } from './world/state.ts'

/** The counts of a project at the end of a pass. */
type Counts = {
  readonly passEnd: number
  readonly meaningful: Count
  readonly commits: CommitCount | undefined
}

/** The values that every surface must show of a project now: the conclusions of the last pass. */
export type Expected = {
  /**
   * The counts of the first pass that ended at or after an evaluation. A pass that reads nothing of a project evaluates
   * nothing of it.
   */
  readonly countsAt: (evaluated: number) => Counts
  readonly project: Project
  readonly status: Status
  readonly ships: readonly Ship[]
  readonly newest: Ship | undefined
  readonly newestDated: Ship | undefined
  readonly meaningful: Count
  readonly commits: CommitCount | undefined
  readonly momentum: number | undefined
  readonly level: Level
  readonly unseen: Unseen | undefined
  readonly market: Market | undefined
  readonly use: { readonly value: number; readonly from: string } | undefined
}

export function expectedOf(state: State): readonly Expected[] {
  const passes = passesOf(state)
  const at = Math.min(state.now, passes.at(-1) ?? state.now)
  return state.projects
    .filter((project) => project.state === 'published')
    .map((project) => {
      const { status, ships } = activityAt(state, project, { passes, at })
      return {
        countsAt: (evaluated) => {
          const passEnd = Math.min(at, passes.find((pass) => pass >= evaluated) ?? at)
          return {
            passEnd,
            meaningful: meaningful30d(state, project, passEnd),
            commits: commits30d(state, project, passEnd),
          }
        },
        project,
        status,
        ships,
        newest: ships.at(-1),
        newestDated: ships.findLast(({ undated }) => undated !== true),
        meaningful: meaningful30d(state, project, at),
        commits: commits30d(state, project, at),
        momentum: momentumOf(state, project, at),
        level: levelOf(state, project, at),
        unseen: unseenBuilding(state, project, at),
        market: project.token === undefined ? undefined : marketAt(state, project, at),
        use: callsOf7Days(state, project, at),
      }
    })
}

export const PARTNER_STATUS: Readonly<Record<Status, string>> = {
  SHIPPING: 'active',
  ACTIVE: 'active',
  RESUMED: 'active',
  QUIET: 'stale',
  DORMANT: 'dormant',
  UNKNOWN: 'unknown',
}
