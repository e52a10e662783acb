import { CHAIN_ID, type ContractAddress } from '#contract/ids.ts'
import type { Output } from '#contract/operations/index.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { SnapshotLock } from '#contract/shapes/snapshot.ts'
import type { Site } from '../../site/links.ts'
import { capitalised } from '../../words/figures.ts'
import { restingOn, say, usd } from '../say.ts'
import { EVIDENCE_SHOWN, type FieldWithNote, notedClaim, shippedFields } from './noted.ts'
import { whoseActivity } from './verification.ts'

type Snapshot = Output<'snapshot'>

/** The claims of a snapshot, in this order: building, verification, locks, market and use. */
export function snapshotClaims(snapshot: Snapshot, site: Site): readonly AgentClaim[] {
  return [
    ...buildClaims(snapshot, site),
    ...verificationClaims(snapshot, site),
    // Claims that do not fit are left out from the end. Market figures are only context, so they come after the locks.
    ...lockClaims(snapshot),
    ...snapshotMarketClaims(snapshot, site),
    ...useClaims(snapshot, site),
  ]
}

/** Whether the project ships, what it shipped last, and how much. */
export function buildClaims(snapshot: Snapshot, site: Site): readonly AgentClaim[] {
  const { build, claims, freshness, verification } = snapshot
  const { asOf } = freshness
  const whose = whoseActivity(verification.activityAppliesToToken)
  const fields: readonly FieldWithNote[] = [
    {
      name: 'Activity status',
      note: claims['status'],
      fact: 'activity.status',
      asOf,
      says: `${build.status}${whose}. ${build.statusHelp}`,
      value: build.status,
    },
    ...shippedFields({ ...build, claims, asOf }, capitalised),
    {
      name: 'Under the radar',
      note: claims['underTheRadar'],
      fact: 'discovery_gap',
      says: `${build.underTheRadar.value}.`,
      value: build.underTheRadar.value,
      asOf: build.rankedAt,
    },
  ]
  return claimsOf(fields, snapshot, { site, freshness: build.state })
}

/**
 * Whether the project itself names its token, and how far the project is researched. If the question asks about another
 * contract, the claim names the token's contract.
 */
export function verificationClaims(
  snapshot: Snapshot,
  site: Site,
  asked?: ContractAddress,
): readonly AgentClaim[] {
  const { verification, claims, freshness, identity } = snapshot
  const { asOf } = freshness
  const level: FieldWithNote = {
    name: 'Research level',
    note: claims['researchLevel'],
    fact: 'research.level',
    asOf,
    says: `${verification.researchLevel}.`,
    value: verification.researchLevel,
  }
  if (identity.token === undefined)
    return claimsOf([level], snapshot, { site, freshness: verification.state })
  const own = `${CHAIN_ID}:${identity.token.contract}`
  const isOther = asked !== undefined && asked !== identity.token.contract
  const { tokenVerification: status, tokenVerificationReason: because } = verification
  const token: FieldWithNote = {
    name: isOther ? `Token verification of ${own}` : 'Token verification',
    note: claims['tokenVerification'],
    fact: 'token.verification',
    asOf,
    says: `${status}${because === undefined ? '' : ` (${because})`}.`,
    value: status,
  }
  return claimsOf([token, level], snapshot, { site, freshness: verification.state })
}

/** The market of the token, each figure with its provider and the time of its reading. No status uses these figures. */
export function snapshotMarketClaims(snapshot: Snapshot, site: Site): readonly AgentClaim[] {
  const { market, claims, freshness, identity } = snapshot
  if (identity.token === undefined) return []
  const { valuation, valuationWithheld, liquidity, volume24h } = market
  const fields: readonly FieldWithNote[] = [
    {
      name: 'Market status',
      note: claims['marketStatus'],
      fact: 'market.status',
      says: `${market.status}.`,
      value: market.status,
      observedAt: market.observedAt,
      asOf: freshness.asOf,
    },
    {
      name: 'Valuation',
      note: claims['marketCap'],
      fact: 'market.valuation',
      value: valuation,
      says: `${valuation?.kind} of ${valuation && usd(valuation.value)} by ${valuation?.provider}, read ${valuation?.observedAt}.`,
      observedAt: valuation?.observedAt,
      asOf: freshness.asOf,
      ...(valuationWithheld === undefined ? {} : { because: `withheld, ${valuationWithheld}` }),
    },
    {
      name: 'Liquidity',
      note: claims['liquidity'],
      value: liquidity,
      says: `${liquidity && usd(liquidity.value)} by ${liquidity?.provider}.`,
    },
    {
      name: 'Volume in 24 hours',
      note: claims['volume24h'],
      value: volume24h,
      says: `${volume24h && usd(volume24h.value)} by ${volume24h?.provider}.`,
    },
  ]
  return claimsOf(fields, snapshot, { site, freshness: market.state })
}

/** The calls of the project's contracts that a verified interface decodes. */
export function useClaims(snapshot: Snapshot, site: Site): readonly AgentClaim[] {
  const { onChainUse: use, claims, freshness } = snapshot
  const field: FieldWithNote = {
    name: 'Decoded calls of its contracts',
    note: claims['onChainUse'],
    asOf: freshness.asOf,
    says: `${use.calls} in ${daysOf(use)}. ${use.scope}`,
    value: use.calls,
  }
  return claimsOf([field], snapshot, { site, freshness: use.state })
}

/** The days whose calls were counted, in words. */
function daysOf({ days, from, to }: Snapshot['onChainUse']): string {
  return from === undefined || to === undefined
    ? `${days} whole days`
    : `${days} whole days, ${from} to ${to}`
}

/** The locks of the token in registered lockers: their number, and the first to unlock after the evaluation. */
export function lockClaims({ locks, claims, freshness: { asOf } }: Snapshot): readonly AgentClaim[] {
  const { total, items = [], state, scope } = locks
  if (total === undefined)
    return state === 'MEASURED' || state === 'NOT_APPLICABLE'
      ? []
      : [{ kind: 'UNKNOWN', ...say`Token locks: unknown. ${scope}`, reason: state }]
  const standing = items.filter(({ withdrawn }) => !withdrawn)
  const next = standing.find(({ unlockAt }) => asOf === undefined || unlockAt > asOf)
  const first = next ?? standing[0] ?? items[0]
  const { evidence = [], ...rest } = restingOn(claims['locks'])
  return [
    {
      ...rest,
      ...(next === undefined
        ? say`Token locks recorded: ${total}${noneWords(items, standing)}. ${scope}`
        : say`Token locks recorded: ${total}. The next to unlock holds ${next.amount} of the smallest unit and unlocks at ${next.unlockAt}.`),
      value: total,
      freshness: state,
      ...(first === undefined
        ? { evidence: evidence.slice(0, EVIDENCE_SHOWN) }
        : { observedAt: first.observedAt, evidence: [first.id] }),
    },
  ]
}

function noneWords(recorded: readonly SnapshotLock[], standing: readonly SnapshotLock[]): string {
  if (recorded.length === 0) return ''
  return standing.length === 0 ? ', none of them standing' : ', the first of them past its unlock time'
}

function claimsOf(
  fields: readonly FieldWithNote[],
  { identity }: Snapshot,
  { site, freshness }: { readonly site: Site; readonly freshness: NonNullable<FieldWithNote['freshness']> },
): readonly AgentClaim[] {
  return fields.map((field) => notedClaim({ ...field, freshness }, { slug: identity.slug, site }))
}
