import { searchedAddress } from '#views/lists/searched-address.ts'
import { tokenPage } from '#views/site/pages.ts'
import { type Html, html } from '../markup.ts'

/** The link to the page of a token, where a search asks for an address. That page answers for every address. */
export function addressHint(words: string): Html | undefined {
  const address = searchedAddress(words)
  if (address === undefined) return undefined
  return html`<p class="address-hint">This is an address. <a href="${tokenPage(address)}">Open the token <code>${`${address}`}</code></a></p>`
}
