import { type Html, html } from '../markup.ts'
import { addressAsked } from './address-asked.ts'

/** The search for a project by name, symbol or contract. It is a form, so that it works without script. An address leads to its token. */
export function search({ said = '' }: { readonly said?: string }): Html {
  return html`<form class="search" role="search" action="/" method="get">
<label for="q">Find a project</label>
<input id="q" name="q" type="search" value="${said}" placeholder="Name, symbol or contract" minlength="2" maxlength="120" autocomplete="off">
<button>Search</button>
</form>${addressAsked(said)}`
}
