import { declare, type ReadPart, type SiteUnread } from '#domain/site/declarations.ts'
import type { HttpAnswer } from '../http.ts'
import { ENDED } from '../parser-thread/parser-thread.ts'
import { storedText } from '../stored-text.ts'
import { isHtmlType } from './read-page.ts'
import { requestSite, type SiteDeps, type UnreadPage } from './request.ts'
import type { Robots } from './robots.ts'

/** One document of a site. */
type SiteDocument = {
  readonly url: string
  readonly maxBytes: number
  /** Accepted content types. A document without a content type is judged by its form. */
  readonly types: RegExp
  readonly etag?: string | undefined
}
type ReadDocument =
  | {
      readonly kind: 'document'
      readonly url: string
      readonly body: string
      readonly etag: string | undefined
    }
  /** The site does not have the document: its status says so, or it answers with an HTML page. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'unread'; readonly reason: SiteUnread }

/** A part with the etag of its document. */
export type TaggedPart = { readonly part: ReadPart; readonly etag?: string | undefined }

const ENTRY_LENGTH = 300
const LOOKS_LIKE_HTML = /^\s*<(!doctype\s+html|html|head|body)[\s>]/i

/** Reads one document if it has changed since its etag. The request is optional: the budget refuses it first. */
export async function openDocument(
  document: SiteDocument & { readonly robots: Robots },
  deps: SiteDeps,
): Promise<ReadDocument> {
  const { url, maxBytes, robots, etag } = document
  const headers = etag === undefined ? {} : { 'if-none-match': etag }
  const answer = await requestSite({ url, maxBytes, robots, headers, optional: true }, deps)
  if (answer.kind === 'failed') return { kind: 'unread', reason: reasonOf(answer) }
  return judge(answer, document, deps)
}

/**
 * The reason why a part is unread. A rate limit ends the reading, so the part counts as one of a site that does not
 * answer.
 */
function reasonOf({ collected: { outcome } }: UnreadPage): SiteUnread {
  return outcome === 'rate_limited' ? 'unavailable' : outcome
}

/**
 * The part that a document's entries declare. Without entries the document has a wrong form, and the part is unread.
 */
export function declaredPart(entries: readonly string[] | undefined): ReadPart {
  if (entries === undefined) return { kind: 'unread', reason: 'error' }
  return declare(entries.map((entry) => storedText(entry, ENTRY_LENGTH)))
}

/** Reads the part of one document. When the site does not have the document, the part is declared empty. */
export async function readPart(
  document: SiteDocument & {
    readonly robots: Robots
    readonly form: 'llms' | 'security' | 'api'
  },
  deps: SiteDeps,
): Promise<TaggedPart> {
  const found = await openDocument(document, deps)
  switch (found.kind) {
    case 'document': {
      const entries = await deps.parserThread.parse(document.form, { body: found.body, url: found.url })
      return { part: declaredPart(entries === ENDED ? undefined : entries), etag: found.etag }
    }
    case 'absent':
      return { part: declaredPart([]) }
    case 'unchanged':
    case 'unread':
      return { part: found }
  }
}

async function judge(
  { status, headers, body, url }: HttpAnswer,
  { types, etag }: SiteDocument,
  { parserThread }: SiteDeps,
): Promise<ReadDocument> {
  if (status === 404 || status === 410) return { kind: 'absent' }
  if (status === 304 && etag !== undefined) return { kind: 'unchanged' }
  if (status !== 200) return { kind: 'unread', reason: 'unavailable' }
  const type = headers['content-type']
  if (isHtmlType(type) || LOOKS_LIKE_HTML.test(body)) {
    const page = await parserThread.parse('page', { body, url })
    if (page === ENDED) return { kind: 'unread', reason: 'error' }
    return page?.interstitial === undefined ? { kind: 'absent' } : { kind: 'unread', reason: 'unavailable' }
  }
  if (type !== undefined && !types.test(type)) return { kind: 'unread', reason: 'error' }
  return { kind: 'document', url, body, etag: headers['etag'] }
}
