import { expect, test } from 'vitest'
import type { MarketReading } from '#domain/evidence.ts'
import { day } from '#test/given/build-evidence.ts'
import { readingOf } from '#test/given/build-market.ts'
import { marketStatus } from './status.ts'

const H = 1 / 24
const LIVE = { status: 'LIVE', since: day(0), lastKnown: 'LIVE' } as const
const gecko = (at: number, rest: Partial<MarketReading> = {}) =>
  readingOf(at, { provider: 'geckoterminal', ...rest })

test.each([
  ['one round', [10], 'LIVE', day(9)],
  ['two rounds', [10, 10.25], 'INSUFFICIENT_DATA', null],
])(
  '[R69] %s of providers that disagree renew no status, whichever provider was read first',
  (_, rounds, status, at) => {
    const apart = { liquidityUsd: 97_000, priceUsd: 10 }
    const doubted = rounds.flatMap((round) => [readingOf(round), gecko(round + 0.0001, apart)])
    const readings = [readingOf(9), ...doubted]
    const input = { readings, previous: LIVE, coverage: 'MEASURED' } as const
    expect(marketStatus(input, day(10.3))).toMatchObject({ status, observedAt: at })
  },
)

test('a later reading of the other provider does not contradict a reading that an earlier one confirmed', () => {
  const later = gecko(10 + H, { liquidityUsd: 900, poolLiquidityUsd: {} })
  const readings = [gecko(10 - H / 2), readingOf(10), later]
  const input = { readings, previous: LIVE, coverage: 'MEASURED' } as const
  expect(marketStatus(input, day(10 + H))).toMatchObject({ status: 'LIVE', observedAt: day(10) })
})
