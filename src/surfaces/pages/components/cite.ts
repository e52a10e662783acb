import { type Html, html } from '../markup.ts'
import { copy } from './address.ts'

/** How to cite, embed and read the same for programs. Each line can be copied. */
export function cite(
  lines: readonly { readonly name: string; readonly value: string; readonly href?: string }[],
): Html {
  return html`<dl class="cite">${lines.map(
    ({ name, value, href }) =>
      html`<dt>${name}</dt><dd><code>${href === undefined ? value : html`<a href="${href}">${value}</a>`}</code> ${copy(value)}</dd>`,
  )}</dl>`
}
