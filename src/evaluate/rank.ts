import { isDeepStrictEqual } from 'node:util'
import { derived, nonEmpty, type UnknownReason, unknown } from '#contract/claim.ts'
import type { RadarReason } from '#contract/shapes/dossier.ts'
import { addMs, type Instant } from '#contract/time.ts'
import {
  type Candidate,
  GAP_RULE,
  isUnderTheRadar,
  type Ranked,
  type Ranking,
  rank,
} from '#domain/attention/gap.ts'
import { type RadarPlace, radarPlaces } from '#domain/attention/radar.ts'
import { HELD_RULE } from '#domain/collecting/held.ts'
import type { Conclusion } from '#domain/evidence.ts'
import { type PlacedCandidate, saveRadar } from '#records/attention/radar.ts'
import {
  getPlaces,
  getRankable,
  getRankedGrounds,
  getRanksToConclude,
  type RankedGrounds,
  saveRankings,
} from '#records/attention/rankings.ts'
import { type Database, inTransaction, type Writer } from '#records/database.ts'
import { draftOf, saveEvaluations } from '#records/project/evaluations.ts'
import { lockProjects, markForEvaluation } from '#records/project/work.ts'

const BATCH = 500

type RankCounts = { readonly ranked: number; readonly moved: number }

/**
 * Places every published project on the Radar. Then ranks it by building and attention, stores a new conclusion when
 * this rank or the reason for having none changed, and confirms an equal conclusion that is hours old. Marks projects
 * that enter or leave the radar for evaluation, which writes their lists. Returns counts.
 */
export async function rankProjects(
  input: { readonly signal: AbortSignal; readonly progress?: (counts: RankCounts) => void },
  deps: { readonly database: Database; readonly clock: () => Instant },
): Promise<RankCounts> {
  const projects = await getRankable(deps.database)
  await placeOnRadar(
    projects.map(({ onRadar }) => onRadar),
    deps,
  )
  const candidates = projects.map(({ candidate }) => candidate)
  const ranking = rank(candidates)
  const confirmable = await getRanksToConclude(
    { before: addMs(deps.clock(), -HELD_RULE.evaluatedEveryMs) },
    deps.database,
  )
  const ranks = candidates.flatMap((candidate): Placed[] => {
    const placed = ranking.get(candidate.projectId)
    if (placed === undefined) return []
    const isMove = !isDeepStrictEqual(placed, candidate.placed)
    return isMove || confirmable.has(candidate.projectId) ? [{ candidate, placed, isMove }] : []
  })
  const measured = [...ranking.values()].filter(({ underTheRadar }) => underTheRadar !== 'NOT_MEASURED')
  const counts = { ranked: measured.length, moved: 0 }
  for (let from = 0; from < ranks.length && !input.signal.aborted; from += BATCH) {
    const batch = ranks.slice(from, from + BATCH)
    counts.moved += await inTransaction(deps.database, (writer) => saveRanks(batch, deps.clock, writer))
    input.progress?.({ ...counts })
  }
  return counts
}

/**
 * Places every published project on the Radar. Stores what changed at once: a new project moves the rank of all below
 * it, and a rank is no conclusion of its own that would be superseded.
 */
async function placeOnRadar(
  candidates: readonly PlacedCandidate[],
  deps: { readonly database: Database; readonly clock: () => Instant },
): Promise<void> {
  const placed = radarPlaces(candidates)
  const changed = candidates.flatMap((candidate): [string, RadarPlace][] => {
    const place = placed.get(candidate.projectId)
    return place === undefined || isDeepStrictEqual(place, candidate.placed)
      ? []
      : [[candidate.projectId, place]]
  })
  const ranked = [...placed.values()].filter(({ rank }) => rank !== null).length
  await inTransaction(deps.database, (writer) =>
    saveRadar({ places: new Map(changed), ranked, now: deps.clock() }, writer),
  )
}

/** A rank to store: a new rank, or an equal rank that is confirmed or has another reason. */
type Placed = { readonly candidate: Candidate; readonly placed: Ranking; readonly isMove: boolean }

/**
 * Locks the projects first, in the same order as evaluation, so that the two never write a project at once. Returns how
 * many ranks changed.
 */
async function saveRanks(found: readonly Placed[], clock: () => Instant, writer: Writer): Promise<number> {
  await lockProjects(
    found.map(({ candidate }) => candidate.projectId),
    writer,
  )
  const now = clock()
  const ranks = await notRankedSince(found, writer)
  if (ranks.length === 0) return 0
  const ids = ranks.map(({ candidate }) => candidate.projectId)
  const grounds = await getRankedGrounds(ids, writer)
  const drafts = ranks.map(({ candidate, placed }) =>
    draftOf(
      { projectId: candidate.projectId, fact: 'discovery_gap' },
      conclusionOf(candidate, placed, grounds.get(candidate.projectId) ?? UNGROUNDED),
    ),
  )
  await saveEvaluations({ drafts, now }, writer)
  const moves = ranks.filter(({ isMove }) => isMove)
  await saveRankings(new Map(moves.map(({ candidate, placed }) => [candidate.projectId, placed])), writer)
  const crossing = moves.filter(
    ({ candidate, placed }) => isUnderTheRadar(candidate) !== isUnderTheRadar({ placed }),
  )
  await markForEvaluation({ projectIds: crossing.map(({ candidate }) => candidate.projectId), now }, writer)
  return moves.length
}

/** The ranks of projects that no other process has ranked since they were read. */
async function notRankedSince(ranks: readonly Placed[], writer: Writer): Promise<readonly Placed[]> {
  const placed = await getPlaces(
    ranks.map(({ candidate }) => candidate.projectId),
    writer,
  )
  return ranks.filter(({ candidate }) => isDeepStrictEqual(placed.get(candidate.projectId), candidate.placed))
}

/**
 * The reason why a project has no rank: the reason of its unknown momentum, otherwise NOT_ENOUGH_YET for another input.
 */
function unrankedState(momentum: Candidate['momentum']): UnknownReason {
  return 'reason' in momentum ? momentum.reason : 'NOT_ENOUGH_YET'
}

/** The input that leaves a project without a rank. */
const UNKNOWN_INPUT: Readonly<Record<RadarReason, string>> = {
  no_source: 'build.momentum',
  activity_unknown: 'activity.status',
  not_scored: 'build.momentum',
  attention_not_measured: 'attention',
  cohort_too_small: 'cohort',
}
const UNGROUNDED: RankedGrounds = { evidence: [], supportedUntil: null }

function conclusionOf(
  { momentum, attention }: Candidate,
  placed: Ranking,
  { evidence, supportedUntil }: RankedGrounds,
): Conclusion<Ranked> {
  const rule = GAP_RULE.id
  const inputs = { attention, ...('reason' in momentum ? {} : { momentum: momentum.score }) }
  const grounds = nonEmpty(evidence)
  if (placed.underTheRadar !== 'NOT_MEASURED' && grounds !== undefined) {
    return { claim: derived(placed, rule, grounds), supportedUntil, rule, inputs, unknownInputs: [] }
  }
  const reason = placed.underTheRadar === 'NOT_MEASURED' ? placed.reason : 'not_scored'
  const state = unrankedState(momentum)
  return {
    claim: unknown(state),
    supportedUntil: null,
    rule,
    inputs: { ...inputs, notMeasured: reason },
    unknownInputs: [{ input: UNKNOWN_INPUT[reason], reason: state }],
  }
}
