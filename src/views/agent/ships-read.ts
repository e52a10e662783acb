import { asOfField, type UnknownReason } from '#contract/claim.ts'
import type { ShipKind } from '#contract/enums.ts'
import { known } from '#contract/known.ts'
import { DAY_MS, type Instant, msOf } from '#contract/time.ts'
import type { DimensionCoverage } from '#domain/project/card-evidence.ts'
import type { ListedProject } from '#domain/project/project-list.ts'
import { COVERAGE_OF_SHIPS, type ShipCoverage } from '#domain/ships/ship-coverage.ts'
import { countedTo, meaningfulShips } from '../cards/card-fields.ts'
import { lastReadAt } from './claims/coverage.ts'

/** The time span and the kind in a question about the ships of a project, with the recorded number. */
type ShipsSpan = {
  readonly kind?: ShipKind | undefined
  readonly since?: Instant | undefined
  readonly until: Instant
  readonly total: number
}

/** How much of the time in the question was read. */
export type ShipsRead = {
  /** The dimension of the unknown number. */
  readonly category: 'building' | 'contracts'
  /** Why the number is not known; undefined when the recorded number is complete, 0 included. */
  readonly reason?: UnknownReason
  /** The sources whose readings end before the time of the question ends, and the end of these readings. */
  readonly readUpTo?: { readonly what: string; readonly at: Instant }
}

/** A project as it was evaluated, with the coverage of its deployments. */
export type EvaluatedShips = Pick<ListedProject, 'evidence' | 'scoredAt'> & {
  readonly deployments: DimensionCoverage
}
/**
 * `what`: the sources, in words. `readTo`: the end of their readings, where it is before the evaluation. `reason`: why
 * the time after `readTo` is unknown.
 */
type Reading = { readonly what: string; readonly reason?: UnknownReason; readonly readTo?: Instant }

/** The length of time that the count of ships on a card covers. */
const COUNTED_MS = 30 * DAY_MS

/** How far the ships that a question asks for were read, from the card of the project and its deployers. */
export function shipsRead(span: ShipsSpan, evaluated: EvaluatedShips): ShipsRead {
  const coverage = span.kind === undefined ? 'building' : COVERAGE_OF_SHIPS[span.kind]
  if (coverage === null) return { category: 'building', reason: 'NO_SOURCE' }
  const reading = readingOf(coverage, evaluated)
  const reason = unreadReason({ ...span, reading, evaluated })
  const { what, readTo } = reading
  const isBehind = readTo !== undefined && msOf(readTo) < msOf(span.until)
  return {
    category: coverage === 'building' ? 'building' : 'contracts',
    ...known({ reason }),
    ...(isBehind && { readUpTo: { what, at: readTo } }),
  }
}

/** Why the number of ships in the question is not known; undefined while it is known. */
function unreadReason(
  of: ShipsSpan & { readonly reading: Reading; readonly evaluated: EvaluatedShips },
): UnknownReason | undefined {
  const { since, until, total, reading, evaluated } = of
  const { reason, readTo } = reading
  const to = readTo === undefined ? evaluated.scoredAt : readTo
  // A source that is stale now was fresh up to its last reading.
  const endedBefore = reason === 'STALE' && readTo !== undefined && msOf(until) <= msOf(readTo)
  if (reason !== undefined && !endedBefore) return reason
  if (to === null || (since !== undefined && msOf(since) >= msOf(to))) return 'NOT_ENOUGH_YET'
  return total > 0 || isCounted(since, evaluated) ? undefined : 'NOT_ENOUGH_YET'
}

/** Whether the count of the card covers the time since an instant. Then the absence of a ship is a finding. */
function isCounted(since: Instant | undefined, { evidence, scoredAt }: EvaluatedShips): boolean {
  const counted = meaningfulShips(evidence)
  const to = countedTo(counted, scoredAt)
  return since !== undefined && to !== null && msOf(since) >= msOf(to) - COUNTED_MS
}

function readingOf(coverage: ShipCoverage, evaluated: EvaluatedShips): Reading {
  switch (coverage) {
    case 'building':
      return buildingReading(evaluated)
    case 'contracts':
      return readingOfCoverage('its contracts were', evaluated.evidence.coverage.contracts)
    case 'deployments':
      return readingOfCoverage('its deployments were', evaluated.deployments)
  }
}

/** The building sources of a project. Their readings end where the count of its card ends. */
function buildingReading({ evidence }: EvaluatedShips): Reading {
  const counted = meaningfulShips(evidence)
  const { building } = evidence.coverage
  const reading = readingOfCoverage('building was', building)
  if (counted.kind === 'UNKNOWN') return { ...reading, reason: counted.reason }
  const { asOf } = asOfField(counted)
  return asOf === undefined ? reading : { ...reading, what: 'all sources of its ships were', readTo: asOf }
}

/** The readings of a dimension. A dimension without a source was never read, so it has no `readTo`. */
function readingOfCoverage(what: string, { state, observedAt }: DimensionCoverage): Reading {
  if (state === 'MEASURED') return { what }
  return { what, reason: state, ...known({ readTo: lastReadAt({ state, observedAt }) }) }
}
