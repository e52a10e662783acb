import { IMPLIED_TYPES, refusedType, UNCAUSED_TYPES } from '#contract/events.ts'
import { refuse } from '#operator/refusal.ts'

/** What `svc sandbox do` makes happen. */
export type Happening = { readonly action: string; readonly slug: string }
/** What causes an event of a type: one step of the sandbox, to the first of these projects that can, or other commands. */
type Cause = { readonly action: string; readonly slugs: readonly string[] } | { readonly instead: string }

/** The cause of each type that is delivered and has one. */
const CAUSES: Readonly<Record<string, Cause>> = {
  'build.release': { action: 'release', slugs: ['lumen', 'marlow'] },
  'build.ship': { action: 'prerelease', slugs: ['twinfalls', 'lumen'] },
  'contract.followup_deployed': { action: 'deploy', slugs: ['lumen', 'gantry'] },
  'contract.implementation_changed': { action: 'upgrade', slugs: ['gantry', 'stackyard'] },
  'contract.source_verified': { action: 'upgrade', slugs: ['gantry', 'stackyard'] },
  'research.source_changed': { action: 'site-change', slugs: ['lumen', 'marlow'] },
  'lock.observed': { action: 'lock', slugs: ['saltlock', 'lumen'] },
  'lock.unlock_due': { action: 'lock', slugs: ['saltlock', 'lumen'] },
  'lock.withdrawn': { action: 'withdraw-lock', slugs: ['saltlock', 'lumen'] },
  'build.status_changed': { action: 'release', slugs: ['oldmill', 'stillpond'] },
  'event.retracted': { action: 'delete-release', slugs: ['marlow', 'lumen'] },
}

/** Where an event of a type can happen. @throws Refusal with the reason when one step of the sandbox does not cause it */
export function causesOf(type: string): readonly Happening[] {
  if (type === 'ping') refuse('ping is caused by a subscription: POST /api/webhooks/{id}/ping')
  const refused = Object.hasOwn(IMPLIED_TYPES, type)
    ? undefined
    : refusedType(type, { marketIntegrity: true })
  if (refused !== undefined) refuse(`${type} is never delivered: ${refused.message}`)
  if (UNCAUSED_TYPES.some((uncaused) => uncaused === type))
    refuse(`Nothing causes ${type} yet: the service records nothing that such an event follows from`)
  const cause = Object.hasOwn(CAUSES, type) ? CAUSES[type] : undefined
  if (cause === undefined) throw new Error(`${type} has no entry in the causes`)
  if ('instead' in cause) refuse(`One step of the sandbox does not cause ${type}. ${cause.instead}`)
  return cause.slugs.map((slug) => ({ action: cause.action, slug }))
}
