import { expect, test } from 'vitest'
import { aSheet } from '#test/pages/page-sheet.ts'
import { concluded, missing } from '../basis.ts'
import { bars } from './bars.ts'

const basis = concluded('radar@2')
const drawn = bars(
  {
    title: 'Parts',
    unit: 'points',
    source: 'records',
    rule: 'radar@2',
    greatest: 50,
    bars: [
      { name: 'Half', value: 25, basis },
      { name: 'All', value: 50, basis },
      { name: 'None', value: 0, basis },
      { name: 'Unread', value: null, basis: missing('STALE') },
    ],
  },
  aSheet(),
).toString()
const rows = drawn.split('<tr>').slice(1)

test('a bar is as long as its value is of the greatest one; zero has a bar without length', () => {
  expect(rows.slice(0, 3).map((row) => /<rect width="([\d.]+)"/.exec(row)?.[1])).toEqual([
    '50.0',
    '100.0',
    '0.0',
  ])
})

test('an unknown value has its row and its reason, and no bar', () => {
  expect(rows[3]).toContain('data-unknown="STALE"')
  expect(rows[3]).toContain('the last reading is too old')
  expect(rows[3]).not.toContain('<rect')
})
