import { known } from '#contract/known.ts'
import { LIMITS } from '#contract/limits.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { ChangeEvent } from '#contract/shapes/change.ts'
import { countOfClaims } from '../fit.ts'
import { occurred, say } from '../say.ts'
import { quoteWords } from '../words.ts'
import { EVIDENCE_SHOWN } from './noted.ts'

/** Prefixes of the evidence ids of conclusions. */
const CONCLUDED = /^(?:state|signal|integrity):/

/** A change that rests on a conclusion is derived; any other is a recorded fact. */
export function kindOfChange(evidence: readonly string[]): 'FACT' | 'DERIVED' {
  return evidence.some((id) => CONCLUDED.test(id)) ? 'DERIVED' : 'FACT'
}

/**
 * Each event of the ledger as a claim, in the given order. The claim of a withdrawn event gives only the id of the copy
 * to drop.
 */
export function changeClaims(events: readonly ChangeEvent[]): readonly AgentClaim[] {
  return events.map(changeClaim)
}

/** Maximum bytes of the claims in an answer of a tool. The rest is for the frame of the answer and its unknowns. */
const CLAIM_BYTES = LIMITS.agentBytes - 4_000

/**
 * How many of these events, from the first on, fit in an answer of every surface. The claim of one event always fits,
 * because its words and its evidence are bounded.
 */
export function countOfEvents(events: readonly ChangeEvent[]): number {
  const entries = events.map((event) => changeClaims([event]))
  return countOfClaims(entries, CLAIM_BYTES)
}

function changeClaim(event: ChangeEvent): AgentClaim {
  const value = { eventId: event.id, revision: event.revision }
  const { evidence = [], project, summary } = event
  // Only a withdrawn event has no summary.
  if (summary === undefined)
    return {
      kind: 'FACT',
      ...say`Event ${event.id} was withdrawn (revision ${event.revision}). Drop your copy of it.`,
      value,
      observedAt: event.recordedAt,
    }
  const whose = project == null ? undefined : say`${quoteWords(project.name)}, `
  return {
    kind: kindOfChange(evidence),
    ...say`${whose}${event.type}: ${quoteWords(summary)}`,
    value,
    ...known({ observedAt: event.detectedAt }),
    ...occurred(event.occurredAt, event.precision),
    ...(evidence.length === 0 ? {} : { evidence: evidence.slice(0, EVIDENCE_SHOWN) }),
  }
}
