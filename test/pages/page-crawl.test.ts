import { expect, test } from 'vitest'
import { crawlPages } from './page-crawl.ts'

const BASE = 'https://svc.example'
const PAGE = { 'content-type': 'text/html; charset=utf-8' }
const JSON_TYPE = { 'content-type': 'application/json' }

/** A site with these pages by address, and JSON where an address has some. Any other address is not found. */
async function crawled(
  pages: Readonly<Record<string, string>>,
  json: Readonly<Record<string, unknown>> = {},
) {
  const asked: string[] = []
  const found = await crawlPages({
    start: ['/'],
    baseUrl: BASE,
    words: ['Shipping'],
    rules: new Set(['ships@1']),
    reasons: new Set(['STALE']),
    ask: async (address) => {
      asked.push(address)
      const [page, data] = [pages[address], json[address]]
      if (page !== undefined) return { status: 200, headers: PAGE, text: page }
      if (data !== undefined) return { status: 200, headers: JSON_TYPE, text: JSON.stringify(data) }
      return { status: 404, headers: JSON_TYPE, text: '{}' }
    },
  })
  return { ...found, asked }
}

test.each([
  { fault: 'a number without an account', page: '<p>7 ships</p>', told: '/: unaccounted: 7 ships' },
  { fault: 'a state without an account', page: '<b>Shipping</b>', told: '/: unaccounted: Shipping' },
  { fault: 'an unknown rule', page: '<p data-rule="other@1">7</p>', told: '/: no such data-rule: other@1' },
  {
    fault: 'an unknown reason',
    page: '<p data-unknown="LOST">?</p>',
    told: '/: no such data-unknown: LOST',
  },
  { fault: 'a link to nothing', page: '<a href="/lost">x</a>', told: '/lost: 404, linked by /' },
  { fault: 'a link to no part', page: '<a href="/#lost">x</a>', told: '/: no part lost on /' },
  {
    fault: 'a file of another host',
    page: '<img src="https://other.example/x.png">',
    told: '/: loads https://other.example/x.png',
  },
])('$fault is a fault', async ({ page, told }) => {
  expect((await crawled({ '/': page })).faults).toEqual([told])
})

test('a figure must equal the JSON that its page names', async () => {
  const pageOf = (value: number) =>
    `<link rel="alternate" type="application/json" href="/api/status">
<p data-rule="ships@1" data-field="status:ships.total"><data value="${value}">${value}</data></p>`
  const json = { '/api/status': { ships: { total: 7 } } }
  expect(await crawled({ '/': pageOf(7) }, json)).toMatchObject({ faults: [], compared: 1 })
  expect((await crawled({ '/': pageOf(8) }, json)).faults).toEqual([
    '/: status:ships.total shows 8, its JSON has 7',
  ])
})

test('each address is asked once, and of receipts the first 25 of a prefix', async () => {
  const id = (prefix: string, place: number) => `/evidence/${prefix}:${place}`
  const receipts = Array.from({ length: 40 }, (_, place) => id('ship', place)).concat(id('lock', 0))
  const links = [...receipts, ...receipts, '/status', '/status'].map((one) => `<a href="${one}">x</a>`)
  const site = Object.fromEntries([...receipts, '/status', '/'].map((one) => [one, links.join('')]))
  const { asked, faults, kinds } = await crawled(site)
  expect(faults).toEqual([])
  expect(asked.toSorted()).toEqual([...receipts.slice(0, 25), id('lock', 0), '/status', '/'].toSorted())
  expect(kinds.get('/evidence/{id} ship')).toEqual({ linked: 40, asked: 25 })
})
