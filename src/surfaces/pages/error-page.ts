import { ERRORS, type Failure } from '#contract/errors.ts'
import { toInstant } from '#contract/time.ts'
import type { Site } from '#views/site/links.ts'
import { waitWords } from '#views/words/clocks.ts'
import { search } from './components/search.ts'
import { shell } from './layout.ts'
import { type Html, html } from './markup.ts'
import { sheetOf } from './pages.ts'

/** The request that is refused: its id, and its target as it was sent. */
type RefusedRequest = { readonly requestId: string; readonly target: string | undefined }

/** Makes the page of a refusal. It needs no record, so that it answers while the database is away. */
export function openErrorPages(of: {
  readonly site: Site
  readonly sandbox: boolean
  /** The address for reports of an error; undefined where none is configured. */
  readonly corrections: string | undefined
}): (failure: Failure, request: RefusedRequest) => string {
  const deps = { site: of.site, now: toInstant('1970-01-01T00:00:00Z'), service: of }
  return (failure, { requestId, target }) => {
    const title = titleOf(failure)
    const path = plainPath(target)
    const head = { title, description: failure.message, alternates: [] }
    const sheet = sheetOf({ address: path }, deps)
    return shell(head, bodyOf(failure, { title, requestId, path }), sheet).toString()
  }
}

/** Letters, digits and the marks of this service's own addresses. Longer paths are no address of a page. */
const PLAIN = /^\/(?!\/)(?:[\w.~:/-]|%3A){0,200}$/

/** The path that was asked, for the link to report an error. Nothing of a query or of an odd path is repeated. */
function plainPath(target = ''): string {
  const [path = ''] = target.split('?')
  return PLAIN.test(path) ? path : ''
}

function titleOf({ code }: Failure): string {
  const { status } = ERRORS[code]
  if (status === 404) return 'Nothing is published here'
  if (status === 429) return 'Too many requests'
  if (status === 503) return 'Not available right now'
  return status >= 500 ? 'The page could not be made' : 'This request is not valid'
}

/** What is refused, when to come back, and where to look instead. */
function bodyOf(
  failure: Failure,
  { title, requestId, path }: { readonly title: string; readonly requestId: string; readonly path: string },
): Html {
  const { retryAfterSeconds } = failure.extra
  return html`<h1>${title}</h1>
${leadOf(failure)}
${retryAfterSeconds !== undefined && html`<p>Come back in ${waitWords(retryAfterSeconds)}.</p>`}
${ERRORS[failure.code].status === 404 && html`<p>The address may be mistyped, or the project is not published. Search by name, symbol or contract:</p>`}
${search({})}
${elsewhere(path)}
<p class="note">Request <code>${requestId}</code></p>`
}

/** The message of a refusal. For missing slugs it names the slugs, instead of the JSON field that has them. */
function leadOf({ code, message, extra }: Failure): Html | undefined {
  const missing: unknown = extra.detail?.['missing']
  if (Array.isArray(missing)) {
    const names = missing.map((slug) => html` <code>${String(slug)}</code>`)
    return html`<p class="lead">No project is published under${names}.</p>`
  }
  const isGeneral = message === ERRORS[code].message
  // The title says it already.
  if (isGeneral && code === 'not_found') return undefined
  // The message names a header, which no browser shows.
  const words =
    isGeneral && code === 'rate_limited'
      ? 'All requests of this minute are used.'
      : message.replace('Invalid `q`', 'Invalid search')
  const parts = words
    .split('`')
    .map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
  return html`<p class="lead">${parts}</p>`
}

/** The lists that addresses below a path belong to. */
const LISTS = [
  ['/reports/', 'All reports'],
  ['/methodology/', 'All rules'],
  ['/developers/', 'All guides'],
] as const

/**
 * A link from an address without an answer to a page with one. It depends on the path alone, so that hidden and missing
 * records look alike.
 */
function elsewhere(path: string): Html | undefined {
  const [list] = LISTS.filter(([under]) => path.startsWith(under))
  if (list !== undefined) return html`<p class="links"><a href="${list[0].slice(0, -1)}">${list[1]}</a></p>`
  const [, token] = /^\/contracts\/(\d+\/0x[0-9a-fA-F]{40})$/.exec(path) ?? []
  return token === undefined
    ? undefined
    : html`<p class="links"><a href="${`/token/${token}`}">Look it up as a token</a></p>`
}
