import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { minuteOfProcess, type TakeAtOnce } from './minute.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-19T12:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

function takes(take: TakeAtOnce, key: string, costs: readonly number[]): readonly string[] {
  return costs.map((cost) => {
    const { taken, remaining } = take(key, cost)
    return `${taken ? 'took' : 'left'} ${remaining}`
  })
}

describe('all or nothing', () => {
  test.each([
    ['to the last and no further', [1, 1, 1, 1], ['took 2', 'took 1', 'took 0', 'left 0']],
    ['a list that fits exactly', [1, 2, 1], ['took 2', 'took 0', 'left 0']],
    ['a list that does not fit takes nothing', [2, 2, 1, 1], ['took 1', 'left 1', 'took 0', 'left 0']],
    ['a list larger than the budget never fits', [4, 3, 1], ['left 3', 'took 0', 'left 0']],
  ])('%s', (_, costs, expected) => {
    expect(takes(minuteOfProcess(3), 'a', costs)).toEqual(expected)
  })

  test('for any sequence of costs, charges each that fits and never exceeds the limit', () => {
    const costs = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 })
    fc.assert(
      fc.property(costs, (asked) => {
        const take = minuteOfProcess(120)
        let used = 0
        for (const cost of asked) {
          const fits = used + cost <= 120
          if (fits) used += cost
          expect(take('a', cost)).toEqual({ taken: fits, remaining: 120 - used, resetsInMs: 60_000 })
        }
      }),
    )
  })
})

describe('the minute', () => {
  test('begins at the first request and ends sixty seconds later', () => {
    const take = minuteOfProcess(2)
    expect(take('a', 1)).toEqual({ taken: true, remaining: 1, resetsInMs: 60_000 })
    vi.advanceTimersByTime(59_000)
    expect(take('a', 1)).toEqual({ taken: true, remaining: 0, resetsInMs: 1_000 })
    vi.advanceTimersByTime(999)
    expect(take('a', 1)).toEqual({ taken: false, remaining: 0, resetsInMs: 1 })
    vi.advanceTimersByTime(1)
    expect(take('a', 1)).toEqual({ taken: true, remaining: 1, resetsInMs: 60_000 })
  })

  test('does not change when the machine’s clock is set', () => {
    const take = minuteOfProcess(1)
    take('a', 1)
    vi.setSystemTime(Date.now() + 86_400_000)
    expect(take('a', 1).taken).toBe(false)
  })
})

describe('beyond the limit of callers with a counter of their own', () => {
  test('new callers share budgets, known callers have their own', () => {
    const take = minuteOfProcess(2, 3)
    for (const key of ['a', 'b', 'c']) take(key, 1)
    const newcomers = Array.from({ length: 60 }, (_, index) => take(`new ${index}`, 1))
    expect(newcomers.filter(({ taken }) => taken).length).toBeLessThanOrEqual(3 * 2)
    expect(takes(take, 'a', [1, 1])).toEqual(['took 0', 'left 0'])
  })

  test('a minute later new callers have their own again', () => {
    const take = minuteOfProcess(2, 3)
    for (const key of ['a', 'b', 'c']) take(key, 1)
    vi.advanceTimersByTime(60_000)
    expect(takes(take, 'd', [1, 1, 1])).toEqual(['took 1', 'took 0', 'left 0'])
  })
})
