import { expectedOf } from './expected.ts'
import { compareHistory } from './surfaces/history.ts'
import { compareLists } from './surfaces/lists.ts'
import { compareMoves } from './surfaces/moves.ts'
import { compareProject } from './surfaces/of-project.ts'
import { compareReport } from './surfaces/report.ts'
import type { Values } from './values.ts'
import { eachOf } from './world/observe.ts'
import type { State } from './world/state.ts'

/** Recomputes the values of a state, and compares them with the values on every surface. */
export async function recompute(state: State, values: Values): Promise<void> {
  values.state = state.name
  const all = expectedOf(state)
  await eachOf(all, (expected) => compareProject(state, expected, values))
  await eachOf(all, (expected) => compareMoves(state, expected, values))
  await compareLists(state, all, values)
  await compareHistory(state, all, values)
  await compareReport(state, all, values)
}
