/** What `svc sandbox do` makes happen. */
export type Happening = { readonly action: string; readonly slug: string }
/** Happenings that cause an event of a type, the first that can; or the commands that show one. */
export type Cause = readonly Happening[] | { readonly instead: string }

/** The cause of each type of event that the service delivers. */
export const CAUSES = {
  'build.release': to('release', 'lumen', 'marlow'),
  'build.ship': to('prerelease', 'twinfalls', 'lumen'),
  'build.status_changed': to('release', 'oldmill', 'stillpond', 'palisade', 'quillpad'),
  'build.resumed': {
    instead: `A dormant project has to ship again. ${inPast('build.resumed')}`,
  },
  'build.dormant': {
    instead: 'A project is dormant after weeks without a ship: svc sandbox advance 60d',
  },
  'build.accelerating': {
    instead:
      'It takes several ships: svc sandbox do release burrow, a few times, then svc sandbox advance 1d',
  },
  'research.published': { instead: 'The operator publishes: svc project publish undertow' },
  'research.builder_verified': {
    instead:
      'It takes work on three days: svc sandbox do release hedgerow, then svc sandbox advance 1d, three times',
  },
  'research.source_added': {
    instead: 'The catalogue adds sources: add one to a project file, then svc catalogue apply DIRECTORY',
  },
  'research.source_unavailable': {
    instead:
      'Two failed reads an hour apart show it: svc sandbox do source-down opaline, then twice svc sandbox advance 2h',
  },
  'research.source_restored': {
    instead:
      'It ends an outage: cause research.source_unavailable, then svc sandbox do source-up opaline and svc sandbox advance 2h',
  },
  'research.source_changed': to('site-change', 'lumen', 'marlow'),
  'contract.deployed': {
    instead: 'A token is launched once, before its project is listed: add a project with svc catalogue apply',
  },
  'contract.followup_deployed': to('deploy', 'lumen', 'gantry'),
  'contract.implementation_changed': to('upgrade', 'gantry', 'stackyard'),
  'contract.source_verified': {
    instead: `A contract has to be verified that was read without source. ${inPast('contract.source_verified')}`,
  },
  'contract.interface_changed': {
    instead: `An explorer has to publish another interface of a contract. ${inPast('contract.interface_changed')}`,
  },
  'token.verification_changed': {
    instead: `A site has to name another token, or none. ${inPast('token.verification_changed')}`,
  },
  'token.launch_stage_changed': to('launch-stage', 'burrow'),
  'market_integrity.event': {
    instead: `It is concluded of several days of a market. ${inPast('market_integrity.event')}`,
  },
  'market.status_changed': [...to('liquidity-gone', 'lumen'), ...to('liquidity-back', 'lumen')],
  'lock.observed': to('lock', 'saltlock', 'lumen'),
  'lock.unlock_due': to('lock', 'saltlock', 'lumen'),
  'lock.withdrawn': to('withdraw-lock', 'saltlock', 'lumen'),
  'event.retracted': { instead: 'Hiding a project retracts its events: svc project hide marlow' },
} satisfies Readonly<Record<string, Cause>>

function inPast(type: string): string {
  return `Forward those of the sandbox's past, if it has any: svc webhooks listen --forward URL --after c1.0 --types ${type}`
}

function to(action: string, ...slugs: readonly string[]): readonly Happening[] {
  return slugs.map((slug) => ({ action, slug }))
}
