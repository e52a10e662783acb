import { describe, expect, test } from 'vitest'
import { addressWith } from '../site/page-address.ts'
import { ruleInForce } from '../words/rules.ts'
import { type ListPlace, placeWords, previousOffset } from './list-places.ts'
import { listRule, listTitle, TAB_WORDS } from './projects.ts'
import { moveWords, rankParts } from './radar-list.ts'

const place = (offset: number, shown: number, total: number): ListPlace => ({
  offset,
  shown,
  total,
  size: 24,
})

describe('the place of a part in its list', () => {
  test.each([
    [place(0, 24, 45), '1 to 24 of 45', undefined],
    [place(24, 21, 45), '25 to 45 of 45', 0],
    [place(7, 24, 45), '8 to 31 of 45', 0],
    [place(90, 0, 45), undefined, 24],
    [place(0, 0, 0), undefined, undefined],
  ])('%j is %j, after %j', (given, words, previous) => {
    expect([placeWords(given), previousOffset(given)]).toEqual([words, previous])
  })
})

test('an address leaves out what is not chosen, and keeps commas readable', () => {
  expect(addressWith('/a', { b: undefined, c: '', d: [] })).toBe('/a')
  expect(addressWith('/a', { q: 'x y&z', has: ['token', 'ship'], offset: 24 })).toBe(
    '/a?q=x+y%26z&has=token,ship&offset=24',
  )
})

test('every predefined list rests on a rule in force', () => {
  for (const [tab, { rule }] of Object.entries(TAB_WORDS))
    expect([tab, listRule({ tab: tab as keyof typeof TAB_WORDS })]).toEqual([tab, ruleInForce(rule)])
  expect(() => ruleInForce('none')).toThrow('Unknown rule "none"')
})

test.each([
  [{}, { available: true, total: 45 }, 'Projects: 45 published, newest activity first'],
  [{ status: 'SHIPPING' as const }, { available: true, total: 1 }, 'Projects: 1 matches status shipping'],
  [{ q: 'x' }, { available: true, total: 0 }, 'Projects: none matches words x'],
  [
    { tab: 'under-the-radar' as const },
    { available: false, total: null },
    'Projects: the list was not measured (list Under the radar)',
  ],
])('the title of a list is an answer: %j', (query, list, title) => {
  expect(listTitle(query, list)).toBe(title)
})

test.each([
  [2, 'up 2 from rank 5 at the first ranking of 13 Nov 2026'],
  [-1, 'down 1 from rank 5 at the first ranking of 13 Nov 2026'],
  [0, 'unchanged from rank 5 at the first ranking of 13 Nov 2026'],
])('a move of %d is told in words', (change, words) => {
  expect(moveWords({ day: '2026-11-13' as never, rank: 5, change })).toBe(words)
})

test('an unknown part of a score has no points and no weight, and says how it counts', () => {
  const unknown = { state: 'STALE', weight: null, percentile: null } as const
  const [building, use, research] = rankParts({
    parts: {
      building: { ...unknown, buildMomentum: null },
      use: { ...unknown, calls: null, assumedPoints: 12.5 },
      research: { state: 'ERROR', weight: null, points: null, level: null, assumedPoints: 0 },
    },
  })
  expect(building).toEqual({
    name: 'Building',
    path: 'parts.building.percentile',
    points: null,
    state: 'STALE',
  })
  expect(use).toMatchObject({ name: 'Use', points: null, assumed: 12.5 })
  expect(research).toMatchObject({ points: null, state: 'ERROR', assumed: 0 })
})
