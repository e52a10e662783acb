import { scaleLinear } from 'd3-scale'
import { known } from '#contract/known.ts'
import type { Basis } from '../basis.ts'
import { type Html, html } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import { type ChartCaption, chartCaption } from './chart-caption.ts'
import { figure } from './figure.ts'
import { unknownMark } from './unknown.ts'

/** One bar: its value, or nothing while it is unknown. */
type Bar = {
  readonly name: string
  readonly value: number | null | undefined
  readonly basis: Basis
  /** The field of the answer that has the value. */
  readonly field?: `${string}:${string}`
  /** The words beside an unknown value. */
  readonly note?: Html | undefined
}

/** Values on one scale as bars beside their names. An unknown value has its row and its reason, and no bar. */
export function bars(
  of: ChartCaption & {
    readonly greatest: number
    readonly bars: readonly Bar[]
  },
  sheet: Sheet,
): Html {
  const width = scaleLinear([0, of.greatest], [0, 100])
  const rows = of.bars.map(({ name, value, basis, field, note }) =>
    value == null
      ? html`<tr><th scope="row">${name}</th><td colspan="2">${unknownMark({ name, basis, ...known({ field }) }, sheet)}${note}</td></tr>`
      : html`<tr><th scope="row">${name}</th><td class="number">${figure({ name, value, basis, ...known({ field }) }, sheet)}</td><td><svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="${width(value).toFixed(1)}" height="8"/></svg></td></tr>`,
  )
  return html`<table class="bars"><caption>${chartCaption(of)}</caption><tbody>${rows}</tbody></table>`
}
