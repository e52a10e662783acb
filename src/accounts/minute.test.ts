import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ChargeMinuteAtOnce, minuteOfProcess } from './minute.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-19T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

function charges(charge: ChargeMinuteAtOnce, key: string, costs: readonly number[]): readonly string[] {
  return costs.map((cost) => {
    const { charged, remaining } = charge(key, cost)
    return `${charged ? 'charged' : 'refused'} ${remaining}`
  })
}

describe('all or nothing', () => {
  test.each([
    ['to the last and no further', [1, 1, 1, 1], ['charged 2', 'charged 1', 'charged 0', 'refused 0']],
    ['a list that fits exactly', [1, 2, 1], ['charged 2', 'charged 0', 'refused 0']],
    [
      'a list that does not fit charges nothing',
      [2, 2, 1, 1],
      ['charged 1', 'refused 1', 'charged 0', 'refused 0'],
    ],
    ['a list larger than the budget never fits', [4, 3, 1], ['refused 3', 'charged 0', 'refused 0']],
  ])('%s', (_, costs, expected) => {
    expect(charges(minuteOfProcess(3), 'a', costs)).toEqual(expected)
  })

  test('for any sequence of costs, charges each that fits and never exceeds the limit', () => {
    const costs = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 })
    fc.assert(
      fc.property(costs, (asked) => {
        const charge = minuteOfProcess(120)
        let used = 0
        for (const cost of asked) {
          const fits = used + cost <= 120
          if (fits) used += cost
          expect(charge('a', cost)).toEqual({ charged: fits, remaining: 120 - used, resetsInMs: 60_000 })
        }
      }),
    )
  })
})

describe('the minute', () => {
  test('begins at the first request and ends sixty seconds later', () => {
    const charge = minuteOfProcess(2)
    expect(charge('a', 1)).toEqual({ charged: true, remaining: 1, resetsInMs: 60_000 })
    vi.advanceTimersByTime(59_000)
    expect(charge('a', 1)).toEqual({ charged: true, remaining: 0, resetsInMs: 1_000 })
    vi.advanceTimersByTime(999)
    expect(charge('a', 1)).toEqual({ charged: false, remaining: 0, resetsInMs: 1 })
    vi.advanceTimersByTime(1)
    expect(charge('a', 1)).toEqual({ charged: true, remaining: 1, resetsInMs: 60_000 })
  })

  test('does not change when the machine’s clock is set', () => {
    const charge = minuteOfProcess(1)
    charge('a', 1)
    vi.setSystemTime(Date.now() + 86_400_000)
    expect(charge('a', 1).charged).toBe(false)
  })
})

describe('beyond the limit of callers with a counter of their own', () => {
  test('new callers share budgets, known callers have their own', () => {
    const charge = minuteOfProcess(2, 3)
    for (const key of ['a', 'b', 'c']) charge(key, 1)
    const newcomers = Array.from({ length: 60 }, (_, index) => charge(`new ${index}`, 1))
    expect(newcomers.filter(({ charged }) => charged).length).toBeLessThanOrEqual(3 * 2)
    expect(charges(charge, 'a', [1, 1])).toEqual(['charged 0', 'refused 0'])
  })

  test('a minute later new callers have their own again', () => {
    const charge = minuteOfProcess(2, 3)
    for (const key of ['a', 'b', 'c']) charge(key, 1)
    vi.advanceTimersByTime(60_000)
    expect(charges(charge, 'd', [1, 1, 1])).toEqual(['charged 1', 'charged 0', 'refused 0'])
  })
})
