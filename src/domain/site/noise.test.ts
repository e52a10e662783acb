import { expect, test } from 'vitest'
import { evidenceId } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import type { SiteChange } from '#domain/ledger/evidence.ts'
import { changesToAnnounce, isNoise } from './noise.ts'

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
/** A change of a site on a day of November 2026; the 16th, the 23rd and the 30th are Mondays. */
const changeOn = (day: number, changesInRow: number | null, site = 1): SiteChange => ({
  id: evidenceId('sourcechange', uuid(100 * site + day)),
  sourceId: evidenceId('source', uuid(site)),
  official: true,
  added: 1,
  removed: 1,
  changesInRow,
  detectedAt: toInstant(`2026-11-${day}T06:00:00Z`),
})

test.each<[string, number | null, boolean]>([
  ['the first change', 1, false],
  ['the second in a row', 2, false],
  ['the third in a row', 3, true],
  ['a later one', 40, true],
  ['one whose row was not counted', null, false],
])('[R93] isNoise: %s', (_, changesInRow, expected) => {
  expect(isNoise(changeOn(16, changesInRow))).toBe(expected)
})

test.each<[string, readonly SiteChange[], readonly number[]]>([
  ['none', [], []],
  ['one', [changeOn(16, 1)], [16]],
  [
    'a change at each reading from a Monday on',
    [changeOn(16, 1), changeOn(19, 2), changeOn(22, 3), changeOn(25, 4), changeOn(28, 5), changeOn(30, 6)],
    [16, 19, 25, 30],
  ],
  ['in whatever order they are listed', [changeOn(28, 5), changeOn(25, 4)], [25]],
  ['the last minute of a week and the first of the next', [changeOn(22, 8), changeOn(23, 9)], [22, 23]],
  ['a change that is no noise in a week of noise', [changeOn(24, 7), changeOn(27, 1)], [24, 27]],
  ['noise in a week of a change that was none', [changeOn(24, 2), changeOn(27, 3)], [24]],
  [
    'changes whose row was not counted',
    [changeOn(24, null), changeOn(25, null), changeOn(26, null)],
    [24, 25, 26],
  ],
  ['noise after such a change', [changeOn(24, null), changeOn(27, 3)], [24]],
  ['two sites', [changeOn(24, 5), changeOn(25, 5, 2)], [24, 25]],
])('[R93] changes of a site that are announced: %s', (_, changes, expected) => {
  const days = changesToAnnounce(changes).map(({ detectedAt }) => Number(detectedAt.slice(8, 10)))
  expect(days).toEqual(expected)
})

test('[R93] a later change decides about none before it', () => {
  const all = [16, 19, 22, 25, 28].map((day, place) => changeOn(day, place + 1))
  const whole = changesToAnnounce(all)
  for (const count of all.keys()) {
    const part = changesToAnnounce(all.slice(0, count))
    expect(part).toEqual(whole.slice(0, part.length))
  }
})
