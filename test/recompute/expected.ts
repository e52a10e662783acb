import { activityAt, type Status } from './rules/activity.ts'
import { type CommitCount, type Count, commits30d, meaningful30d } from './rules/counts.ts'
import { type Market, marketAt } from './rules/market.ts'
import { momentumOf } from './rules/momentum.ts'
import { passesOf } from './rules/passes.ts'
import { type Level, levelOf } from './rules/research.ts'
import type { Ship } from './rules/ships.ts'
import { callsOf7Days } from './rules/use.ts'
import type { Project, State } from './world/state.ts'

/** What every surface must say of a project now. */
export type Expected = {
  readonly project: Project
  readonly status: Status
  readonly ships: readonly Ship[]
  readonly newest: Ship | undefined
  readonly newestDated: Ship | undefined
  readonly meaningful: Count
  readonly commits: CommitCount | undefined
  readonly momentum: number | undefined
  readonly level: Level
  readonly market: Market | undefined
  readonly use: { readonly value: number; readonly from: string } | undefined
}

export function expectedOf(state: State): readonly Expected[] {
  const passes = passesOf(state)
  return state.projects
    .filter((project) => project.state === 'published')
    .map((project) => {
      const { status, ships } = activityAt(state, project, { passes, at: state.now })
      return {
        ...{ project, status, ships, newest: ships.at(-1) },
        newestDated: ships.findLast(({ undated }) => undated !== true),
        meaningful: meaningful30d(state, project, state.now),
        commits: commits30d(state, project, state.now),
        momentum: momentumOf(state, project, state.now),
        level: levelOf(state, project, state.now),
        market: project.token === undefined ? undefined : marketAt(state, project, state.now),
        use: callsOf7Days(state, project, state.now),
      }
    })
}

export const PARTNER_STATUS: Readonly<Record<Status, string>> = {
  ...{ SHIPPING: 'active', ACTIVE: 'active', RESUMED: 'active' },
  ...{ QUIET: 'stale', DORMANT: 'dormant', UNKNOWN: 'unknown' },
}
