import { MISSING_LIST } from '#views/lists/empty-lists.ts'
import { type Html, html } from '../markup.ts'

/** Stands in place of a list that cannot be produced. `unread` names the providers that are not read, if known. */
export function missingList(unread?: string): Html {
  return html`<p data-unknown="NOT_RECORDED">${MISSING_LIST}${unread !== undefined && html` <a href="/status">${unread}</a>`}</p>`
}
