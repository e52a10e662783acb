import type { Project } from '../world/state.ts'
import { boundaryOf, type Pass } from './activity.ts'
import { answeringSources } from './building.ts'
import { onChainStreams } from './counts.ts'
import { lastGood, streamOf } from './known.ts'
import { HOUR } from './times.ts'

/** A conclusion is shown this long after the last reading that supports it (conclusions.held). */
const AFTER_READING = 72 * HOUR
/**
 * A conclusion is shown at least this long after the evaluation that confirmed it: two evaluations are due in this
 * time.
 */
const AFTER_EVALUATION = 12 * HOUR

/** The instant until which a status is shown. */
export function statusHeldTo(project: Project, pass: Pass): number {
  return heldTo(pass.pass, statusShownTo(project, pass))
}

/** The last reading that showed a status. A status that waits for its settling day was last shown at its boundary. */
export function statusShownTo(project: Project, pass: Pass): number {
  const boundary = pass.status === 'RESUMED' ? undefined : boundaryOf(pass.status, pass.ships)
  const shown = boundary === undefined || pass.status === 'DORMANT' ? pass.pass : boundary
  return Math.min(shown, buildingReadTo(project, pass.pass))
}

/** The instant until which a momentum is shown. */
export function momentumHeldTo(project: Project, pass: number): number {
  return heldTo(pass, buildingReadTo(project, pass))
}

/** The instant until which a conclusion is shown, by its evaluation and its last supporting reading. */
export function heldTo(evaluated: number, supported: number): number {
  return Math.max(supported + AFTER_READING, evaluated + AFTER_EVALUATION)
}

/**
 * The earliest among the last successful readings of the code and on-chain streams. Streams that were never read are
 * left out. Without any reading, the pass itself.
 */
function buildingReadTo(project: Project, at: number): number {
  const code = answeringSources(project, at).flatMap((source) =>
    ['releases', 'commits'].map((name) => streamOf(source, name)),
  )
  const read = [...code, ...onChainStreams(project)].flatMap((stream) => lastGood(stream, at) ?? [])
  return Math.min(at, ...read)
}
