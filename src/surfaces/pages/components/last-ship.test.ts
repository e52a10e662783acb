import { expect, test } from 'vitest'
import type { ActivityStatus } from '#contract/enums.ts'
import { toInstant } from '#contract/time.ts'
import { aSheet } from '#test/pages/page-sheet.ts'
import { missing } from '../basis.ts'
import { lastShip } from './last-ship.ts'

const SHEET = aSheet()
const SHIP = { title: 'v2', kind: 'release', evidenceId: 'ship:1' } as const

test.each([
  [{ ...SHIP, occurredAt: toInstant('2026-11-20T07:00:00Z') }, 'Last ship 3 h ago: v2 release'],
  [
    { ...SHIP, kind: 'code_week' as const, occurredAt: toInstant('2026-11-20T07:00:00Z') },
    'Last ship week of 16 Nov 2026: v2 code week',
  ],
  [SHIP, 'Last ship (not dated by its source): v2 release'],
  [undefined, 'Last ship ? unknown the source cannot be read'],
])('the last ship %j is “%s”', (ship, words) => {
  const drawn = lastShip({ ship, status: 'DORMANT', basis: missing('SOURCE_UNAVAILABLE') }, SHEET).toString()
  expect(drawn.replace(/<[^>]+>/g, '')).toContain(words)
})

test.each([
  [{ ...SHIP, occurredAt: toInstant('2026-11-20T07:00:00Z') }, '3 h ago: v2 release'],
  [undefined, '? unknown the source cannot be read'],
])('under its own heading the last ship %j begins “%s”', (ship, words) => {
  const basis = missing('SOURCE_UNAVAILABLE')
  const drawn = lastShip({ ship, status: 'DORMANT', basis, withName: false }, SHEET).toString()
  expect(drawn.replace(/<[^>]+>/g, '').startsWith(words)).toBe(true)
})

test.each<[ActivityStatus, string | undefined, string]>([
  [
    'DORMANT',
    '2026-07-27T00:00:00Z',
    'unknown none that counts since 27 Jul 2026, as far back as it was read',
  ],
  ['QUIET', undefined, 'unknown none that counts, as far back as it was read'],
  ['UNKNOWN', '2026-07-27T00:00:00Z', 'unknown not watched for long enough yet'],
])('without a ship the status %s watched from %s is “%s”', (status, from, words) => {
  const of = { ship: undefined, status, from: from === undefined ? undefined : toInstant(from) }
  const text = lastShip({ ...of, basis: missing('NOT_ENOUGH_YET') }, SHEET)
    .toString()
    .replace(/<[^>]+>/g, '')
  expect(text).toContain(words)
  expect(text.includes('not watched for long enough')).toBe(status === 'UNKNOWN')
})
