import { expect, test } from 'vitest'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { DOCUMENTS } from '#test/service/http-service.ts'
import { GUIDES } from '#views/site/documents.ts'
import { ruleChapters } from '#views/site/methodology.ts'

const service = await httpServiceOfFile()

const RULES = ruleChapters(DOCUMENTS.methodology)
const paths = [
  '/methodology',
  '/developers',
  ...GUIDES.map(({ name }) => `/developers/${name}`),
  ...RULES.map(({ name }) => `/methodology/${name}`),
]
const attributes = (name: string, text: string) =>
  [...text.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => String(value))

test('every link of the documents resolves, to the page and to the heading', async () => {
  const pages = new Map<string, string>()
  const open = async (path: string) => {
    const answer = await service.get(path)
    expect([path, answer.status]).toEqual([path, 200])
    pages.set(path, answer.text)
    return answer.text
  }
  for (const path of paths) {
    for (const href of attributes('href', await open(path))) {
      if (href.startsWith('http')) continue
      const [page = '', anchor] = href.split('#')
      const target = page === '' ? path : page
      const text = pages.get(target) ?? (await open(target))
      if (anchor !== undefined)
        expect([href, attributes('id', text)]).toEqual([href, expect.arrayContaining([anchor])])
    }
  }
})

test('no id is given twice, and no code names the address of the examples', async () => {
  for (const path of paths) {
    const { text } = await service.get(path)
    const ids = attributes('id', text)
    expect([path, ids.length]).toEqual([path, new Set(ids).size])
    expect(text).not.toContain('127.0.0.1:4663')
  }
})

test('the page of a rule has its version, its thresholds and its examples', async () => {
  const { text } = await service.get('/methodology/activity.status')
  expect(text).toContain('<title>Activity status: how activity.status@6 concludes</title>')
  expect(text).toContain('<p class="lead">SHIPPING if the newest meaningful ship is at most 7 days old')
  expect(text).toContain('<p class="example"><em>Examples.</em></p>\n<ul class="example">')
  expect(text).toContain('<span class="status shipping">Shipping</span>')
  expect(text).toContain('<span class="status dormant">')
  expect((await service.get('/methodology/activity.status.md')).text).toContain('| `QUIET` |')
  const earlier = await service.get('/methodology/activity.status@2')
  expect(earlier.text).toContain('You asked for version 2')
  expect(earlier.text).toContain(
    '<link rel="canonical" href="https://svc.example/methodology/activity.status">',
  )
})

test('an unknown rule or guide is not found', async () => {
  for (const path of [
    '/methodology/none',
    '/methodology/none.md',
    '/developers/none',
    '/developers/operating',
  ])
    expect([path, (await service.get(path)).status]).toEqual([path, 404])
})

test('each has a twin in Markdown', async () => {
  for (const path of paths) {
    const { headers, text } = await service.get(`${path}.md`)
    expect([path, headers['content-type']]).toEqual([path, 'text/markdown; charset=utf-8'])
    expect(text).toMatch(/^# /)
  }
})
