import { rulePage } from '#views/site/pages.ts'
import { type Html, html } from '../markup.ts'

/** What a chart shows, its unit, where its values come from, and the rule that they follow. */
export type ChartCaption = {
  readonly title: string
  readonly unit: string | Html
  readonly source: string | Html
  readonly rule: string
}

/** The words on a chart: its title, then its unit, its source and its rule with a link to the page of the rule. */
export function chartCaption({ title, unit, source, rule }: ChartCaption): Html {
  return html`${title}: <span class="unit" data-rule="${rule}">${unit}. Source: ${source}. Rule: <a href="${rulePage(rule)}"><code>${rule}</code></a></span>`
}
