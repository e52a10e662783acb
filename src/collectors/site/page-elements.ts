import type { DefaultTreeAdapterTypes } from 'parse5'

export type Element = DefaultTreeAdapterTypes.Element
type Node = DefaultTreeAdapterTypes.Node

/** The elements of a document, in document order. */
export function elementsOf(document: Node): readonly Element[] {
  const elements: Element[] = []
  const pending: Node[] = [document]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if ('tagName' in node) elements.push(node)
    if (!('childNodes' in node)) continue
    for (const child of node.childNodes.toReversed()) pending.push(child)
  }
  return elements
}

/** The text directly inside an element, unchanged. Text of its child elements is left out. */
export function textIn(element: Element | undefined): string {
  const texts = element?.childNodes.flatMap((child) => ('value' in child ? [child.value] : [])) ?? []
  return texts.join(' ')
}

export function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((attribute) => attribute.name === name)?.value
}
