import { asOfField, type UnknownReason } from '#contract/claim.ts'
import type { ShipKind } from '#contract/enums.ts'
import { known } from '#contract/known.ts'
import type { AgentUnknown } from '#contract/shapes/agent-answer.ts'
import { DAY_MS, type Instant, msOf } from '#contract/time.ts'
import type { ListedProject } from '#domain/project/project-list.ts'
import { countedTo, meaningfulShips } from '../card-fields.ts'
import { agentUnknowns } from './claims/coverage.ts'

/** The time and the kind that a question about the ships of a project names, with the number that is recorded. */
type ShipsSpan = {
  readonly kind?: ShipKind | undefined
  readonly since?: Instant | undefined
  readonly until: Instant
  readonly total: number
}

/** How far the time of the question was read. */
export type ShipsRead = {
  readonly dimension: 'building' | 'contracts'
  /** What was not read of that time; empty where the recorded number is the number, 0 included. */
  readonly unknowns: readonly AgentUnknown[]
  /** Up to when it was read, where that is before the end of the question. */
  readonly readUpTo?: Instant
}

type Evaluated = Pick<ListedProject, 'evidence' | 'scoredAt'>
/** `end`: the readings end there, before the evaluation. `reason`: why the time after it, or all of it, is not known. */
type Reading = { readonly reason?: UnknownReason; readonly end?: Instant }

/** The time whose ships the count of a card covers. */
const COUNTED_MS = 30 * DAY_MS
/** Kinds that only readings of the chain show. */
const ON_CHAIN: readonly ShipKind[] = ['deployment', 'upgrade']

/** How far the ships that a question asks for were read, from the card of the project. */
export function shipsRead(span: ShipsSpan, evaluated: Evaluated): ShipsRead {
  const isOnChain = span.kind !== undefined && ON_CHAIN.includes(span.kind)
  const dimension = isOnChain ? 'contracts' : 'building'
  const reading = isOnChain ? contractsReading(evaluated) : buildingReading(evaluated)
  const state = unreadReason({ ...span, reading, evaluated })
  const isBehind = reading.end !== undefined && msOf(reading.end) < msOf(span.until)
  return {
    dimension,
    unknowns: state === undefined ? [] : agentUnknowns([{ category: dimension, state }]),
    ...(isBehind && { readUpTo: reading.end }),
  }
}

/** Why the number of the question is not known; undefined while it is. */
function unreadReason(
  of: ShipsSpan & { readonly reading: Reading; readonly evaluated: Evaluated },
): UnknownReason | undefined {
  const { since, until, total, reading, evaluated } = of
  const { reason, end } = reading
  const to = end === undefined ? evaluated.scoredAt : end
  // What is stale now was fresh up to its last reading.
  const endedBefore = reason === 'STALE' && end !== undefined && msOf(until) <= msOf(end)
  if (reason !== undefined && !endedBefore) return reason
  if (to === null || (since !== undefined && msOf(since) >= msOf(to))) return 'NOT_ENOUGH_YET'
  return total > 0 || isCounted(since, evaluated) ? undefined : 'NOT_ENOUGH_YET'
}

/** Whether the count of the card covers the time since an instant, so that nothing recorded is a finding. */
function isCounted(since: Instant | undefined, { evidence, scoredAt }: Evaluated): boolean {
  const counted = meaningfulShips(evidence)
  const to = countedTo(counted, scoredAt)
  return since !== undefined && to !== null && msOf(since) >= msOf(to) - COUNTED_MS
}

/** The building of a project as the count of its card ends. */
function buildingReading({ evidence }: Evaluated): Reading {
  const counted = meaningfulShips(evidence)
  const { state, observedAt } = evidence.coverage.building
  const isMeasured = state === 'MEASURED'
  if (counted.kind === 'UNKNOWN')
    return { reason: counted.reason, ...(!isMeasured && known({ end: observedAt })) }
  return { ...(!isMeasured && { reason: state }), ...known({ end: asOfField(counted).asOf }) }
}

function contractsReading({ evidence }: Evaluated): Reading {
  const { state, observedAt } = evidence.coverage.contracts
  return state === 'MEASURED' ? {} : { reason: state, ...known({ end: observedAt }) }
}
