import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { ChangeEvent } from '#contract/shapes/change.ts'
import { soundItems } from '../sound-items.ts'
import { quote } from '../words.ts'
import { composed } from './noted.ts'

/** The evidence ids of what a rule concluded. */
const CONCLUDED = /^(?:state|signal|integrity):/
const EVIDENCE_SHOWN = 3

/** Each event of the ledger as a claim, in the given order. A withdrawn event says to drop the copy, and nothing else. */
export function changeClaims(events: readonly ChangeEvent[]): readonly AgentClaim[] {
  return soundItems(events).map(changeClaim)
}

function changeClaim(event: ChangeEvent): AgentClaim {
  const value = { eventId: event.id, revision: event.revision }
  const { evidence = [], project, summaryCurrent } = event
  if (event.op === 'retract' || summaryCurrent === undefined)
    return {
      ...{ statement: 'An event was withdrawn. Drop your copy of it.', words: 'service', kind: 'FACT' },
      ...{ value, observedAt: event.recordedAt },
    }
  const summary = quote(summaryCurrent)
  const name = project == null ? undefined : quote(project.name)
  return {
    statement: `${name === undefined ? '' : `${name.text}, `}${event.type}: ${summary.text}`,
    ...composed({
      readsLikeInstruction: summary.readsLikeInstruction || name?.readsLikeInstruction === true,
    }),
    kind: evidence.some((id) => CONCLUDED.test(id)) ? 'DERIVED' : 'FACT',
    value,
    ...(event.detectedAt === undefined ? {} : { observedAt: event.detectedAt }),
    ...(event.occurredAt == null ? {} : { occurredAt: event.occurredAt }),
    ...(event.precision === undefined ? {} : { precision: event.precision }),
    ...(evidence.length === 0 ? {} : { evidence: evidence.slice(0, EVIDENCE_SHOWN) }),
  }
}
