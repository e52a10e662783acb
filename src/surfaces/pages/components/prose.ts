import type { DocumentSection } from '#views/markup/document.ts'
import { type Html, html, trustedDocument } from '../markup.ts'

/** A section of a document with its heading. Numbers in it belong to the text and are no figures of records. */
export function prose(of: {
  readonly section: DocumentSection
  readonly document: string
  /** The heading, where it differs from the document's own. */
  readonly title?: string
}): Html {
  const { section, document, title = section.heading } = of
  const { id } = section
  return html`<section class="prose" id="${id}" aria-labelledby="${`${id}-title`}" data-document="${document}">
<h2 id="${`${id}-title`}"><a href="#${id}">${title}</a></h2>
${trustedDocument(section.html)}
</section>`
}

/** The text of a document before its first section. */
export function opening(of: { readonly section: DocumentSection; readonly document: string }): Html {
  return html`<div class="prose" data-document="${of.document}">${trustedDocument(of.section.html)}</div>`
}

/** Links to the sections of the page. */
export function contents(sections: readonly { readonly id: string; readonly title: string }[]): Html {
  const links = sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)
  return html`<nav aria-label="On this page" data-document="contents"><ul class="contents">${links}</ul></nav>`
}
