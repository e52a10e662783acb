import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

const ACCOUNTS = ['data-evidence', 'data-rule', 'data-service', 'data-unknown']
/** Marks the text of a document of the service, such as a guide. Its numbers are no figures of records. */
const DOCUMENT = 'data-document'
/**
 * Elements whose text is no figure: code to copy, the head, names of pages, words of a source, and names of figures.
 */
const NO_FIGURES = new Set(['head', 'script', 'style', 'code', 'form', 'nav', 'q', 'bdi', 'dt', 'th'])

/** The figures, addresses and ids of a page. Its text is parsed once. */
export type PageParts = {
  /** Texts that are figures without an account. */
  readonly unaccounted: readonly string[]
  /** The shown value of each field that the page names. */
  readonly fields: ReadonlyMap<string, string>
  /** The evidence, rule, service or reason that each element names for its figure. */
  readonly accounts: readonly { readonly kind: string; readonly value: string }[]
  readonly ids: ReadonlySet<string>
  /** The addresses that the page links, and the address of its picture when it is shared. */
  readonly links: readonly string[]
  /** The addresses of its own JSON. */
  readonly json: readonly string[]
  /** Addresses that the browser loads by itself: files, pictures, frames. */
  readonly loaded: readonly string[]
}

/** The parts of a page. Each of the given words is a figure too. */
export function partsOf(text: string, words: readonly string[] = []): PageParts {
  const page = parse(text)
  const elements = [...elementsOf(page)]
  return {
    unaccounted: unaccountedOf(page, words),
    fields: fieldsOf(page),
    accounts: accountsOf(elements),
    ids: new Set(elements.flatMap((one) => attribute(one, 'id') ?? [])),
    links: linksOf(elements),
    json: elements
      .filter((one) => attribute(one, 'rel') === 'alternate' && attribute(one, 'type') === 'application/json')
      .flatMap((one) => attribute(one, 'href') ?? []),
    loaded: getLoaded(text),
  }
}

/**
 * The texts of a page that are figures without an account. A figure has a digit or one of the given words. It has an
 * account when its element, or an element around it, names the source of the figure.
 */
export function getUnaccounted(html: string, words: readonly string[] = []): readonly string[] {
  return unaccountedOf(parse(html), words)
}

function unaccountedOf(page: Node, words: readonly string[]): readonly string[] {
  const found: string[] = []
  const isFigure = (text: string) => /\p{Nd}/u.test(text) || words.includes(text.trim())
  const visit = (node: Node): void => {
    if ('value' in node && node.nodeName === '#text') {
      if (isFigure(node.value)) found.push(node.value.trim())
      return
    }
    if (isElement(node) && (NO_FIGURES.has(node.tagName) || isAccounted(node))) return
    if ('childNodes' in node) for (const child of node.childNodes) visit(child)
  }
  visit(page)
  return found
}

/** The shown value of each field that a page names, for example `snapshot:build.buildMomentum`. */
export function getShownFields(html: string): ReadonlyMap<string, string> {
  return fieldsOf(parse(html))
}

function fieldsOf(page: Node): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  const visit = (node: Node, field?: string): void => {
    const own = isElement(node) ? (attribute(node, 'data-field') ?? field) : field
    if (isElement(node) && node.tagName === 'data' && own !== undefined)
      fields.set(own, String(attribute(node, 'value')))
    if ('childNodes' in node) for (const child of node.childNodes) visit(child, own)
  }
  visit(page)
  return fields
}

/** Addresses that the browser loads by itself: files, pictures, frames. */
export function getLoaded(html: string): readonly string[] {
  return [
    ...html.matchAll(
      /<(?:script|img|iframe|source|video|audio|embed|object)\b[^>]*?\b(?:src|data)="([^"]*)"/g,
    ),
  ]
    .concat([...html.matchAll(/<link rel="(?:stylesheet|icon|preload)"[^>]*?href="([^"]*)"/g)])
    .map(([, address]) => String(address))
}

/** Whether an answer is a page. */
export function isPage({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): boolean {
  return String(headers['content-type']).startsWith('text/html')
}

function accountsOf(elements: readonly Element[]): PageParts['accounts'] {
  return elements.flatMap((element) =>
    ACCOUNTS.flatMap((kind) => {
      const value = attribute(element, kind)
      return value === undefined ? [] : [{ kind, value }]
    }),
  )
}

function linksOf(elements: readonly Element[]): readonly string[] {
  return elements.flatMap((one) => {
    if (one.tagName === 'a' || one.tagName === 'link') return attribute(one, 'href') ?? []
    return attribute(one, 'property') === 'og:image' ? (attribute(one, 'content') ?? []) : []
  })
}

function* elementsOf(node: Node): Generator<Element> {
  if (isElement(node)) yield node
  if ('childNodes' in node) for (const child of node.childNodes) yield* elementsOf(child)
}

function isElement(node: Node): node is Element {
  return 'tagName' in node
}

function isAccounted(element: Element): boolean {
  return [...ACCOUNTS, DOCUMENT].some((name) => (attribute(element, name) ?? '') !== '')
}

function attribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((one) => one.name === name)?.value
}
