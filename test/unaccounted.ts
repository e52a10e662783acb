import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

const ACCOUNTS = ['data-evidence', 'data-rule', 'data-service', 'data-unknown']
/** Marks the text of a document of the service, such as a guide. Its numbers are no figures of records. */
const DOCUMENT = 'data-document'
/** Text of these is no figure: code to copy, the head, names of pages, words of a source, and names of figures. */
const NO_FIGURES = new Set(['head', 'script', 'style', 'code', 'form', 'nav', 'q', 'bdi', 'dt', 'th'])

/**
 * The texts of a page that are figures without an account: each has a digit or one of the given words, and neither it nor
 * an element around it says what it rests on.
 */
export function getUnaccounted(html: string, words: readonly string[] = []): readonly string[] {
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
  visit(parse(html))
  return found
}

/** The shown value of each field that a page names, for example `snapshot:build.buildMomentum`. */
export function getShownFields(html: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  const visit = (node: Node, field?: string): void => {
    const own = isElement(node) ? (attribute(node, 'data-field') ?? field) : field
    if (isElement(node) && node.tagName === 'data' && own !== undefined)
      fields.set(own, String(attribute(node, 'value')))
    if ('childNodes' in node) for (const child of node.childNodes) visit(child, own)
  }
  visit(parse(html))
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

/** What each element of a page says that it rests on. */
export function getAccounts(html: string): readonly { readonly kind: string; readonly value: string }[] {
  const found: { kind: string; value: string }[] = []
  for (const element of elementsOf(parse(html)))
    for (const kind of ACCOUNTS) {
      const value = attribute(element, kind)
      if (value !== undefined) found.push({ kind, value })
    }
  return found
}

/** The ids of a page, the addresses that it links, and those of its JSON. */
export function getAnchors(html: string): {
  readonly ids: ReadonlySet<string>
  readonly links: readonly string[]
  readonly json: readonly string[]
} {
  const elements = [...elementsOf(parse(html))]
  const linksOf = (of: readonly Element[]) => of.flatMap((one) => attribute(one, 'href') ?? [])
  const json = elements.filter((one) => attribute(one, 'type') === 'application/json')
  return {
    ids: new Set(elements.flatMap((one) => attribute(one, 'id') ?? [])),
    links: linksOf(elements.filter(({ tagName }) => ['a', 'link'].includes(tagName))),
    json: linksOf(json.filter((one) => attribute(one, 'rel') === 'alternate')),
  }
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
