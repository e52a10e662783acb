import { type Claim, orNull } from '#contract/claim.ts'
import { DISCLAIMERS } from '#contract/disclaimers.ts'
import { CHAIN_ID, type ContractAddress, type Slug } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import type { TokenLookup } from '#contract/shapes/token-lookup.ts'
import type { Instant } from '#contract/time.ts'
import type { CardEvidence } from '#domain/project/card-evidence.ts'
import type { ListedToken } from '#domain/project/project-list.ts'
import { ACTIVITY_WORDS } from '#domain/ships/activity-words.ts'
import { activityStatusField } from '../cards/card-fields.ts'
import { lastShipField, tokenIdentity } from '../cards/project-card.ts'
import { projectReference } from '../project/reference.ts'
import type { ViewDeps } from '../site/links.ts'
import { claimNote } from '../words/claim-note.ts'

/** The lookup of an unpublished contract, with the reason. */
export function unknownToken(
  contract: ContractAddress,
  reason: NonNullable<TokenLookup['reason']>,
): TokenLookup {
  return { status: 'unknown', reason, chainId: CHAIN_ID, contract, disclaimer: DISCLAIMERS.card }
}

/** The lookup of a published token; unknown fields are absent. */
export function publishedToken(
  record: {
    readonly token: ListedToken
    readonly project: { readonly slug: Slug; readonly name: string }
    readonly evidence: CardEvidence
    readonly scoredAt: Instant | null
  },
  { now, site }: ViewDeps,
): TokenLookup {
  const { evidence, project, scoredAt } = record
  const status = activityStatusField(evidence.activity)
  const verified = orNull(evidence.tokenVerification)
  const level = orNull(evidence.researchLevel)
  return {
    status: 'published',
    ...tokenIdentity(record.token),
    project: { ...projectReference(project, site), ...lastShipField(evidence.latestMeaningfulShip, now) },
    ...(verified === null
      ? {}
      : {
          tokenVerification: verified.status,
          tokenVerificationReason: verified.reason,
          activityAppliesToToken: verified.status !== 'MISMATCH',
        }),
    activityStatus: status,
    activityLabel: ACTIVITY_WORDS[status].label,
    activityMeasured: evidence.activityMeasured,
    ...known({ researchLevel: level, asOf: scoredAt }),
    claims: notes({
      activityStatus: evidence.activity,
      tokenVerification: evidence.tokenVerification,
      researchLevel: evidence.researchLevel,
      lastShip: evidence.latestMeaningfulShip,
    }),
    disclaimer: DISCLAIMERS.card,
  }
}

function notes(claims: Readonly<Record<string, Claim<unknown>>>): NonNullable<TokenLookup['claims']> {
  return Object.fromEntries(Object.entries(claims).map(([field, claim]) => [field, claimNote(claim)]))
}
