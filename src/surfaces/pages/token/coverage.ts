import { COVERAGE_DIMENSIONS, type CoverageDimension } from '#contract/enums.ts'
import type { ScanCard } from '#contract/shapes/scan-card.ts'
import { notEvaluated } from '#views/words/building.ts'
import { knownMarketStatus, listWordsFirst, unmeasuredWords } from '#views/words/figures.ts'
import { ruleInForce } from '#views/words/rules.ts'
import { basisOf, beforeEvaluation } from '../basis.ts'
import { clock } from '../components/clock.ts'
import { figure } from '../components/figure.ts'
import { section } from '../components/section.ts'
import { type Html, html } from '../markup.ts'
import type { Sheet } from '../sheet.ts'

/** How well the project of the token is read, by dimension. Nothing is shown where no project is published. */
export function tokenCoverageOf({ coverage, as_of: asOf }: ScanCard, sheet: Sheet): Html | undefined {
  if (coverage === undefined) return undefined
  const rows = COVERAGE_DIMENSIONS.map(
    (dimension) =>
      html`<div><dt>${listWordsFirst(dimension)}</dt><dd>${stateOf({ dimension, asOf, ...coverage[dimension] }, sheet)}</dd></div>`,
  )
  return section(
    {
      id: 'coverage',
      title: 'What is read',
      answers: 'Which questions about its project have an answer now?',
      body: html`<dl class="list">${rows}</dl>`,
    },
    sheet,
  )
}

function stateOf(
  of: NonNullable<ScanCard['coverage']>[CoverageDimension] & {
    readonly dimension: CoverageDimension
    readonly asOf: ScanCard['as_of']
  },
  sheet: Sheet,
): Html {
  const { dimension, state, observed_at: at, asOf } = of
  if (state !== 'MEASURED') {
    const why = notEvaluated({ reason: state, asOf })?.words ?? unmeasuredWords(dimension, state)
    return html`<span class="unknown" data-unknown="${state}"><span class="mark" aria-hidden="true">?</span> <span class="clock">${why}</span></span>`
  }
  return html`<span data-rule="${ruleInForce('coverage')}">measured${at !== null && html` ${clock({ at, as: 'age', before: 'read' }, sheet)}`}</span>`
}

/** The market of the token: context, apart from every figure of building. */
export function tokenMarketOf({ market, claims, as_of: asOf }: ScanCard, sheet: Sheet): Html | undefined {
  if (market === undefined) return undefined
  const { status, observed_at: at } = market
  return section(
    {
      id: 'market',
      title: 'Market, as context',
      answers: 'A market never enters a status, a rank or the momentum.',
      quiet: true,
      body: html`<p>${figure({ name: 'Market status', value: knownMarketStatus(status), words: listWordsFirst(status), basis: beforeEvaluation(basisOf(claims?.['market']), asOf), field: 'scan:market.status', ...(at !== null && { readAt: at }) }, sheet)}</p>`,
    },
    sheet,
  )
}
