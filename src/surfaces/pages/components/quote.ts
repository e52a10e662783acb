import { type Html, html } from '../markup.ts'

/** Words of a source, set as a quotation and kept apart from the direction of the text around them. */
export function quote(words: string): Html {
  return html`<q class="said"><bdi>${words}</bdi></q>`
}

/** A name that a source or the catalogue gives. */
export function named(name: string): Html {
  return html`<bdi class="said">${name}</bdi>`
}

/** A link out of the service, to the source of something. Only http and https are links. */
export function linkOut({ href, words }: { readonly href: string; readonly words: string }): Html {
  if (!/^https?:\/\//i.test(href)) return named(words)
  return html`<a href="${href}" rel="nofollow noopener ugc"><bdi class="said">${words}</bdi></a>`
}
