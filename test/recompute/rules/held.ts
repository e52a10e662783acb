import type { Project } from '../world/state.ts'
import { boundaryOf, type Pass } from './activity.ts'
import { answeringSources } from './building.ts'
import { onChainStreams } from './counts.ts'
import { lastGood, streamOf } from './known.ts'
import { HOUR } from './times.ts'

/** A conclusion is told so long after the last reading that supports it (conclusions.held). */
const AFTER_READING = 72 * HOUR
/** And so long after the evaluation that confirmed it: two that are due. */
const AFTER_EVALUATION = 12 * HOUR

/** Until when a status is told. */
export function statusHeldTo(project: Project, pass: Pass): number {
  return heldTo(pass.pass, statusShownTo(project, pass))
}

/** The last reading that showed a status. One that waits for its settling day was last shown at its boundary. */
export function statusShownTo(project: Project, pass: Pass): number {
  const boundary = pass.status === 'RESUMED' ? undefined : boundaryOf(pass.status, pass.ships)
  const shown = boundary === undefined || pass.status === 'DORMANT' ? pass.pass : boundary
  return Math.min(shown, buildingReadTo(project, pass.pass))
}

/** Until when a momentum is told. */
export function momentumHeldTo(project: Project, pass: number): number {
  return heldTo(pass, buildingReadTo(project, pass))
}

/** Until when a conclusion is told that a reading supports. */
export function heldTo(evaluated: number, supported: number): number {
  return Math.max(supported + AFTER_READING, evaluated + AFTER_EVALUATION)
}

/**
 * The earliest last reading of the code and on-chain streams, of those that were ever read; the pass itself without
 * one.
 */
function buildingReadTo(project: Project, at: number): number {
  const code = answeringSources(project, at).flatMap((source) =>
    ['releases', 'commits'].map((name) => streamOf(source, name)),
  )
  const read = [...code, ...onChainStreams(project)].flatMap((stream) => lastGood(stream, at) ?? [])
  return Math.min(at, ...read)
}
