import type { ContractAddress, Slug } from '#contract/ids.ts'
import type { PartnerCard } from '#contract/shapes/partner-card.ts'
import { toInstant } from '#contract/time.ts'
import type { CardRecord } from '#domain/project/card-record.ts'
import { partnerCard } from '#views/cards/partner-card.ts'
import { KNOWN } from './card-evidence.ts'

/** The time at which the card is read and its score was made. */
export const CARD_AT = toInstant('2026-11-19T12:00:00Z')
const ADDRESS = '0x4c1d3f2a9b8e7d6c5b4a39281706f5e4d3c2b1a0' as ContractAddress

/** A card of which everything is known, except for what `record` changes. */
export function cardOf(
  record: Partial<CardRecord>,
  { integration, now = CARD_AT }: { readonly integration?: string; readonly now?: typeof CARD_AT } = {},
): PartnerCard {
  const known: CardRecord = {
    project: { slug: 'lumen' as Slug, name: 'Lumen' },
    evidence: KNOWN,
    scoredAt: CARD_AT,
    latestChange: null,
    ledgerRanAt: CARD_AT,
  }
  return partnerCard(
    { address: ADDRESS, integration, record: { ...known, ...record } },
    { now, site: { baseUrl: 'https://svc.example' } },
  )
}
