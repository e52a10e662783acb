import { type ChangeType, IMPLIED_TYPES, refusedType } from '#contract/events.ts'
import { refuse } from '#operator/refusal.ts'
import { type Cause, causeInWords, type Happening, CAUSES as OF_SANDBOX } from '#sandbox/actions/causes.ts'

type CausedType = ChangeType | Exclude<keyof typeof IMPLIED_TYPES, 'ping'>

/** The cause of each event type in the sandbox. The compiler requires every type in the sandbox's table. */
export const CAUSES: { readonly [T in CausedType]: Cause } = OF_SANDBOX

/** The delivered types whose events a single happening of the sandbox causes. */
const TRIGGERED = Object.entries(CAUSES)
  .filter(([type, cause]) => isSingle(cause) && isDelivered(type))
  .map(([type]) => type)

/** Happenings to try for an event of a type. @throws Refusal with the reason when no single happening causes one */
export function happeningsOf(type: string): readonly Happening[] {
  if (type === 'ping') refuse('ping is no event: POST /api/webhooks/{id}/ping sends one')
  if (!isCaused(type) || !isDelivered(type)) return refuseUndelivered(type)
  const cause: Cause = CAUSES[type]
  if (isSingle(cause)) return cause
  return refuse(`No single step of the sandbox causes ${type}. ${causeInWords(cause, type)}`)
}

/** Whether a single happening causes the event. */
export function isSingle(cause: Cause): cause is readonly Happening[] {
  return Array.isArray(cause)
}

function isCaused(type: string): type is CausedType {
  return Object.hasOwn(CAUSES, type)
}

function isDelivered(type: string): boolean {
  return Object.hasOwn(IMPLIED_TYPES, type) || refusedType(type, { marketIntegrity: true }) === undefined
}

function refuseUndelivered(type: string): never {
  const refused = refusedType(type, { marketIntegrity: true })
  if (refused === undefined) throw new Error(`${type} is delivered, and has no cause`)
  const known = refused.reason === 'unknown_type' ? ` Expected one of ${TRIGGERED.join(', ')}` : ''
  refuse(`${type} is never delivered: ${refused.message}${known}`)
}
