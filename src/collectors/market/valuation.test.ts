import { expect, test } from 'vitest'
import { toValuation, type ValuationInputs } from './valuation.ts'

const inputs: ValuationInputs = {
  priceUsd: 0.01,
  marketCapUsd: 50_000,
  fdvUsd: 100_000,
  supply: 10_000_000,
}

test.each<[string, Partial<ValuationInputs>, ReturnType<typeof toValuation>]>([
  ['a capitalisation below FDV', {}, { usd: 50_000, kind: 'marketCap' }],
  ['a capitalisation equal to FDV', { marketCapUsd: 100_000 }, { usd: 100_000, kind: 'fdv' }],
  [
    'a capitalisation of 98% of FDV',
    { marketCapUsd: 98_000, supply: undefined },
    { usd: 100_000, kind: 'fdv' },
  ],
  ['a capitalisation of 97.9% of FDV', { marketCapUsd: 97_900 }, { usd: 97_900, kind: 'marketCap' }],
  ['only FDV', { marketCapUsd: undefined }, { usd: 100_000, kind: 'fdv' }],
  ['neither', { marketCapUsd: undefined, fdvUsd: undefined }, null],
  [
    '98% of supply × price, no FDV',
    { marketCapUsd: 98_000, fdvUsd: undefined },
    { usd: 98_000, kind: 'fdv' },
  ],
  ['below it, no FDV', { marketCapUsd: 90_000, fdvUsd: undefined }, { usd: 90_000, kind: 'marketCap' }],
  [
    'only a capitalisation, supply unknown',
    { fdvUsd: undefined, supply: undefined },
    { usd: 50_000, kind: 'marketCap' },
  ],
  [
    'only a capitalisation, price unknown',
    { fdvUsd: undefined, priceUsd: undefined },
    { usd: 50_000, kind: 'marketCap' },
  ],
])('%s', (_, change, valuation) => {
  expect(toValuation({ ...inputs, ...change })).toEqual(valuation)
})
