import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5'
import { endsOpen } from './cut-page.ts'
import { findInterstitial, type Interstitial } from './interstitial.ts'
import { attribute, type Element, elementsOf, textIn } from './page-elements.ts'

type Node = DefaultTreeAdapterTypes.Node

/** A page as a reader sees it: its text by line, with the addresses in attributes where they stand. */
export type SitePage = {
  readonly title: string
  readonly lines: readonly string[]
  /** The absolute targets of its links, in document order. */
  readonly links: readonly string[]
  /** Whether the page ends in the middle, so that the rest of it is unknown. */
  readonly cut: boolean
  /** The kind of page that was sent in place of the requested page; undefined when it is the requested page. */
  readonly interstitial: Interstitial | undefined
  /** The absolute address of another page that a browser loads in place of this page within five seconds. */
  readonly refreshesTo: string | undefined
}

/**
 * Maximum number of elements. The parser opens unclosed formatting again in every block, so a short page can expand to
 * millions.
 */
const ELEMENTS_MAX = 50_000
const LINES_MAX = 20_000
/** Maximum number of links. A page that reaches it may have more. */
export const LINKS_MAX = 2_000
const UNREAD: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'svg',
  'head',
  'iframe',
  'object',
])
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo button cite code data del dfn em font i input ins kbd label mark q s samp small span strong sub sup td th time tt u var wbr'.split(
    ' ',
  ),
)
/** Maximum length of an attribute that is read. A longer one is data for a script. */
const ATTRIBUTE_MAX = 500
const ADDRESS = /(?<![0-9a-z])0x[0-9a-f]{40}(?![0-9a-f])/gi
const WHITESPACE = /\s+/g
const END = /<\/html\s*>/i
const REFRESH_MAX_SECONDS = 5
/** The seconds and the address of a refresh. @source HTML Standard, shared declarative refresh steps */
const REFRESH = /^\s*(\d{1,9})(?:\.[\d.]*)?(?:\s*[;,]\s*|\s+)(?:url\s*=\s*)?(?:["']([^"']+)|([^"'\s][^\s]*))/i

/** Parses a page; undefined when the body is not HTML, or expands to too many elements. */
export function parsePage(input: { body: string; url: string }): SitePage | undefined {
  if (!/<(!doctype\s+html|html|head|body|div|main|p|h1)[\s>]/i.test(input.body)) return undefined
  const parsed = parseBounded(input.body)
  if (parsed === undefined) return undefined
  const { document } = parsed
  const elements = elementsOf(document)
  const lines = linesOf(document)
  const base = baseOf(elements, input.url)
  const links = linksOf(elements, base)
  return {
    title: oneLine(textIn(elements.find(({ tagName }) => tagName === 'title'))),
    lines,
    links,
    cut: !END.test(input.body) && (parsed.endsInTag || endsOpen(document)),
    interstitial: findInterstitial({ elements, isBare: lines.length === 0 && links.length === 0 }),
    refreshesTo: refreshOf(elements, { url: input.url, base }),
  }
}

function linesOf(document: Node): readonly string[] {
  return readText(document)
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '')
    .slice(0, LINES_MAX)
}

/**
 * The base address of a page's links: its own address, or that of its first `<base href>` when that is a web address.
 */
function baseOf(elements: readonly Element[], url: string): string {
  const [href] = elements
    .filter(({ tagName }) => tagName === 'base')
    .flatMap((element) => attribute(element, 'href') ?? [])
  const base = href === undefined ? null : URL.parse(href, url)
  return base !== null && /^https?:$/.test(base.protocol) ? base.href : url
}

function linksOf(elements: readonly Element[], base: string): readonly string[] {
  return elements
    .filter(({ tagName }) => tagName === 'a')
    .flatMap((element) => attribute(element, 'href') ?? [])
    .flatMap((href) => URL.parse(href, base)?.href ?? [])
    .slice(0, LINKS_MAX)
}

/**
 * The other page to which the first refresh with an address leads; undefined when it leads there after more than five
 * seconds.
 */
function refreshOf(
  elements: readonly Element[],
  { url, base }: { readonly url: string; readonly base: string },
): string | undefined {
  const refreshes = elements.filter(
    (element) => element.tagName === 'meta' && /^refresh$/i.test(attribute(element, 'http-equiv') ?? ''),
  )
  for (const element of refreshes) {
    const [, seconds = '', quoted, plain] = REFRESH.exec(attribute(element, 'content') ?? '') ?? []
    const address = quoted ?? plain
    if (address === undefined) continue
    const target = URL.parse(address, base)
    if (target === null || Number(seconds) > REFRESH_MAX_SECONDS) return undefined
    return withoutHash(target.href) === withoutHash(url) ? undefined : target.href
  }
  return undefined
}

function withoutHash(address: string): string {
  return address.replace(/#.*$/, '')
}

function oneLine(text: string): string {
  return text.replace(WHITESPACE, ' ').trim()
}

class TooManyElements extends Error {}

type Parsed = { readonly document: DefaultTreeAdapterTypes.Document; readonly endsInTag: boolean }

function parseBounded(body: string): Parsed | undefined {
  let elements = 0
  let endsInTag = false
  const createElement: typeof defaultTreeAdapter.createElement = (...given) => {
    elements += 1
    if (elements > ELEMENTS_MAX) throw new TooManyElements()
    return defaultTreeAdapter.createElement(...given)
  }
  try {
    const document = parse(body, {
      treeAdapter: { ...defaultTreeAdapter, createElement },
      sourceCodeLocationInfo: true,
      onParseError: ({ code }) => {
        endsInTag ||= code.startsWith('eof-')
      },
    })
    return { document, endsInTag }
  } catch (error) {
    if (error instanceof TooManyElements) return undefined
    throw error
  }
}

/**
 * The text of a document in its order. A block begins and ends a line. An address in an attribute follows the element's
 * text.
 */
function readText(document: Node): string {
  const parts: string[] = []
  const pending: (Node | string)[] = [document]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (typeof node === 'string') parts.push(node)
    else if ('value' in node) parts.push(node.value.replace(WHITESPACE, ' '))
    else if ('childNodes' in node && !UNREAD.has(node.nodeName)) {
      pending.push(after(node))
      for (const child of node.childNodes.toReversed()) pending.push(child)
      if (!INLINE.has(node.nodeName)) pending.push('\n')
    }
  }
  return parts.join('')
}

function after(node: Node): string {
  const values = 'attrs' in node ? node.attrs.map(({ value }) => value) : []
  const addresses = values.map(addressesOf).join('')
  if (!INLINE.has(node.nodeName)) return `${addresses}\n`
  return node.nodeName === 'td' || node.nodeName === 'th' ? `${addresses} ` : addresses
}

/** The addresses in an attribute, each after the host name of its link. */
function addressesOf(value: string): string {
  if (value.length > ATTRIBUTE_MAX) return ''
  const host = URL.parse(value)?.hostname ?? ''
  return [...value.matchAll(ADDRESS)].map(([address]) => ` ${host} ${address} `).join('')
}
