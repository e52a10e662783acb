import type { ChangeType } from '#contract/events.ts'
import type { ChangeEvent } from '#contract/shapes/change.ts'
import { changeWords } from './words.ts'

/** The name of each type of event wherever people read it. */
const KIND_NAMES: Readonly<Record<ChangeType, string>> = {
  'build.release': 'release',
  'build.ship': 'ship',
  'build.status_changed': 'activity status',
  'build.dormant': 'went dormant',
  'build.resumed': 'back to shipping',
  'build.accelerating': 'shipping faster',
  'build.code_activity': 'code week',
  'build.slowing': 'shipping slower',
  'research.published': 'project page published',
  'research.builder_verified': 'verified as a builder',
  'research.source_added': 'source added',
  'research.source_unavailable': 'source unavailable',
  'research.source_restored': 'source restored',
  'research.source_changed': 'official site changed',
  'research.owner_verified': 'owner verified',
  'research.narrative_assigned': 'narrative assigned',
  'contract.deployed': 'contract deployed',
  'contract.followup_deployed': 'later contract deployed',
  'contract.implementation_changed': 'implementation changed',
  'contract.interface_changed': 'verified interface changed',
  'contract.source_verified': 'contract source verified',
  'contract.source_unverified': 'contract source no longer verified',
  'contract.usage_changed': 'use changed',
  'contract.method_first_observed': 'method called for the first time',
  'contract.method_resumed': 'method called again',
  'market.status_changed': 'market status',
  'market.distribution_changed': 'distribution changed',
  'market.liquidity_moved': 'liquidity moved',
  'market.volume_spike': 'volume rose',
  'token.launch_stage_changed': 'launch stage',
  'token.verification_changed': 'token verification',
  'lock.unlock_due': 'token unlock due',
  'lock.observed': 'token lock observed',
  'lock.withdrawn': 'token lock withdrawn',
  'market_integrity.event': 'market integrity',
}

/** The name of a type of event, for people: `build.code_activity` is "code week". */
export function changeKind(type: ChangeType): string {
  return KIND_NAMES[type]
}

/** The name of an event's type beside its line; undefined where the line has the same words. */
export function changeKindBeside(event: ChangeEvent): string | undefined {
  if (event.type === undefined) return undefined
  const kind = changeKind(event.type)
  const said = wordsOf(changeWords(event))
  return wordsOf(kind).every((word) => said.includes(word)) ? undefined : kind
}

function wordsOf(line: string): readonly string[] {
  return line.toLowerCase().split(/[^a-z0-9]+/)
}
