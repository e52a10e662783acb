import { expect, test } from 'vitest'
import { robotsText, sitemapXml } from './site-files.ts'

test('crawlers may read pages, and the sitemap lists them first, at most fifty thousand', () => {
  const site = { baseUrl: 'https://svc.example' }
  expect(robotsText(site)).toBe(
    'User-agent: *\nDisallow: /api/export/\nAllow: /\nSitemap: https://svc.example/sitemap.xml\n',
  )
  expect(sitemapXml({ pages: ['/', '/a&b'], projects: ['https://svc.example/projects/l'] }, site)).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n<url><loc>https://svc.example/</loc></url>\n<url><loc>https://svc.example/a&amp;b</loc></url>\n<url><loc>https://svc.example/projects/l</loc></url>\n</urlset>\n',
  )
  const projects = Array.from({ length: 50_001 }, () => 'x')
  expect(sitemapXml({ pages: ['/'], projects }, site).match(/<loc>/g)).toHaveLength(50_000)
})
