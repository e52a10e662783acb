import { scaleLinear } from 'd3-scale'
import { numberWords } from '#views/words/figures.ts'
import type { Basis } from '../basis.ts'
import { type Html, html } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import { accounted } from './account.ts'
import { unknownMark } from './unknown.ts'

/** One bar: its value, or nothing while it is unknown. */
type Bar = { readonly name: string; readonly value: number | null | undefined; readonly basis: Basis }

/** Values on one scale as bars beside their names. An unknown value has its row and its reason, and no bar. */
export function bars(
  of: {
    readonly title: string
    readonly unit: string
    readonly greatest: number
    readonly bars: readonly Bar[]
  },
  sheet: Sheet,
): Html {
  const width = scaleLinear([0, of.greatest], [0, 100])
  const rows = of.bars.map(({ name, value, basis }) =>
    value == null
      ? html`<tr><th scope="row">${name}</th><td colspan="2">${unknownMark({ name, basis }, sheet)}</td></tr>`
      : html`<tr ${accounted(basis)}><th scope="row">${name}</th><td class="number">${numberWords(value)}</td><td><svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="${width(value).toFixed(1)}" height="8"/></svg></td></tr>`,
  )
  return html`<table class="bars"><caption>${of.title} <span class="unit">${of.unit}</span></caption><tbody>${rows}</tbody></table>`
}
