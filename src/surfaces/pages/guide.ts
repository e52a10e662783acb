import { fail } from '#contract/errors.ts'
import type { InputOf } from '#contract/operation.ts'
import { required, slug } from '#contract/parameters/parameter.ts'
import type { Document } from '#views/markup/document.ts'
import { GUIDES, type GuideName } from '#views/site/documents.ts'
import { DEVELOPERS_PAGE, guidePage } from '#views/site/pages.ts'
import { contents, opening, prose } from './components/prose.ts'
import { html } from './markup.ts'
import { definePage, type LoadDeps, OPENAPI_DESCRIPTION, pageAt } from './page.ts'

const operation = pageAt({
  name: 'guidePage',
  path: `${DEVELOPERS_PAGE}/{guide}`,
  summary: 'Get a guide for developers as a page',
  input: { path: { guide: required(slug()) }, query: {} },
})

type Loaded = { readonly name: GuideName; readonly says: string; readonly document: Document }

async function load({ guide }: InputOf<typeof operation>, { service }: LoadDeps): Promise<Loaded> {
  const found = GUIDES.find(({ name }) => name === guide)
  if (found === undefined) return fail('not_found')
  return { ...found, document: service.documents.guides[found.name] }
}

/** A guide for developers, from its document. */
export const guide = definePage({
  operation,
  address: ({ guide: name }) => guidePage(name),
  listed: () => GUIDES.map(({ name }) => guidePage(name)),
  load,
  head: ({ name, says, document }) => ({
    title: `${document.title}: ${says}`,
    description: says,
    canonical: guidePage(name),
    alternates: [OPENAPI_DESCRIPTION],
  }),
  body: ({ name, document }: Loaded) => {
    const { title, introduction, sections } = document
    const source = `docs/${name}.md`
    return html`<p class="kind"><a href="${DEVELOPERS_PAGE}">Developers</a></p>
<h1>${title}</h1>
${sections.length > 1 && contents(sections.map(({ id, heading }) => ({ id, title: heading })))}
${opening({ section: introduction, document: source })}
${sections.map((section) => prose({ section, document: source }))}`
  },
  markdown: ({ document }: Loaded) => document.markdown,
  shared: ({ document, says }: Loaded) => ({ title: document.title, lines: [says] }),
})
