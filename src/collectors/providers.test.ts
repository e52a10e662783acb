import { expect, test } from 'vitest'
import { missingCadenceOf } from './providers.ts'

test.each([
  ['a day for GitHub', 'github', 3600, 86_400],
  ['scaled like a cadence that the sandbox shortens', 'github', 120, 2880],
  ['scaled like a longer cadence', 'github', 7200, 172_800],
  ['none for a provider without one', 'npm', 3600, null],
])('the cadence of a missing stream is %s', (_, provider, cadenceSeconds, expected) => {
  expect(missingCadenceOf({ provider, cadenceSeconds: 3600 }, { cadenceSeconds })).toBe(expected)
})
