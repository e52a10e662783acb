import { expect, test } from 'vitest'
import { itemsOf } from '#test/rss.ts'
import { changelogFeed } from './changelog.ts'

const feedOf = (...texts: readonly string[]) => {
  const entries = texts.map((text, id) => ({ id, date: '2026-11-22', kind: 'Added', text }))
  const feed = changelogFeed({ policy: 'Fields are added.', entries } as never, {
    baseUrl: 'https://svc.example',
  })
  return itemsOf(feed)
}

test.each([
  ['Lists have a total. It is exact.', 'Lists have a total'],
  ['Lists have a total; it is exact', 'Lists have a total'],
  ['Lists have a total: exact', 'Lists have a total'],
  ['Lists have a total.', 'Lists have a total'],
  ['`/api/v1.5` has a total', '`/api/v1.5` has a total'],
])('the title of “%s” in the feed is its first clause', (text, headline) => {
  const [item] = feedOf(text)
  expect([item?.title, item?.description]).toEqual([`2026-11-22, Added: ${headline}`, text])
  expect(item?.link).toBe('https://svc.example/developers/changelog#2026-11-22')
})
