import { expect, test } from 'vitest'
import { itemsOf } from '#test/service/rss.ts'
import { changelogFeed, changelogMarkdown, sharedChangelog } from './changelog.ts'

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

const entry = (id: number, date: string, kind: string, text: string) => ({ id, date, kind, text })
const LOG = {
  policy: 'Fields are added.',
  entries: [
    entry(1, '2026-11-22', 'Added', '`/api` has a total'),
    entry(2, '2026-11-22', 'Changed', 'Lists are exact'),
    entry(3, '2026-11-20', 'Added', 'First'),
  ],
} as never

test('the changelog as Markdown has each day with its entries by kind', () => {
  expect(changelogMarkdown(LOG).split('\n\n')).toEqual([
    '# Changelog',
    'Fields are added.',
    '## 2026-11-22',
    '### Added',
    '- `/api` has a total',
    '### Changed',
    '- Lists are exact',
    '## 2026-11-20',
    '### Added',
    '- First\n',
  ])
})

test('the picture of the changelog has its newest day', () => {
  expect(sharedChangelog(LOG)).toEqual({
    title: 'Changelog',
    lines: ['22 Nov 2026: 2 changes', 'Added: /api has a total'],
  })
  expect(sharedChangelog({ policy: '', entries: [] } as never).lines).toEqual(['No change is recorded.'])
})
