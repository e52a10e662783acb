import { expect, test } from 'vitest'
import type { ContractAddress, Slug } from '#contract/ids.ts'
import type { Month } from '#contract/month.ts'
import * as links from './links.ts'

const site = { baseUrl: 'https://svc.example' }
const slug = 'lumen' as Slug

test('each address begins with the public address of the service', () => {
  expect(links.projectPage(slug, site)).toBe('https://svc.example/projects/lumen')
  expect(links.badgeAddress(slug, site)).toBe('https://svc.example/badge/lumen.svg')
  expect(links.projectChanges(slug, site)).toBe('https://svc.example/api/changes?project=lumen')
  expect(links.scanAddress('0xab' as ContractAddress, site)).toBe(
    'https://svc.example/api/v1/scan?token=0xab',
  )
  expect(links.receiptLink('impl:4663:0xab:1:0', site)).toBe(
    'https://svc.example/api/evidence/impl%3A4663%3A0xab%3A1%3A0',
  )
  expect(links.changelogPage(site)).toBe('https://svc.example/developers/changelog')
  expect(links.changelogFeedAddress(site)).toBe('https://svc.example/developers/changelog/feed.xml')
  expect(links.monthlyReportAddress('2026-10' as Month, site)).toBe(
    'https://svc.example/api/reports/monthly/2026-10',
  )
})

test.each([
  [undefined, 'utm_source=svc_api&utm_medium=partner_api'],
  ['wallet/1.2', 'utm_source=wallet%2F1.2&utm_medium=partner_api'],
])('the link of a project names its integration: %s', (integration, labels) => {
  expect(links.projectLink({ slug, integration }, site)).toBe(`https://svc.example/projects/lumen?${labels}`)
})

test.each([
  [undefined, 'fact=activity.status'],
  ['source:a', 'fact=activity.status&source=source%3Aa'],
] as const)('the explanation of a fact names its source: %s', (source, query) => {
  const of = { slug, fact: 'activity.status', ...(source && { source }) }
  expect(links.explanationLink(of, site)).toBe(`https://svc.example/api/projects/lumen/explain?${query}`)
})

test.each([
  ['https://svc.example:8443', 'svc.example'],
  ['http://127.0.0.1:4663', '127.0.0.1'],
  ['http://[::1]:4663', '-1-'],
])('the host of %s is %s in names', (baseUrl, host) => {
  expect(links.hostOf({ baseUrl })).toBe(host)
})
