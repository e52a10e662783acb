import type { ProjectCard } from '#contract/shapes/project-card.ts'
import { OTHER_TOKEN } from '#views/token/text.ts'
import { listWords, NO_TOKEN_WORDS, providerName, valuationName } from '#views/words/figures.ts'
import { type Html, html } from '../markup.ts'
import { notedBasis } from '../noted-basis.ts'
import type { Sheet } from '../sheet.ts'
import { accounted } from './account.ts'
import { figure } from './figure.ts'

/** The market figures of a card, each with its kind, its provider and the time of its reading. */
export function valuationOf(card: ProjectCard, sheet: Sheet): Html {
  const { marketCap, valuationWithheld, liquidity, volume24h } = card
  if (card.claims?.['marketCap']?.reason === 'NOT_APPLICABLE')
    return html`<span class="measure" data-unknown="NOT_APPLICABLE">Market ${NO_TOKEN_WORDS}</span>`
  const money = (
    name: string,
    field: 'marketCap' | 'liquidity' | 'volume24h',
    of: ProjectCard['liquidity'],
  ) => {
    const basis = notedBasis(card, field, sheet)
    return html`<span class="measure" ${accounted(basis)}>${name} ${figure({ name, value: of?.value, money: true, ...(of !== undefined && { unit: `US dollars, ${providerName(of.provider)}`, readAt: of.observedAt }), basis }, sheet)}</span>`
  }
  const valuation =
    valuationWithheld === undefined
      ? money(valuationName(marketCap?.kind), 'marketCap', marketCap)
      : html`<span class="measure" data-unknown="WITHHELD">Valuation withheld: ${listWords(valuationWithheld)}</span>`
  const whose =
    card.activityAppliesToToken === false &&
    html` <span class="warning">${OTHER_TOKEN} These figures are of the registered token.</span>`
  return html`${valuation} ${money('Liquidity', 'liquidity', liquidity)} ${money('Volume in 24 hours', 'volume24h', volume24h)}${whose}`
}
