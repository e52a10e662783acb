import { expect, test } from 'vitest'
import { monthlyReport } from './monthly-report.ts'

type Report = Parameters<typeof monthlyReport>[0]
const site = { baseUrl: 'https://svc.example' }
const AT = '2026-10-05T12:00:00.000Z'
const highlight = {
  slug: 'lumen',
  name: 'Lumen',
  type: 'build.release',
  occurredAt: AT,
  detectedAt: AT,
  precision: 'EXACT',
  evidence: ['ship:1'],
}
const report = (highlights: readonly object[]) =>
  monthlyReport(
    {
      month: '2026-10',
      writtenAt: '2026-11-01T01:00:00.000Z',
      rules: ['a@1'],
      highlights,
      counts: { published: 3, coverage: [], statuses: [], ships: [], changes: [] },
    } as unknown as Report,
    site,
  )

test('a report is of all days of its month', () => {
  expect(report([highlight])).toMatchObject({
    month: '2026-10',
    from: '2026-10-01',
    to: '2026-10-31',
    published: 3,
    rules: ['a@1'],
    highlights: [
      {
        type: 'build.release',
        occurredAt: AT,
        detectedAt: AT,
        precision: 'EXACT',
        project: { slug: 'lumen' },
        evidence: ['ship:1'],
      },
    ],
  })
})

test('a highlight that cannot be read is named, and the others are told', () => {
  const written = report([{ ...highlight, evidence: null }, highlight])
  expect(written).toHaveProperty('broken.0.message', expect.stringContaining('build.release of lumen'))
  expect(written.highlights).toMatchObject([{ type: 'build.release' }])
})
