import { type Html, html } from '../markup.ts'
import { copy } from './address.ts'

/** The lines to cite a page, to embed it, and to read its data with a program. Each line can be copied. */
export function cite(
  lines: readonly { readonly name: string; readonly value: string; readonly href?: string }[],
): Html {
  return html`<dl class="cite">${lines.map(
    ({ name, value, href }) =>
      html`<dt>${name}</dt><dd><code>${href === undefined ? value : html`<a href="${href}">${value}</a>`}</code> ${copy(value)}</dd>`,
  )}</dl>`
}
