import { type Html, html } from '../markup.ts'

/** A column: its heading, its cells, and the address that sorts by it. */
export type Column<R> = {
  readonly heading: string
  readonly cell: (row: R) => Html | string
  readonly numeric?: boolean
  readonly sortedBy?: string
  readonly isSorted?: boolean
}

/** Columns that a narrow screen shows at once. */
export const FITTING = 3

/** A table. It is sorted by links, so that it works without script. */
export function table<R>(of: {
  readonly caption: string
  readonly columns: readonly Column<R>[]
  readonly rows: readonly R[]
}): Html {
  const { caption, columns, rows } = of
  const headings = columns.map(
    ({ heading, numeric, sortedBy, isSorted }) =>
      html`<th scope="col"${numeric && html` class="number"`}${isSorted && html` aria-sort="descending"`}>${sortedBy === undefined ? heading : html`<a href="${sortedBy}">${heading}</a>`}</th>`,
  )
  const cells = (row: R) =>
    columns.map(({ cell, numeric }) => html`<td${numeric && html` class="number"`}>${cell(row)}</td>`)
  return html`<div class="table" role="region" aria-label="${`${caption}, table`}" tabindex="0"><table><caption><span class="held">${caption}${columns.length > FITTING && html`<span class="sideways">; more columns to the right</span>`}</span></caption>
<thead><tr>${headings}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${cells(row)}</tr>`)}</tbody></table></div>`
}
