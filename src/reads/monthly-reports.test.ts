import { beforeAll, expect, test } from 'vitest'
import type { EvidenceId, Slug } from '#contract/ids.ts'
import type { Highlight } from '#domain/reports/monthly-report.ts'
import { REPORT_RULE } from '#domain/reports/monthly-report.ts'
import { storeMonthlyReport } from '#test/given/monthly-report.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, type StoredToken, storeToken } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()
let published: StoredToken
let hidden: StoredToken
beforeAll(async () => {
  published = await storeToken({}, service.database)
  hidden = await storeToken({ state: 'hidden', name: 'Secret' }, service.database)
  await storeMonthlyReport(service.database, [highlightOf(hidden), highlightOf(published)])
})

const highlightOf = ({ projectId, slug }: StoredToken): Highlight => ({
  projectId,
  slug,
  name: slug === published.slug ? 'Lumen\u0007' : 'Secret',
  type: 'build.resumed',
  occurredAt: null,
  detectedAt: NOW,
  precision: 'OBSERVED',
  evidence: ['state:6f1c2d3e-4b5a-5968-8774-9a8b7c6d5e4f' as EvidenceId],
})

test('the list has each month with an address that answers, newest first [contract GET /api/reports/monthly]', async () => {
  const { body } = await service.get('/api/reports/monthly?foo=1')
  expect(body).toMatchObject({
    items: [{ month: '2026-10', url: 'https://svc.example/api/reports/monthly/2026-10' }],
    ignoredParameters: ['foo'],
  })
})

test('a report has its days and counts, and never names a hidden project [contract GET /api/reports/monthly/{month}]', async () => {
  const { status, body, text } = await service.get('/api/reports/monthly/2026-10')
  expect(status).toBe(200)
  expect(body).toMatchObject({
    month: '2026-10',
    from: '2026-10-01',
    to: '2026-10-31',
    published: 0,
    rules: [REPORT_RULE.id],
    highlights: [
      { type: 'build.resumed', project: { slug: published.slug, name: 'Lumen' }, occurredAt: null },
    ],
  })
  expect(body['ships']).toContainEqual({ kind: 'release', state: 'NOT_APPLICABLE', ships: null })
  expect(text).not.toContain('Secret')
  expect(text).not.toContain(hidden.slug satisfies Slug)
})

test.each([
  ['2026-11', 404, 'not_found'],
  ['2026-09', 404, 'not_found'],
  ['2026-13', 400, 'invalid_parameter'],
  ['latest', 400, 'invalid_parameter'],
])('the month %s answers %d', async (month, status, error) => {
  const answer = await service.get(`/api/reports/monthly/${month}`)
  expect([answer.status, answer.body['error']]).toEqual([status, error])
})
