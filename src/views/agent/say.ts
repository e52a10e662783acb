import { known } from '#contract/known.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { ClaimNote } from '#contract/shapes/claim-note.ts'
import type { Instant } from '#contract/time.ts'
import type { Quoted } from './words.ts'

/** A sentence of an answer to an agent, and whose words it holds. */
export type Said = Pick<AgentClaim, 'statement' | 'words' | 'readsLikeInstruction'>

type Part = Quoted | Said | string | number | null | undefined

/**
 * Writes a sentence: say`Released ${quote(title)}.` A text that is not quoted counts as words of the service, so words
 * of a source must be quoted. A part that is undefined or null is left out.
 */
export function say(parts: TemplateStringsArray, ...values: readonly Part[]): Said {
  const statement = parts.map((part, index) => `${part}${textOf(values[index])}`).join('')
  const said = values.filter((value) => typeof value === 'object' && value !== null)
  const isQuoting = said.some((value) => 'text' in value || value.words !== 'service')
  return {
    statement,
    words: isQuoting ? 'composed' : 'service',
    ...(said.some((value) => value.readsLikeInstruction) && { readsLikeInstruction: true as const }),
  }
}

function textOf(value: Part): string | number {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'object') return value
  return 'text' in value ? value.text : value.statement
}

/** The basis of a claim, from the claim note of its field. Without a note the claim is UNKNOWN. */
export function restingOn(note: ClaimNote | undefined): Omit<AgentClaim, 'statement' | 'words'> {
  if (note === undefined || note.kind === 'UNKNOWN')
    return { kind: 'UNKNOWN', ...known({ reason: note?.reason }) }
  return {
    kind: note.kind,
    ...known({ rule: note.rule, observedAt: note.observed_at, asOf: note.as_of, evidence: note.evidence }),
  }
}

/** The time of an event, with its precision. `occurredAt` is absent where no source dates the event. */
export function occurred(
  at: Instant | null | undefined,
  precision?: AgentClaim['precision'],
): Pick<AgentClaim, 'occurredAt' | 'precision'> {
  return {
    ...(at === null || at === undefined ? {} : { occurredAt: at }),
    ...known({ precision }),
  }
}

/** US dollars as they are written in a sentence, with every recorded digit. */
export function usd(value: number): string {
  const [whole = '', part] = `${value}`.split('.')
  if (/e/.test(`${value}`)) return `USD ${value}`
  return `USD ${BigInt(whole).toLocaleString('en-US')}${part === undefined ? '' : `.${part}`}`
}
