import { isObject } from '#contract/json-object.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import { knownList } from './known-list.ts'
import { INSTRUCTION_WARNING } from './words.ts'

/**
 * A claim as one line that can be cited alone: its tag, the sentence, its times, its freshness unless that is MEASURED,
 * and its evidence ids.
 */
export function claimLine(claim: AgentClaim): string {
  const { reason, occurredAt, precision, observedAt, asOf, rule, evidence, evidenceTotal } = claim
  const { freshness } = claim
  const event = eventOf(claim)
  const isToldApart = freshness !== 'MEASURED' && freshness !== reason
  const notes = knownList([
    reason && `reason ${reason}`,
    occurredAt && `occurred ${occurredAt}`,
    precision && `precision ${precision}`,
    observedAt && `observed ${observedAt}`,
    asOf && `as of ${asOf}`,
    isToldApart && freshness && `freshness ${freshness}`,
    rule && `rule ${rule}`,
    claim.readsLikeInstruction === true && INSTRUCTION_WARNING,
    event && !evidence?.some((id) => id === event.id) && `event ${event.id} (${event.which})`,
    evidence && evidenceNote({ ids: evidence, total: evidenceTotal, event }),
  ])
  return `${claim.kind} ${claim.statement}${notes.length === 0 ? '' : ` [${notes.join('; ')}]`}`
}

/** An event of the ledger, and which revision of it a claim tells. */
type TellsEvent = { readonly id: string; readonly which: string }

/**
 * The ledger event that a claim tells. A caller keeps, cites and drops its copy by this id. Undefined when the sentence
 * has the id already.
 */
function eventOf({ value, statement }: AgentClaim): TellsEvent | undefined {
  if (!isObject(value) || !('eventId' in value) || !('revision' in value)) return undefined
  const { eventId: id, revision } = value
  if (typeof id !== 'string' || typeof revision !== 'number' || statement.includes(id)) return undefined
  return { id, which: `revision ${revision}${revision > 1 ? ', replaces earlier ones' : ''}` }
}

type NotedEvidence = {
  readonly ids: readonly string[]
  readonly total: number | undefined
  readonly event: TellsEvent | undefined
}

/** The note with the evidence ids of a claim. An id that is also the id of the event stands once. */
function evidenceNote({ ids, total = ids.length, event }: NotedEvidence): string {
  const named = ids.map((id) => (id === event?.id ? `${id} (event, ${event.which})` : id))
  return `evidence ${named.join(' ')}${total > ids.length ? ` and ${total - ids.length} more` : ''}`
}
