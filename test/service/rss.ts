import { parseXml, XmlElement } from '@rgrove/parse-xml'

/** An item of a feed, read by an XML parser that does not share code with the generator. */
type RssItem = Readonly<Record<'title' | 'link' | 'guid' | 'description', string>> & {
  readonly pubDate: string | undefined
  readonly isPermaLink: string | undefined
}

/** The items of an RSS 2.0 text. @throws when the text is not well-formed XML */
export function itemsOf(xml: string): readonly RssItem[] {
  const channel = childOf(parseXml(xml).root, 'channel')
  return childrenOf(channel)
    .filter(({ name }) => name === 'item')
    .map((item) => ({
      title: textOf(item, 'title'),
      link: textOf(item, 'link'),
      guid: textOf(item, 'guid'),
      description: textOf(item, 'description'),
      pubDate: childOf(item, 'pubDate')?.text,
      isPermaLink: childOf(item, 'guid')?.attributes['isPermaLink'],
    }))
}

function childrenOf(element: XmlElement | null | undefined): readonly XmlElement[] {
  return (element?.children ?? []).filter((child) => child instanceof XmlElement)
}

function childOf(element: XmlElement | null | undefined, name: string): XmlElement | undefined {
  return childrenOf(element).find((child) => child.name === name)
}

function textOf(element: XmlElement, name: string): string {
  return String(childOf(element, name)?.text).trim()
}
