import { expect, test } from 'vitest'
import { sumOfDecimals } from './decimals.ts'

test.each([
  [[61.2, -68], -6.8],
  [[0.1, 0.2], 0.3],
  [[67.5, -41], 26.5],
  [[1000000.1, -1000000], 0.1],
  [[1.5e-9, -1e-9], 5e-10],
  [[2e21, 1], 2e21],
  [[1e-30, 1e-30], 2e-30],
  [[], 0],
])('[R129] the sum of %j is %d, without float noise', (figures, sum) => {
  expect(sumOfDecimals(figures)).toBe(sum)
})
