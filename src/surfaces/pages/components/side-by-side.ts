import { type Html, html } from '../markup.ts'
import { named } from './quote.ts'

/** A row: its name, whether the known values differ, and the cell of each column. */
export type SideBySideRow = {
  readonly name: string
  readonly agreement?: Html | undefined
  readonly cells: readonly Html[]
}

/** Columns that a narrow screen shows at once. */
const FITTING = 3

/**
 * Things side by side, a column each. On a narrow screen the name of a row stands above its cells. The roles keep the
 * table a table for assistive technology there.
 */
export function sideBySide(of: {
  readonly caption: string
  readonly columns: readonly { readonly name: string; readonly href: string }[]
  readonly rows: readonly SideBySideRow[]
}): Html {
  const { caption, columns, rows } = of
  const headings = columns.map(
    ({ name, href }) => html`<th scope="col" role="columnheader"><a href="${href}">${named(name)}</a></th>`,
  )
  const lines = rows.map(
    ({ name, agreement, cells }) =>
      html`<tr role="row"><th scope="row" role="rowheader"><span class="held">${name}${agreement !== undefined && html` <span class="kind">${agreement}</span>`}</span></th>${cells.map((cell) => html`<td role="cell">${cell}</td>`)}</tr>`,
  )
  const more = columns.length > FITTING && html`<p class="note sideways">More columns to the right</p>`
  return html`${more}<div class="table" role="region" aria-label="${`${caption}, side by side`}" tabindex="0"><table class="${`beside of-${columns.length}`}" role="table" aria-label="${caption}">
<thead role="rowgroup"><tr role="row"><td role="cell"></td>${headings}</tr></thead>
<tbody role="rowgroup">${lines}</tbody></table></div>`
}
