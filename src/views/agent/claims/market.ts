import { known } from '#contract/known.ts'
import type { AgentClaim } from '#contract/shapes/agent-claim.ts'
import type { ClaimNote } from '#contract/shapes/claim-note.ts'
import type { Market, MarketDay } from '#contract/shapes/market.ts'
import type { Site } from '../../site/links.ts'
import { knownList } from '../known-list.ts'
import { say, usd } from '../say.ts'
import { figureClaim, valuationClaim, withheldClaim } from './figures.ts'
import { EVIDENCE_SHOWN, type FieldWithNote, notedClaim } from './noted.ts'

/** The market status of a project's token, now or at its last reading, and the first day that is recorded. */
export function marketClaims(market: Market, site: Site): AgentClaim[] {
  const { project, state, status, observedAt, claims, valuationWithheld, collectedFrom, from, to, items } =
    market
  const cited = [...new Set(knownList(items.map(({ evidenceId }) => evidenceId)))].slice(0, EVIDENCE_SHOWN)
  const { slug } = project
  const isOfNow = state === 'MEASURED' || observedAt === undefined
  const field: FieldWithNote = {
    name: `${slug} market status ${isOfNow ? 'now' : 'at its last reading'}`,
    note: claims?.['marketStatus'],
    fact: 'market.status',
    says: `${status}.`,
    value: status,
    observedAt,
    freshness: state,
  }
  const standing = notedClaim(field, { slug, site })
  const days: AgentClaim =
    collectedFrom === null
      ? { kind: 'UNKNOWN', ...say`${slug} market from ${from} to ${to}: no day is recorded.` }
      : {
          kind: 'FACT',
          ...say`${slug} market days are recorded from ${collectedFrom}; a day not listed has no reading.`,
          value: { from, to, collectedFrom },
          ...(cited.length > 0 && { evidence: cited }),
        }
  return knownList([standing, valuationWithheld && withheldClaim(slug, 'valuation', valuationWithheld), days])
}

/** The figures of one provider on one day, with the source that its readings cite. */
export function marketDayClaims(slug: string, item: MarketDay): AgentClaim[] {
  const {
    day,
    complete,
    provider,
    evidenceId,
    price,
    liquidity,
    volume24h,
    valuation,
    valuationWithheld,
    doubt,
  } = item
  const evidence = evidenceId && [evidenceId]
  const note: ClaimNote = { kind: 'FACT', ...known({ evidence }) }
  const place = `${slug} on ${day}${complete ? '' : ' (the day is not over)'}`
  return knownList<AgentClaim>([
    price && {
      kind: 'FACT',
      ...say`${place} price: last ${usd(price.last)}, lowest ${usd(price.lowest)}, highest ${usd(price.highest)}, by ${provider}.`,
      value: { day, ...price },
      observedAt: price.observedAt,
      ...known({ evidence }),
    },
    valuation && valuationClaim(place, valuation, note),
    valuationWithheld && withheldClaim(place, 'valuation', valuationWithheld),
    liquidity && figureClaim({ slug: place, name: 'liquidity' }, liquidity, note),
    volume24h && figureClaim({ slug: place, name: 'volume in 24 hours' }, volume24h, note),
    doubt && withheldClaim(place, 'market figures', doubt),
  ])
}
