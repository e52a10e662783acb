import { expect, test } from 'vitest'
import type { CalendarDate } from '#contract/time.ts'
import { changelogHtml } from './changelog.ts'

test('code is marked, and text is never markup', () => {
  const entry = { id: '1', date: '2026-11-22' as CalendarDate, kind: 'Added' } as const
  const text = '`GET /a?b=<c>` replaces <b>d</b> & e.'
  const html = changelogHtml(
    { policy: 'Additive `<only>`.', entries: [{ ...entry, text }] },
    { baseUrl: 'https://svc.example' },
  )
  expect(html).toContain('<p>Additive <code>&lt;only&gt;</code>.</p>')
  expect(html).toContain('<li><code>GET /a?b=&lt;c&gt;</code> replaces &lt;b&gt;d&lt;/b&gt; &amp; e.</li>')
})
