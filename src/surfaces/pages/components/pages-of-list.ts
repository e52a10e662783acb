import { type ListPlace, placeWords, previousOffset } from '#views/lists/list-places.ts'
import type { Basis } from '../basis.ts'
import { type Html, html } from '../markup.ts'
import { accounted } from './account.ts'

/** The page of a list that is shown, and links to the one before and the one after. */
export function pagesOfList(
  of: ListPlace & {
    readonly nextOffset: number | null
    readonly basis: Basis
    readonly hrefAt: (offset: number) => string
  },
): Html | undefined {
  const { nextOffset, basis, hrefAt } = of
  const words = placeWords(of)
  const previous = previousOffset(of)
  if (previous === undefined && nextOffset === null) return undefined
  return html`<nav class="pages" aria-label="Pages of the list">${words !== undefined && html`<span ${accounted(basis)}>${words}</span>`}
${previous !== undefined && html`<a rel="prev" href="${hrefAt(previous)}">Previous</a>`}
${nextOffset !== null && html`<a rel="next" href="${hrefAt(nextOffset)}">Next</a>`}</nav>`
}
