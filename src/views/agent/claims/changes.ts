import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { ChangeEvent } from '#contract/shapes/change.ts'
import { occurred, say } from '../say.ts'
import { soundItems } from '../sound-items.ts'
import { quote } from '../words.ts'
import { EVIDENCE_SHOWN } from './noted.ts'

/** The evidence ids of what a rule concluded. */
const CONCLUDED = /^(?:state|signal|integrity):/

/** Each event of the ledger as a claim, in the given order. A withdrawn event says to drop the copy, and nothing else. */
export function changeClaims(events: readonly ChangeEvent[]): readonly AgentClaim[] {
  return soundItems(events).map(changeClaim)
}

function changeClaim(event: ChangeEvent): AgentClaim {
  const value = { eventId: event.id, revision: event.revision }
  const { evidence = [], project, summaryCurrent } = event
  if (event.op === 'retract' || summaryCurrent === undefined)
    return {
      kind: 'FACT',
      ...say`An event was withdrawn. Drop your copy of it.`,
      ...{ value, observedAt: event.recordedAt },
    }
  const whose = project == null ? undefined : say`${quote(project.name)}, `
  return {
    kind: evidence.some((id) => CONCLUDED.test(id)) ? 'DERIVED' : 'FACT',
    ...say`${whose}${event.type}: ${quote(summaryCurrent)}`,
    value,
    ...(event.detectedAt === undefined ? {} : { observedAt: event.detectedAt }),
    ...occurred(event.occurredAt, event.precision),
    ...(evidence.length === 0 ? {} : { evidence: evidence.slice(0, EVIDENCE_SHOWN) }),
  }
}
