import { DISCLAIMERS } from '#contract/disclaimers.ts'
import { type Ignoring, ignoredField } from '#contract/ignored.ts'
import { known } from '#contract/known.ts'
import type { Market, MarketDay } from '#contract/shapes/market.ts'
import type { WithheldReason } from '#contract/shapes/project-card.ts'
import type { MarketDayRecord, MarketRecord } from '#domain/history/history-record.ts'
import type { Span } from '#domain/history/span.ts'
import { marketClaim, marketStatusField } from '../cards/card-fields.ts'
import { tokenIdentity } from '../cards/project-card.ts'
import { projectReference } from '../project/reference.ts'
import type { Site } from '../site/links.ts'
import { claimNote } from '../words/claim-note.ts'

/** The market days of a project's token; a figure that was not given is absent. */
export function market(
  {
    record,
    span,
    ignoredParameters,
  }: Ignoring & {
    readonly record: MarketRecord
    readonly span: Span
  },
  { site }: { readonly site: Site },
): Market {
  const { project, days, collectedFrom } = record
  const { status, observed_at: observedAt } = marketStatusField(project.market)
  return {
    project: projectReference(project, site),
    ...(project.token === null ? {} : { token: tokenIdentity(project.token) }),
    state: project.token === null ? 'NOT_APPLICABLE' : project.coverage.market.state,
    status,
    ...known({ observedAt }),
    claims: { marketStatus: claimNote(marketClaim(project)) },
    ...known({ valuationWithheld: project.valuationWithheld }),
    from: span.from,
    to: span.to,
    collectedFrom,
    items: days.map(dayOf),
    ...ignoredField({ ignoredParameters }),
    disclaimer: DISCLAIMERS.market,
  }
}

function dayOf(record: MarketDayRecord): MarketDay {
  const { day, complete, provider, sourceId, readings, status, withheld, price, valuation, doubt } = record
  const figure = (name: 'liquidity' | 'volume24h', given: MarketDayRecord['liquidityUsd']) =>
    given === null ? {} : { [name]: { value: given.value, provider, observedAt: given.at } }
  return {
    day,
    complete,
    provider,
    readings,
    ...known({ status, doubt, evidenceId: sourceId }),
    ...(price === null ? {} : { price: { ...price.value, provider, observedAt: price.at } }),
    ...figure('liquidity', record.liquidityUsd),
    ...figure('volume24h', record.volume24hUsd),
    ...(valuation === null ? {} : valuationOf({ ...valuation, provider }, withheld)),
  }
}

function valuationOf(
  given: NonNullable<MarketDayRecord['valuation']> & { readonly provider: string },
  withheld: WithheldReason | null,
): Pick<MarketDay, 'valuation' | 'valuationWithheld'> {
  if (withheld !== null) return { valuationWithheld: withheld }
  const { value, kind, provider, at } = given
  return { valuation: { value, kind, provider, observedAt: at } }
}
