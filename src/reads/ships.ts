import { known } from '#contract/known.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { earliest } from '#contract/time.ts'
import { findPublishedProject } from '#records/project/published.ts'
import { countMatchingShips, getShipList } from '#records/ships/ship-list.ts'
import { shipsRead } from '#views/agent/ships-read.ts'
import { shipList } from '#views/ships/ship.ts'
import { readEvaluated } from './agent/evaluated.ts'
import type { ReadDeps } from './deps.ts'

export async function readShips(input: Input<'ships'>, deps: ReadDeps): Promise<Output<'ships'>> {
  const { offset, ignoredParameters } = input
  const query = { query: input, now: deps.now }
  const [list, recorded] = await Promise.all([
    getShipList(query, deps.reader),
    countMatchingShips(query, deps.reader),
  ])
  const total = recorded === 0 && !(await isNoneKnown(input, deps)) ? null : recorded
  return shipList({ ...list, total, offset, ignoredParameters }, deps)
}

/**
 * Whether an empty list is a finding: the sources of the named project were read for the whole time of the question.
 */
async function isNoneKnown(
  { project: slug, kind, since, until }: Input<'ships'>,
  deps: ReadDeps,
): Promise<boolean> {
  const named = slug === undefined ? undefined : await findPublishedProject(slug, deps.reader)
  if (named === undefined) return false
  const end = until === undefined ? null : earliest([until, deps.now])
  const span = { ...known({ kind, since }), until: end ?? deps.now, total: 0 }
  return shipsRead(span, await readEvaluated(named.slug, deps)).reason === undefined
}
