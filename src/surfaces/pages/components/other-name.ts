import { numberWords } from '#views/words/figures.ts'
import { type Html, html, inAttribute } from '../markup.ts'

/** The number of a filter's names without a link, and a form that filters by any of them. It works without script. */
export function otherName(of: {
  readonly parameter: string
  readonly more: number
  readonly action: `/${string}`
  readonly maxLength: number
  /** The parameters that the form keeps. */
  readonly kept: readonly (readonly [name: string, value: string])[]
}): Html | undefined {
  const { parameter, more, action, maxLength, kept } = of
  if (more === 0) return undefined
  const hidden = kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
  return html`<p class="note" data-service="/api/export/projects">and ${numberWords(more)} more</p>
<form class="search" action="${action}" method="get">${hidden}
<label for="other-${parameter}">Another ${parameter}</label>
<input id="other-${parameter}" name="${parameter}" required maxlength="${inAttribute(maxLength)}" autocomplete="off">
<button>Filter</button>
</form>`
}
