import { expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { CHANGELOG, openHttpService } from '#test/service/http-service.ts'
import { itemsOf } from '#test/service/rss.ts'

const service = await httpServiceOfFile()

const { entries, policy } = CHANGELOG

test('the page has the policy of versioning, and every day of CHANGELOG.md, newest first [contract GET /developers/changelog]', async () => {
  const { status, headers, text } = await service.get('/developers/changelog')
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(policy).toContain('90 days')
  expect(text).toContain('at least 90 days')
  const days = [...text.matchAll(/<h2 id="([^"]+)">/g)].map(([, day]) => day)
  expect(days).toEqual([...new Set(entries.map(({ date }) => date))])
  expect(days).toEqual(days.toSorted().toReversed())
  const [main = ''] = /<main.*<\/main>/s.exec(text) ?? []
  expect(main.match(/<li>/g)).toHaveLength(entries.length)
  expect(main).not.toContain('<script')
  expect(text).toContain(
    '<link rel="alternate" type="application/rss+xml" href="/developers/changelog/feed.xml"',
  )
})

test('the feed has the newest entries with their own guids, and 304 for an ETag [contract GET /developers/changelog/feed.xml]', async () => {
  const { status, headers, text } = await service.get('/developers/changelog/feed.xml')
  expect([status, headers['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8'])
  const items = itemsOf(text)
  const newest = entries.slice(0, LIMITS.changelogFeedItems)
  expect(items.map(({ guid }) => guid)).toEqual(newest.map(({ id }) => `urn:uuid:${id}`))
  expect(items.map(({ description }) => description)).toEqual(newest.map((entry) => entry.text))
  expect(items[0]).toMatchObject({
    isPermaLink: 'false',
    link: `https://svc.example/developers/changelog#${newest[0]?.date}`,
  })
  const unchanged = await service.get('/developers/changelog/feed.xml', {
    'if-none-match': String(headers['etag']),
  })
  expect(unchanged.status).toBe(304)
})

test('the page and the feed answer 503 when the changelog cannot be read, and other answers are as before', async () => {
  await using other = await openHttpService({ changelog: null, database: service.database })
  for (const path of ['/developers/changelog', '/developers/changelog/feed.xml']) {
    const { status, headers, body } = await other.get(path)
    expect([path, status, body['error'], headers['retry-after']]).toEqual([path, 503, 'unavailable', '3600'])
  }
  expect((await other.get('/developers')).status).toBe(200)
})
