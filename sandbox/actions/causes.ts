/** An action on a member, as `svc sandbox do` runs it. */
export type Happening = { readonly action: string; readonly slug: string }
/** An action, or a move of the clock by `svc sandbox advance`. */
export type Step = Happening | { readonly advance: string; readonly unread?: true }

/**
 * The cause of an event type: actions, of which the first that is possible is enough; steps in order; the past that the
 * sandbox replays; a command of the operator; or the reason why nothing causes it.
 */
export type Cause =
  | readonly Happening[]
  | { readonly steps: readonly Step[] }
  | { readonly past: string }
  | { readonly operator: string }
  | { readonly never: string }

/** The cause of each type of event in the sandbox. */
export const CAUSES = {
  'build.release': to('release', 'lumen', 'marlow'),
  'build.ship': to('prerelease', 'twinfalls', 'lumen'),
  'build.status_changed': to('release', 'oldmill', 'stillpond', 'palisade', 'quillpad'),
  'build.resumed': { past: 'A dormant project has to ship again.' },
  'build.dormant': { past: 'A project is dormant after weeks without a ship.' },
  'build.accelerating': { past: 'It takes several ships in little time.' },
  'build.code_activity': { past: 'A week with code changes has to end.' },
  'build.slowing': { past: 'It takes weeks with fewer ships than the weeks before.' },
  'research.published': { past: 'The operator publishes: svc project publish undertow.' },
  'research.builder_verified': steps(
    ...Array.from({ length: 3 }, () => [on('release', 'hedgerow'), '1d']).flat(),
  ),
  'research.source_added': { past: 'The catalogue adds a source to a published project.' },
  'research.source_unavailable': steps(on('source-down', 'opaline'), '2h', '2h'),
  'research.source_restored': steps(
    on('source-down', 'opaline'),
    '2h',
    '2h',
    on('source-up', 'opaline'),
    '1d',
  ),
  'research.source_changed': to('site-change', 'lumen', 'marlow'),
  'research.owner_verified': { past: 'The catalogue has a text that the deployer signed.' },
  'research.narrative_assigned': { past: 'The catalogue assigns narratives.' },
  'contract.deployed': { past: 'A token is launched once, before its project is listed.' },
  'contract.followup_deployed': to('deploy', 'lumen', 'gantry'),
  'contract.implementation_changed': to('upgrade', 'gantry', 'stackyard'),
  'contract.interface_changed': to('change-interface', 'gantry', 'copperleaf', 'lumen'),
  'contract.source_verified': to('verify-source', 'stackyard', 'copperleaf'),
  'contract.source_unverified': steps(on('withdraw-source', 'saltlock'), '1d', '1d'),
  'contract.usage_changed': steps(on('call-often', 'saltlock'), '8d'),
  'contract.method_first_observed': to('call-untouched', 'gantry', 'copperleaf'),
  'contract.method_resumed': steps(
    on('call-untouched', 'copperleaf'),
    { advance: '31d', unread: true },
    on('call-untouched', 'copperleaf'),
    '1d',
  ),
  'market.status_changed': steps(on('liquidity-gone', 'lumen'), '2d'),
  'market.distribution_changed': { never: 'It would take two readings of holders, who are never read.' },
  'market.liquidity_moved': steps('6d', on('liquidity-gone', 'marlow'), '3d'),
  'market.volume_spike': steps('6d', on('volume-spike', 'gantry'), '2d'),
  'market_integrity.event': { past: 'It is concluded of several days of a market.' },
  'token.launch_stage_changed': to('launch-stage', 'burrow'),
  'token.verification_changed': to('name-another-token', 'opaline', 'marlow'),
  'lock.observed': to('lock', 'saltlock', 'lumen'),
  'lock.unlock_due': to('lock', 'saltlock', 'lumen'),
  'lock.withdrawn': to('withdraw-lock', 'saltlock', 'lumen'),
  'event.retracted': { operator: 'Hiding a project retracts its events: svc project hide marlow' },
} as const satisfies Readonly<Record<string, Cause>>

/** The words for an event type that no single action causes. */
export function causeInWords(cause: Exclude<Cause, readonly Happening[]>, type: string): string {
  if ('never' in cause) return cause.never
  if ('operator' in cause) return cause.operator
  if ('past' in cause)
    return `${cause.past} Forward those of the sandbox's past: svc webhooks listen --forward URL --after c1.0 --types ${type}`
  return `It takes several steps: ${cause.steps.map(commandOf).join(', then ')}`
}

function commandOf(step: Step): string {
  if ('action' in step) return `svc sandbox do ${step.action} ${step.slug}`
  return `svc sandbox advance ${step.advance}${step.unread === true ? ' --unread' : ''}`
}

function to(action: string, ...slugs: readonly string[]): readonly Happening[] {
  return slugs.map((slug) => on(action, slug))
}

function on(action: string, slug: string): Happening {
  return { action, slug }
}

/** Steps in order. A text is a time by which the clock moves. */
function steps(...given: readonly (Step | string)[]): { readonly steps: readonly Step[] } {
  return { steps: given.map((step) => (typeof step === 'string' ? { advance: step } : step)) }
}
