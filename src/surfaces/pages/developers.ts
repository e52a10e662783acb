import { readProjects } from '#reads/projects.ts'
import { REFERENCE_PAGE } from '#views/reference/addresses.ts'
import {
  DEVELOPERS_SAY,
  type DeveloperLink,
  developersMarkdown,
  firstRequests,
  guideLinks,
  INTERFACES,
  NEWS,
} from '#views/site/developer-links.ts'
import { DEVELOPERS_PAGE, guidePage } from '#views/site/pages.ts'
import { copy } from './components/address.ts'
import { section } from './components/section.ts'
import { type Html, html } from './markup.ts'
import { definePage, type LoadDeps, OPENAPI_DESCRIPTION, pageAt } from './page.ts'
import type { Sheet } from './sheet.ts'

type Loaded = Awaited<ReturnType<typeof load>>

async function load(_input: object, deps: LoadDeps) {
  const query = { limit: 1, offset: 0, claims: 'none' } as const
  const { items } = await readProjects(query, deps)
  return { slug: items[0]?.slug, guides: guideLinks(deps.service.documents) }
}

/** The start page for developers: first requests, guides, descriptions and news. */
export const developers = definePage({
  operation: pageAt({
    name: 'developers',
    path: DEVELOPERS_PAGE,
    summary: 'Get the start page for developers',
    input: { path: {}, query: {} },
  }),
  menu: 'Developers',
  address: () => DEVELOPERS_PAGE,
  load,
  head: () => ({
    title: 'Developers: reads by HTTP, MCP and A2A without a key, webhooks with one',
    description: DEVELOPERS_SAY,
    canonical: DEVELOPERS_PAGE,
    alternates: [
      OPENAPI_DESCRIPTION,
      { type: 'text/plain', href: '/llms.txt', words: 'Guide as text' },
      {
        type: 'application/rss+xml',
        href: `${DEVELOPERS_PAGE}/changelog/feed.xml`,
        words: 'Changelog as a feed',
      },
    ],
  }),
  body: (loaded: Loaded, sheet) => html`<div class="columns">
<div class="first"><h1>Use the records</h1>
<p class="lead" data-document="pointers">${DEVELOPERS_SAY}</p>
${startOf(loaded, sheet)}</div>
<aside class="facts">${linksOf({ id: 'news', title: 'What changes', links: NEWS }, sheet)}</aside>
<div class="rest">${linksOf({ id: 'guides', title: 'Guides', links: loaded.guides }, sheet)}${linksOf({ id: 'interfaces', title: 'Interfaces', links: INTERFACES }, sheet)}</div>
</div>`,
  markdown: (loaded: Loaded, { site }) => developersMarkdown(loaded, site),
  shared: () => ({ title: 'Developers', lines: [DEVELOPERS_SAY] }),
})

function startOf(loaded: Loaded, sheet: Sheet): Html {
  const requests = firstRequests(loaded, sheet.site).map(
    ({ says, command }) =>
      html`<p>${says}</p><div class="fence"><pre tabindex="0"><code>${command}</code></pre>${copy(command)}</div>`,
  )
  return section(
    {
      id: 'start',
      title: 'First requests',
      answers:
        'Reads answer JSON, unless you ask for another form. A value that is not known is null or absent.',
      body: html`<div class="prose">${requests}</div>
<p class="links"><a href="${REFERENCE_PAGE}">API reference</a> <a href="${guidePage('requests')}">More requests</a> <a href="${guidePage('agents')}">Connect an agent</a></p>`,
    },
    sheet,
  )
}

function linksOf(
  of: { readonly id: string; readonly title: string; readonly links: readonly DeveloperLink[] },
  sheet: Sheet,
): Html {
  const rows = of.links.map(
    ({ href, words, says }) =>
      html`<li class="row pointer"><a href="${href}">${words}</a> <span class="what">${says}</span></li>`,
  )
  return section({ ...of, body: html`<ul class="rows" data-document="pointers">${rows}</ul>` }, sheet)
}
