import { expect, test } from 'vitest'
import { parseSitemap } from './sitemap-form.ts'

const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const ns = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const entry = (loc: string) => `<url><loc>${loc}</loc><lastmod>2026-11-01</lastmod></url>`
const nested = `${'<a>'.repeat(30)}x${'</a>'.repeat(30)}`

test.each<[string, string, object | undefined]>([
  [
    'pages',
    `${head}<urlset ${ns}>${entry('https://l.example/a')}${entry(' https://l.example/b?x=1&amp;y=2 ')}</urlset>`,
    { kind: 'pages', locations: ['https://l.example/a', 'https://l.example/b?x=1&y=2'] },
  ],
  [
    'one page',
    `<urlset>${entry('https://l.example/a')}</urlset>`,
    { kind: 'pages', locations: ['https://l.example/a'] },
  ],
  ['no page', `<urlset ${ns}></urlset>`, { kind: 'pages', locations: [] }],
  [
    'an index',
    `<sitemapindex ${ns}><sitemap><loc>https://l.example/a.xml</loc></sitemap></sitemapindex>`,
    { kind: 'sitemaps', locations: ['https://l.example/a.xml'] },
  ],
  [
    'with a prefix and images',
    `<s:urlset xmlns:s="x" xmlns:image="y"><s:url><s:loc>https://l.example/a</s:loc><image:image><image:loc>https://l.example/i.png</image:loc></image:image></s:url></s:urlset>`,
    { kind: 'pages', locations: ['https://l.example/a'] },
  ],
  [
    'a page without an address',
    '<urlset><url><lastmod>2026-11-01</lastmod></url></urlset>',
    { kind: 'pages', locations: [] },
  ],
  ['a number as address', '<urlset><url><loc>12</loc></url></urlset>', { kind: 'pages', locations: ['12'] }],
  [
    'a custom entity is not expanded',
    `<!DOCTYPE urlset [<!ENTITY x "https://l.example/secret">]><urlset>${entry('&x;')}</urlset>`,
    { kind: 'pages', locations: ['&x;'] },
  ],
  ['cut off', `<urlset>${entry('https://l.example/a')}<url><loc>https://l.ex`, undefined],
  ['nested deeper than a sitemap', `<urlset><url><loc>${nested}</loc></url></urlset>`, undefined],
  ['another document', '<rss><channel></channel></rss>', undefined],
  ['JSON', '{"urlset":[]}', undefined],
  ['nothing', '', undefined],
])('%s', (_, body, expected) => {
  expect(parseSitemap(body)).toEqual(expected)
})
