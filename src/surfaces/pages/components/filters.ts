import { type Html, html } from '../markup.ts'

/** A value of a filter: the address of the list with it, or without it while it is chosen. */
export type FilterLink = { readonly words: string; readonly href: string; readonly isOn: boolean }

/**
 * The values of one filter as links, after the link to the list without the filter. A chosen value is bold, and its
 * link takes the filter away.
 */
export function filters(of: {
  readonly title: string
  readonly links: readonly FilterLink[]
  /** The list without this filter; an order has none. */
  readonly all?: FilterLink
  readonly quiet?: boolean
  /** The text under the links. */
  readonly after?: Html | undefined
}): Html | undefined {
  const { title, links, all, quiet, after } = of
  if (links.length === 0) return undefined
  const items = links.map(
    ({ words, href, isOn }) =>
      html`<li><a href="${href}"${isOn && html` aria-current="true"`}><bdi>${words}</bdi></a>${isOn && html` <span class="kind">chosen</span>`}</li>`,
  )
  const first =
    all !== undefined &&
    html`<li><a href="${all.href}"${all.isOn && html` aria-current="true"`}>${all.words}</a></li>`
  return html`<div class="filter${quiet && ' context'}"><h3>${title}</h3><ul class="inline">${first}${items}</ul>${after}</div>`
}

/** Filters that are chosen now, each with a link that takes it away. */
export function chosenFilterLinks(
  chosen: readonly { readonly name: string; readonly words: string; readonly href: string }[],
): Html | undefined {
  if (chosen.length === 0) return undefined
  const links = chosen.map(
    ({ name, words, href }) =>
      html`<li>${name}: <bdi class="said">${words}</bdi> <a href="${href}" aria-label="${`remove ${name} ${words}`}">remove</a></li>`,
  )
  return html`<ul class="inline chosen" aria-label="Chosen filters">${links}</ul>`
}
