import { type Html, html } from '../markup.ts'

/** The addresses of a chart's values for programs. */
export type DataLinks = { readonly csv: string; readonly json: string }

/** The links to the data of a chart. */
export function dataLinks({ csv, json }: DataLinks): Html {
  return html`<p class="links"><a href="${csv}" rel="nofollow">Data as CSV</a> <a href="${json}">Data as JSON</a></p>`
}
