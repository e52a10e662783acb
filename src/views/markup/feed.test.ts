import { expect, test } from 'vitest'
import { itemsOf } from '#test/service/rss.ts'
import { rssFeed } from './feed.ts'

const feedOf = (title: string) =>
  rssFeed({
    title,
    description: title,
    link: 'https://svc.example/a?b=1&c=2',
    self: 'https://svc.example/f.xml',
    items: [
      {
        guid: 'ship:1',
        title,
        description: title,
        link: 'https://code.example/?a=1&b=2',
        publishedAt: undefined,
        category: 'release',
      },
    ],
  })

test.each([
  ['a ]]> b', 'a ]]> b'],
  ['a & b &amp; c', 'a & b &amp; c'],
  ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ['bell \u0007 rings', 'bell  rings'],
  ['Big\nrelease\tday\r\nhere', 'Big release day here'],
  ['a rocket 🚀', 'a rocket 🚀'],
  ['half a pair \uD83D', 'half a pair'],
  ['no characters \uFFFE\uFFFF', 'no characters'],
  ['quotes "\'', 'quotes "\''],
])('the title %j is read as %j', (title, read) => {
  const [item] = itemsOf(feedOf(title))
  expect([item?.title, item?.description]).toEqual([read, read])
  expect(item?.link).toBe('https://code.example/?a=1&b=2')
})

test('a feed names its own address', () => {
  expect(feedOf('a')).toContain(
    '<atom:link href="https://svc.example/f.xml" rel="self" type="application/rss+xml"/>',
  )
})

test('a feed without items is well-formed', () => {
  const empty = { title: 'a', description: 'b', link: 'https://svc.example/', self: 'https://svc.example/f' }
  expect(itemsOf(rssFeed({ ...empty, items: [] }))).toEqual([])
})
