import { type DeliveredType, type IMPLIED_TYPES, refusedType } from '#contract/events.ts'
import { refuse } from '#operator/refusal.ts'
import { type Cause, type Happening, CAUSES as OF_SANDBOX } from '#sandbox/actions/causes.ts'

type CausedType = DeliveredType | Exclude<keyof typeof IMPLIED_TYPES, 'ping'>

/** The cause of each type that is delivered. The compiler requires every type in the sandbox's table. */
const CAUSES: { readonly [T in CausedType]: Cause } = OF_SANDBOX

/** The types that a step of the sandbox causes. */
const TRIGGERED = Object.entries(CAUSES)
  .filter(([, cause]) => !('instead' in cause))
  .map(([type]) => type)

/** Happenings to try for an event of a type. @throws Refusal with the reason when no step of the sandbox causes one */
export function happeningsOf(type: string): readonly Happening[] {
  if (type === 'ping') refuse('ping is no event: POST /api/webhooks/{id}/ping sends one')
  if (!isCaused(type)) return refuseUndelivered(type)
  const cause = CAUSES[type]
  if ('instead' in cause) refuse(`No single step of the sandbox causes ${type}. ${cause.instead}`)
  return cause
}

function isCaused(type: string): type is CausedType {
  return Object.hasOwn(CAUSES, type)
}

function refuseUndelivered(type: string): never {
  const refused = refusedType(type, { marketIntegrity: true })
  if (refused === undefined) throw new Error(`${type} is delivered, and has no cause`)
  const known = refused.reason === 'unknown_type' ? ` Expected one of ${TRIGGERED.join(', ')}` : ''
  refuse(`${type} is never delivered: ${refused.message}${known}`)
}
