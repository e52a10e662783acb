import { expect, test } from 'vitest'
import type { ChainDay } from '#domain/reports/chain-day.ts'
import { chainDaySvg } from './chain-day.ts'

const COUNTS = {
  day: '2026-11-18',
  writtenAt: '2026-11-19T00:10:00.000Z',
  ships: { count: 7, measured: 12 },
  projects: { count: 0, measured: 1 },
  upgrades: { count: null, measured: 0 },
  deployments: { count: 2, measured: 3 },
  unlocks: { count: 1, measured: 2 },
} as unknown as ChainDay
const textsOf = (counts: ChainDay | undefined) =>
  [...chainDaySvg(counts).matchAll(/<text x="(\d+)" y="(\d+)"[^>]*>([^<]*)<\/text>/g)].map(
    ([, x, y, text]) => `${x},${y} ${text}`,
  )

test('a picture of a day has each count beside the projects that were measured for it', () => {
  expect(textsOf(COUNTS)).toEqual([
    '80,120 Chain 4663 on 2026-11-18',
    '80,165 UTC day, as written on 2026-11-19',
    '80,230 Ships that count',
    '560,230 7, of 12 measured projects',
    '80,302 Projects with such a ship',
    '560,302 0, of 1 measured project',
    '80,374 Implementation changes',
    '560,374 not measured',
    '80,446 Later deployments',
    '560,446 2, of 3 measured projects',
    '80,518 Token unlocks due',
    '560,518 1, of 2 measured projects',
    '80,590 Evidence Research Service. Not a rating or a verdict.',
  ])
  expect(chainDaySvg(COUNTS)).toContain(
    '<title id="day-title">Chain 4663 on 2026-11-18</title><desc id="day-desc">Ships that count: 7, of 12 measured projects. Projects with such a ship: 0, of 1 measured project. Implementation changes: not measured. ',
  )
})

test('before the first day nothing is measured, which is not zero', () => {
  expect(textsOf(undefined).slice(0, 4)).toEqual([
    '80,120 Chain 4663: no day is written yet',
    '80,165 UTC days',
    '80,230 Ships that count',
    '560,230 not measured',
  ])
})
