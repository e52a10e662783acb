import { shortAddress } from '#contract/ids.ts'
import type { Basis } from '../basis.ts'
import { type Html, html } from '../markup.ts'
import { accounted } from './account.ts'

/** An address of the chain: its short form, the whole address on demand, and a button that copies it. */
export function address(of: {
  readonly address: string
  readonly basis: Basis
  readonly href?: string
}): Html {
  const short = html`<span class="short" aria-hidden="true">${shortAddress(of.address)}</span><span class="whole">${of.address}</span>`
  const shown =
    of.href === undefined
      ? html`<code tabindex="0">${short}</code>`
      : html`<a href="${of.href}"><code>${short}</code></a>`
  return html`<span class="address" ${accounted(of.basis)}>${shown}${copy(of.address)}</span>`
}

/** A button that copies a value; script shows it. */
export function copy(value: string, words = 'Copy'): Html {
  return html`<button type="button" class="copy" data-copy="${value}" hidden>${words}</button>`
}
