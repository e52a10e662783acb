import { LIMITS } from '#contract/limits.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import { addressHint } from './address-hint.ts'

/** The scope of a search: every project, or the list of one page with the filters that stay. */
type SearchOf = {
  readonly said?: string
  readonly action?: `/${string}`
  readonly label?: string
  readonly lengths?: { readonly min: number; readonly max: number }
  readonly kept?: readonly (readonly [name: string, value: string])[]
}

/**
 * The search for a project by name, symbol or contract. It is a form, so that it works without script. An address leads
 * to its token.
 */
export function search(of: SearchOf): Html {
  const { said = '', action = '/projects', label = 'Find a project', lengths = LIMITS.projectQuery } = of
  const { kept = [] } = of
  return html`<form class="search" role="search" action="${action}" method="get">
<label for="q">${label}</label>
${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<input id="q" name="q" type="search" value="${said}" placeholder="Name, symbol or contract" minlength="${inAttribute(lengths.min)}" maxlength="${inAttribute(lengths.max)}" autocomplete="off">
<button>Search</button>
</form>${addressHint(said)}`
}
