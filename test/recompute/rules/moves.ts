import type { Project, State } from '../world/state.ts'
import { concludedAtPasses } from './activity.ts'
import { heldTo, statusHeldTo, statusShownTo } from './held.ts'
import { judgedPasses, marketReadings, statusAt } from './market.ts'
import { passesOf } from './passes.ts'

/** An announced move: from the last stated value to another value. */
export type Move = {
  readonly type: string
  readonly from: string
  readonly to: string
  /** The pass that first concluded the new value. */
  readonly at: number
  /**
   * The last reading that showed the earlier value. Undefined while that value was known and renewed up to the move.
   */
  readonly shownTo: number | undefined
}
/** The conclusion of a pass, the last reading that showed it, and the instant until which it is shown. */
type Stated = {
  readonly value: string
  readonly at: number
  /** Whether the value is known and confirmed by a reading. */
  readonly stated: boolean
  readonly shownTo: () => number
  readonly heldTo: () => number
}

const TYPES: Readonly<Record<string, string>> = { RESUMED: 'build.resumed', DORMANT: 'build.dormant' }

/** The moves of the activity status up to now, oldest first. */
export function statusMoves(state: State, project: Project): readonly Move[] {
  const concluded = concludedAtPasses(state, project, passesTo(state)).map((pass) => ({
    value: pass.status,
    at: pass.pass,
    stated: pass.status !== 'UNKNOWN' && pass.confirmed,
    shownTo: () => statusShownTo(project, pass),
    heldTo: () => statusHeldTo(project, pass),
  }))
  return movesOf(concluded, (to) => TYPES[to] ?? 'build.status_changed')
}

/** The moves of the market status up to now, oldest first. */
export function marketMoves(state: State, project: Project): readonly Move[] {
  const judged = judgedPasses(marketReadings(state, project, state.now))
  const passes = passesTo(state).filter((pass) => pass >= (project.publishedAt ?? Number.POSITIVE_INFINITY))
  const concluded = passes.map((pass) => {
    const { status, observedAt = pass } = statusAt(judged, pass)
    return {
      value: status,
      at: pass,
      stated: status !== 'INSUFFICIENT_DATA',
      shownTo: () => observedAt,
      heldTo: () => heldTo(pass, observedAt),
    }
  })
  return movesOf(concluded, () => 'market.status_changed')
}

/** The passes up to now. The last pass can have ended just now. */
function passesTo(state: State): readonly number[] {
  return passesOf(state).map((pass) => Math.min(pass, state.now))
}

/** Compares each value with the last stated one, however long the value was unknown in between (announced moves). */
function movesOf(concluded: readonly Stated[], typeOf: (to: string) => string): readonly Move[] {
  const moves: Move[] = []
  let last: Stated | undefined
  let open = false
  for (const after of concluded) {
    if (!after.stated) {
      open = true
      continue
    }
    if (last !== undefined && last.value !== after.value)
      moves.push({
        type: typeOf(after.value),
        from: last.value,
        to: after.value,
        at: after.at,
        shownTo: open || last.heldTo() < after.at ? last.shownTo() : undefined,
      })
    last = after
    open = false
  }
  return moves
}
