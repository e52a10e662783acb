import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5'
import { endsOpen } from './cut-page.ts'

type Node = DefaultTreeAdapterTypes.Node

/** A page as a reader sees it: its text by line, with the addresses in attributes at their place. */
export type SitePage = {
  readonly title: string
  readonly lines: readonly string[]
  /** The full targets of its links, in document order. */
  readonly links: readonly string[]
  /** The page ends in the middle, so the rest of it is unknown. */
  readonly cut: boolean
}

/** The parser reopens unclosed formatting in every block, so a short page can expand to millions of elements. */
const ELEMENTS_MAX = 50_000
const LINES_MAX = 20_000
/** Maximum number of links; a page that reaches it can have more. */
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
/** A longer attribute is data for a script. */
const ATTRIBUTE_MAX = 500
const ADDRESS = /(?<![0-9a-z])0x[0-9a-f]{40}(?![0-9a-f])/gi
const WHITESPACE = /\s+/g
const END = /<\/html\s*>/i

/** Parses a page; undefined when the body is not HTML, or expands to too many elements. */
export function parsePage(input: { body: string; url: string }): SitePage | undefined {
  if (!/<(!doctype\s+html|html|head|body|div|main|p|h1)[\s>]/i.test(input.body)) return undefined
  const parsed = parseBounded(input.body)
  if (parsed === undefined) return undefined
  const { document } = parsed
  const text = readText(document)
  return {
    title: textOf(findElement(document, 'title')),
    lines: text
      .split('\n')
      .map((line) => line.replace(WHITESPACE, ' ').trim())
      .filter((line) => line !== '')
      .slice(0, LINES_MAX),
    links: [...elementsOf(document)]
      .filter((element) => element.tagName === 'a')
      .flatMap((element) => attribute(element, 'href') ?? [])
      .flatMap((href) => URL.parse(href, input.url)?.href ?? [])
      .slice(0, LINKS_MAX),
    cut: !END.test(input.body) && (parsed.endsInTag || endsOpen(document)),
  }
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

/** The text in document order. Blocks begin and end lines. An address in an attribute follows the element's text. */
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

function* elementsOf(document: Node): Generator<DefaultTreeAdapterTypes.Element> {
  const pending: Node[] = [document]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if ('tagName' in node) yield node
    if (!('childNodes' in node)) continue
    for (const child of node.childNodes.toReversed()) pending.push(child)
  }
}

function findElement(document: Node, name: string): DefaultTreeAdapterTypes.Element | undefined {
  return elementsOf(document).find((element) => element.tagName === name)
}

function textOf(element: DefaultTreeAdapterTypes.Element | undefined): string {
  const texts = element?.childNodes.flatMap((child) => ('value' in child ? [child.value] : [])) ?? []
  return texts.join(' ').replace(WHITESPACE, ' ').trim()
}

function attribute(element: DefaultTreeAdapterTypes.Element, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value
}
