import { expect, test } from 'vitest'
import type { EvidenceId } from '#contract/ids.ts'
import { REPORT_RULE } from '#domain/reports/monthly-report.ts'
import { REPORTED_MONTH, storeMonthlyReport } from '#test/given/monthly-report.ts'
import { getShownFields, getUnaccounted } from '#test/pages/unaccounted.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, type StoredToken, storeToken } from '#test/service/http-service.ts'

const BROWSER = { accept: 'text/html,*/*;q=0.8' }
const EVIDENCE = 'state:6f1c2d3e-4b5a-5968-8774-9a8b7c6d5e4f' as EvidenceId

const service = await httpServiceOfFile()
let published: StoredToken

test('before the first report the list says so, and a month without a report is a page of refusal', async () => {
  expect((await service.get('/reports')).text).toContain('No report is written yet.')
  for (const [month, status] of [
    ['2026-10', 404],
    ['2026-13', 400],
  ] as const) {
    const answer = await service.get(`/reports/${month}`, BROWSER)
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'text/html; charset=utf-8'])
  }
})

test('a report has the counts of the API, draws unknown ones with their reason, and links receipts', async () => {
  published = await storeToken({}, service.database)
  const { projectId, slug } = published
  await storeMonthlyReport(service.database, [
    {
      projectId,
      slug,
      name: 'Lumen',
      type: 'build.resumed',
      occurredAt: null,
      detectedAt: NOW,
      precision: 'OBSERVED',
      evidence: [EVIDENCE],
    },
  ])
  const { text } = await service.get(`/reports/${REPORTED_MONTH}`)
  const { body } = await service.get(`/api/reports/monthly/${REPORTED_MONTH}`)
  expect(getShownFields(text).get('report:published')).toBe(String(body['published']))
  expect(text).toMatch(
    /<th scope="row">Release<\/th><td colspan="2"><span class="figure unknown" data-unknown=/,
  )
  expect(text).toContain(`href="/evidence/${encodeURIComponent(EVIDENCE)}"`)
  expect(text).toMatch(
    /<h1><span data-rule="[^"]+">\w+ \d{4}<\/span>: what was shipped and what changed<\/h1>/,
  )
  expect(text).toContain('</a> is shipping again</span>')
  const shown = getShownFields(text)
  expect(shown.get('report:statuses.5.projects')).toBe('0')
  expect(text).toContain(
    `Recorded in <a href="/api/reports/monthly/${REPORTED_MONTH}">this answer as JSON</a>`,
  )
  const [caption = ''] = /<caption>Ships:.*<\/caption>/.exec(text) ?? []
  expect(caption).toMatch(
    /ships from <time [^>]+>1 \w+ 2026<\/time> to .*Source: records of the month, counted .*<code>/,
  )
  const note = 'At least 1 is recorded, in the highlights.'
  expect(text).toContain(note)
  expect((await service.get(`/reports/${REPORTED_MONTH}.md`)).text).toContain(note)
  expect(text).toContain(`<code>${REPORT_RULE.id}</code>`)
  expect(getUnaccounted(text, ['Shipping', 'Not known', 'Back to shipping'])).toEqual([])
  expect((await service.get(`/reports/${REPORTED_MONTH}.md`)).text).toContain('- Release: unknown (')
  expect((await service.get('/reports')).text).toContain(`href="/reports/${REPORTED_MONTH}"`)
})
