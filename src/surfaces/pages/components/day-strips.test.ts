import { expect, test } from 'vitest'
import type { CalendarDate } from '#contract/time.ts'
import { html } from '../markup.ts'
import { dayStrips } from './day-strips.ts'

const day = (date: string) => `2026-11-${date}` as CalendarDate
const drawn = dayStrips({
  title: 'Outages by day',
  unit: 'days of UTC',
  source: 'the judgements',
  rule: 'watching@4',
  from: day('11'),
  to: day('20'),
  headings: { name: 'Provider', words: 'Recorded since' },
  keys: [{ form: 'gap', words: 'unknown' }],
  rows: [
    {
      name: 'GitHub',
      words: html`since a day`,
      spans: [
        { from: day('11'), to: day('14'), form: 'gap', words: 'unknown, four days' },
        { from: day('15'), to: day('15'), form: 'high', words: 'outage, a day' },
        { from: day('16'), to: day('20'), form: 'low', words: 'no outage, five days' },
      ],
    },
  ],
  below: html`<p>below</p>`,
}).toString()

test('each span has the place and the width of its days; a bad day is high, a good one low, an unknown one hatched', () => {
  const rects = [
    ...drawn.matchAll(
      /<rect class="(\w+)" x="([\d.]+%)" width="([\d.]+%)" y="(\d+)" height="(\d+)"><title>([^<]*)/g,
    ),
  ]
  expect(rects.map(([, ...shape]) => shape)).toEqual([
    ['gap', '0.00%', '40.00%', '4', '16', 'unknown, four days'],
    ['high', '40.00%', '10.00%', '4', '16', 'outage, a day'],
    ['low', '50.00%', '50.00%', '16', '4', 'no outage, five days'],
  ])
  expect(drawn).toContain('<pattern id="hatch-days"')
})

test('the first and the last day stand over the rows, and the legend and the table under them', () => {
  expect(drawn).toMatch(
    /<text x="0" y="16">11 Nov 2026<\/text><text x="100%" y="16" text-anchor="end">20 Nov 2026</,
  )
  expect(drawn).toContain('<span class="key gap">unknown</span>')
  expect(drawn.indexOf('<p>below</p>')).toBeGreaterThan(drawn.indexOf('</table>'))
})
