import { expect, test } from 'vitest'
import { noShipsWords } from './no-ships.ts'

test.each([
  ['MEASURED', 'No ship is recorded.'],
  [undefined, 'No ship is recorded.'],
  ['SOURCE_UNAVAILABLE', 'No ship is recorded. That does not say there is none.'],
  ['NO_SOURCE', 'No ship is recorded. That does not say there is none.'],
  ['STALE', 'No ship is recorded. That does not say there is none.'],
] as const)('while building is %s: %s', (state, words) => {
  expect(noShipsWords(state)).toBe(words)
})
