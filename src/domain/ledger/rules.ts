import type { ChangeType, UNCAUSED_TYPES } from '#contract/events.ts'
import { keysOf } from '#contract/keyed.ts'
import { type Instant, msOf } from '#contract/time.ts'
import * as build from './build.ts'
import * as contracts from './contracts.ts'
import type { ChangeDraft, UntypedDraft } from './draft.ts'
import type { LedgerEvidence } from './evidence.ts'
import { draftFindings } from './findings.ts'
import * as locks from './locks.ts'
import * as market from './market.ts'
import * as methods from './methods.ts'
import { draftMoves } from './moves.ts'
import * as research from './research.ts'
import { sourceChanged } from './sites.ts'
import * as sources from './sources.ts'
import { launchStageChanged } from './token.ts'

type Rule = (evidence: LedgerEvidence, now: Instant) => readonly UntypedDraft[]

/** The event types that no record causes yet, each with the record that would cause it. */
export const UNCAUSED: Readonly<Record<(typeof UNCAUSED_TYPES)[number], string>> = {
  'market.distribution_changed': 'two readings of the holders of a token, who are never read',
}

/** The rule of each event type. The compiler requires every type here or in `UNCAUSED`. */
export const RULES: { readonly [T in Exclude<ChangeType, keyof typeof UNCAUSED>]: Rule } = {
  'build.release': build.released,
  'build.ship': build.shipped,
  'build.code_activity': build.weeksWithCode,
  'build.dormant': (evidence) => build.statusMoves(evidence, (to) => to === 'DORMANT'),
  'build.resumed': (evidence) => build.statusMoves(evidence, (to) => to === 'RESUMED'),
  'build.status_changed': (evidence) =>
    build.statusMoves(evidence, (to) => to !== 'DORMANT' && to !== 'RESUMED'),
  'build.accelerating': (evidence) => draftFindings('accelerating', evidence),
  'build.slowing': (evidence) => draftFindings('slowing', evidence),
  'research.published': research.firstPublished,
  'research.builder_verified': research.builderVerified,
  'research.owner_verified': research.ownerVerified,
  'research.narrative_assigned': research.narrativeAssigned,
  'research.source_added': sources.sourceAdded,
  'research.source_unavailable': sources.sourceUnavailable,
  'research.source_restored': sources.sourceRestored,
  'research.source_changed': sourceChanged,
  'contract.deployed': contracts.deployed,
  'contract.followup_deployed': contracts.followUps,
  'contract.implementation_changed': contracts.implementationChanged,
  'contract.interface_changed': (evidence) => contracts.verified('changed', evidence),
  'contract.source_verified': (evidence) => contracts.verified('first', evidence),
  'contract.source_unverified': contracts.sourceUnverified,
  'contract.usage_changed': methods.usageChanged,
  'contract.method_first_observed': methods.methodFirstObserved,
  'contract.method_resumed': methods.methodResumed,
  // INSUFFICIENT_DATA is unknown: a move to or from it is no event.
  'market.status_changed': (evidence) => draftMoves('market.status', evidence),
  'market.liquidity_moved': market.liquidityMoved,
  'market.volume_spike': (evidence) => draftFindings('volume_spike', evidence),
  'market_integrity.event': market.integrityMoved,
  'token.launch_stage_changed': launchStageChanged,
  // The first check of a token is no event.
  'token.verification_changed': (evidence) => draftMoves('token.verification', evidence),
  'lock.observed': locks.observed,
  'lock.unlock_due': locks.unlockDue,
  'lock.withdrawn': locks.withdrawn,
}

/**
 * The events that the ledger should have for a project now, ordered by time, then by block, transaction and log. Empty
 * for a project that is not published.
 */
export function draftsOf(evidence: LedgerEvidence, now: Instant): readonly ChangeDraft[] {
  if (evidence.state !== 'published') return []
  const types = keysOf(RULES)
  return types
    .flatMap((type) => RULES[type](evidence, now).map((draft): ChangeDraft => ({ ...draft, type })))
    .toSorted(inOrder)
}

/** Order of the ledger: by time, then by position in the chain, then by id. */
export function inOrder(a: ChangeDraft, b: ChangeDraft): number {
  return timeOf(a) - timeOf(b) || comparePlaces(a.order, b.order) || (a.id < b.id ? -1 : 1)
}

/** Chain order; at the same instant, events without a position in the chain come last. */
function comparePlaces(a: readonly number[], b: readonly number[]): number {
  const gaps = a.flatMap((value, index) => {
    const other = b[index]
    return other === undefined || other === value ? [] : [value - other]
  })
  const [first] = gaps
  return first === undefined ? b.length - a.length : first
}

function timeOf({ occurredAt, detectedAt }: ChangeDraft): number {
  return msOf(occurredAt === null ? detectedAt : occurredAt)
}
