import { ACCOUNT_PAGE } from '#views/site/pages.ts'
import { ICON, SCRIPT, STYLE } from './assets.ts'
import { wrongHere } from './components/wrong-here.ts'
import { type Html, html, trustedJson } from './markup.ts'
import type { Head, Page } from './page.ts'
import type { Sheet } from './sheet.ts'

const SERVICE = 'Evidence Research Service'

/** The whole document of a page. */
export function documentOf(page: Page, loaded: unknown, sheet: Sheet): string {
  const head = page.head(loaded, sheet)
  const { shared } = page
  const picture = shared === undefined ? undefined : pictureAt(sheet.address)
  return shell(
    { ...head, picture, alternates: alternatesOf(head, page, sheet) },
    page.body(loaded, sheet),
    sheet,
  ).toString()
}

/** The alternates of a page for programs: its Markdown first, and then its own. */
function alternatesOf({ alternates }: Head, { markdown }: Page, { address }: Sheet): Head['alternates'] {
  if (markdown === undefined) return alternates
  return [{ type: 'text/markdown', href: markdownAt(address), words: 'This page as Markdown' }, ...alternates]
}

/** The path of the Markdown of a page, with its query. */
export function markdownAt(path: string): string {
  const { place, query } = partsOf(path)
  return `${place === '/' ? '/index' : place}.md${query}`
}

/** The address of the next part of a list as Markdown; undefined at the end of the list. */
export function nextMarkdown(
  { nextOffset }: { readonly nextOffset: number | null },
  hrefAt: (offset: number) => string,
  { site }: Pick<Sheet, 'site'>,
): string | undefined {
  return nextOffset === null ? undefined : `${site.baseUrl}${markdownAt(hrefAt(nextOffset))}`
}

/** The path of the picture of a page, with the page's query, which decides what the picture says. */
export function pictureAt(path: string): string {
  const { place, query } = partsOf(path)
  return `${place === '/' ? '' : place}/card.png${query}`
}

function partsOf(path: string): { readonly place: string; readonly query: string } {
  const [place = '', query] = path.split('?')
  return { place, query: query === undefined ? '' : `?${query}` }
}

/** The head of a document. The page of a refusal has no canonical address. */
type DocumentHead = Omit<Head, 'canonical'> & {
  readonly canonical?: string
  readonly picture?: string | undefined
}

/** A document around its main part. */
export function shell(head: DocumentHead, main: Html, sheet: Sheet): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${headOf(head, sheet)}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
${sheet.sandbox && html`<aside class="sandbox" aria-label="Sandbox"><strong>Sandbox.</strong> Every record on this page comes from a simulated world.</aside>`}
<header class="site"><a class="home" href="/">${SERVICE}</a>${menuOf(sheet)}</header>
${printedFrom(head, sheet)}
<main id="main">
${main}
</main>
${footerOf(head, sheet)}
</body>
</html>
`
}

function headOf(head: DocumentHead, { site }: Sheet): Html {
  const { title, description, canonical, alternates, picture, facts } = head
  const address = canonical === undefined ? undefined : `${site.baseUrl}${canonical}`
  return html`<title>${title}</title>
<meta name="description" content="${description}">
${address !== undefined && html`<link rel="canonical" href="${address}">`}
<link rel="stylesheet" href="${STYLE.operation.path}">
<script src="${SCRIPT.operation.path}" defer></script>
<link rel="icon" type="image/svg+xml" href="${ICON.operation.path}">
${alternates.map(({ type, href, words }) => html`<link rel="alternate" type="${type}" href="${href}" title="${words}">`)}
<meta property="og:type" content="website">
<meta property="og:site_name" content="${SERVICE}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
${address !== undefined && html`<meta property="og:url" content="${address}">`}
${picture !== undefined && html`<meta property="og:image" content="${`${site.baseUrl}${picture}`}">`}
${facts !== undefined && html`<script type="application/ld+json">${trustedJson({ '@context': 'https://schema.org', ...facts })}</script>`}`
}

/** The host of this page and of its addresses. Shown on paper alone, where a link cannot be followed. */
function printedFrom({ canonical }: DocumentHead, { site }: Sheet): Html {
  return html`<p class="printed note">${canonical !== undefined && html`Printed from <code>${site.baseUrl}${canonical}</code>. `}Addresses that begin with <code>/</code> continue <code>${site.baseUrl}</code>.</p>`
}

function menuOf({ menu, address }: Sheet): Html {
  const links = menu.map(
    ({ words, href }) =>
      html`<li><a href="${href}"${href === address && html` aria-current="page"`}>${words}</a></li>`,
  )
  return html`<nav aria-label="Pages"><ul>${links}<li><a href="/api">API</a></li><li><a href="${ACCOUNT_PAGE}"${address === ACCOUNT_PAGE && html` aria-current="page"`}>Account</a></li></ul></nav>`
}

function footerOf({ alternates }: DocumentHead, sheet: Sheet): Html {
  const links = alternates.map(({ href, words }) => html`<li><a href="${href}">${words}</a></li>`)
  return html`<footer class="site">
${alternates.length > 0 && html`<p>This page for programs:</p><ul class="inline">${links}</ul>`}
<p>${wrongHere({}, sheet)}</p>
<p>No rating, no recommendation, no price prediction. What is not known is called unknown.</p>
</footer>`
}
