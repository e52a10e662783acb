import { type DefaultTreeAdapterTypes, html } from 'parse5'

type Node = DefaultTreeAdapterTypes.Node

/** HTML elements whose end tag can be omitted, and those without an end tag. @source HTML Standard, 13.1.2 */
const ENDLESS: ReadonlySet<string> = new Set(
  'html head body p li dt dd rt rp optgroup option colgroup caption thead tbody tfoot tr td th area base br col embed hr img input link meta source track wbr'.split(
    ' ',
  ),
)

/** Whether a page ends inside an element that needs an end tag. The document must be parsed with source locations. */
export function endsOpen(document: Node): boolean {
  for (let node = lastElement(document); node !== undefined; node = lastElement(node)) {
    if (node.namespaceURI !== html.NS.HTML) return false
    if (!ENDLESS.has(node.tagName) && node.sourceCodeLocation?.endTag === undefined) return true
  }
  return false
}

function lastElement(node: Node): DefaultTreeAdapterTypes.Element | undefined {
  if (!('childNodes' in node)) return undefined
  const last = node.childNodes.findLast(({ nodeName }) => nodeName !== '#comment')
  return last !== undefined && 'tagName' in last ? last : undefined
}
