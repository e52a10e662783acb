import { MARKET_APART } from '#views/history/project-day.ts'
import { rulePage } from '#views/site/pages.ts'
import { OTHER_TOKEN } from '#views/token/text.ts'
import {
  isPastTolerance,
  knownMarketStatus,
  listWordsFirst,
  providerName,
  valuationName,
} from '#views/words/figures.ts'
import { ruleInForce } from '#views/words/rules.ts'
import { recorded } from '../basis.ts'
import { figure } from '../components/figure.ts'
import { section } from '../components/section.ts'
import { type Html, html } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import type { ProjectAnswers } from './answers.ts'
import { noted } from './introduction.ts'

/** The rules for the readings of the providers. */
const RULES_OF_MARKET = html`<p class="note">Source: the provider beside each figure. ${ruleLink('market.status', 'Rule of the market status')}; ${ruleLink('market.valuation', 'rule of the valuation')}.</p>`

function ruleLink(name: string, words: string): Html {
  const rule = ruleInForce(name)
  return html`<span data-rule="${rule}">${words}: <a href="${rulePage(rule)}"><code>${rule}</code></a></span>`
}

/** The market: context, apart from every figure of building. */
export function marketOf(answers: ProjectAnswers, sheet: Sheet): Html | undefined {
  const { market } = answers.snapshot
  const { state, status, valuation, valuationWithheld, liquidity, volume24h, marketDoubt } = market
  if (state === 'NOT_APPLICABLE') return undefined
  const stale = isPastTolerance(state)
  const readings = (market.readings ?? []).map(({ provider, observedAt, priceUsd, source }) =>
    priceUsd === undefined || source === undefined
      ? undefined
      : html`<div><dt>Price, ${providerName(provider)}</dt><dd>${figure({ name: 'Price', value: priceUsd, money: true, stale, unit: 'US dollars', basis: recorded(source, observedAt), readAt: observedAt }, sheet)}</dd></div>`,
  )
  const money = (
    name: string,
    of: { value: number; provider: string; observedAt: typeof sheet.now } | undefined,
    field: string,
    path: string,
  ) =>
    html`<div><dt>${name}</dt><dd>${figure({ name, value: of?.value, money: true, unit: of === undefined ? '' : `US dollars, ${providerName(of.provider)}`, basis: noted(answers, field), field: `snapshot:market.${path}.value`, readAt: of?.observedAt }, sheet)}</dd></div>`
  return section(
    {
      id: 'market',
      title: 'Market, as context',
      answers: MARKET_APART,
      coverage: {
        state,
        observedAt: market.observedAt,
        isEvaluated: answers.dossier.asOf !== undefined,
      },
      quiet: true,
      body: html`${answers.dossier.activityAppliesToToken === false && html`<p class="warning">${OTHER_TOKEN} This is the market of the registered token, which is not linked to the project.</p>`}<dl class="list"><div><dt>Market</dt><dd>${figure({ name: 'Market status', value: knownMarketStatus(status), words: listWordsFirst(status ?? ''), basis: noted(answers, 'marketStatus'), field: 'snapshot:market.status' }, sheet)}</dd></div>
${valuationWithheld === undefined ? money(valuationName(valuation?.kind), valuation, 'marketCap', 'valuation') : html`<div><dt>Valuation</dt><dd><span data-unknown="WITHHELD">withheld: ${listWordsFirst(valuationWithheld)}</span></dd></div>`}
${money('Liquidity', liquidity, 'liquidity', 'liquidity')}
${money('Volume in 24 hours', volume24h, 'volume24h', 'volume24h')}
${readings}</dl>${RULES_OF_MARKET}${marketDoubt !== undefined && html`<p>The readings are not believed: ${listWordsFirst(marketDoubt)}.</p>`}`,
    },
    sheet,
  )
}
