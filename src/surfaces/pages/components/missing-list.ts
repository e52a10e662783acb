import { type Html, html } from '../markup.ts'

/** Stands in place of a list that cannot be produced: unknown, not empty. */
export function missingList(): Html {
  return html`<p data-unknown="NOT_RECORDED">This list cannot be produced now: no project was measured for it. It is not empty.</p>`
}
