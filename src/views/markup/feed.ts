import { generateRssFeed } from 'feedsmith'
import type { Instant } from '#contract/time.ts'
import { withoutForbidden } from './markup.ts'

/** An RSS channel. Invariants: texts are plain text, and the `guid` of an item stays the same when the item changes. */
type Feed = {
  readonly title: string
  readonly description: string
  readonly link: string
  /** The address of the feed itself. */
  readonly self: string
  readonly items: readonly FeedItem[]
}
export type FeedItem = {
  readonly guid: string
  readonly title: string
  readonly description: string
  readonly link: string
  /** Undefined when no source dates the item. */
  readonly publishedAt: Instant | undefined
  readonly category: string
}

/** RSS 2.0. Characters that XML forbids are removed, because the library passes them on. */
export function rssFeed({ title, description, link, self, items }: Feed): string {
  return generateRssFeed(
    {
      title: withoutForbidden(title),
      description: withoutForbidden(description),
      link,
      language: 'en',
      atom: { links: [{ href: self, rel: 'self', type: 'application/rss+xml' }] },
      items: items.map((item) => ({
        title: withoutForbidden(item.title),
        description: withoutForbidden(item.description),
        link: item.link,
        guid: { value: item.guid, isPermaLink: false },
        categories: [{ name: item.category }],
        ...(item.publishedAt !== undefined && { pubDate: new Date(item.publishedAt) }),
      })),
    },
    { strict: true },
  )
}
