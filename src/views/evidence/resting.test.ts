import { expect, test } from 'vitest'
import { factName } from './resting.ts'

test.each([
  ['activity.status', 'Activity status'],
  ['market_integrity.state', 'Market integrity'],
  ['ships.meaningful_30d', 'Meaningful ships in 30 days'],
  ['build.momentum', 'Build Momentum'],
  ['contract.use', 'Use of contracts'],
  ['market.valuation', 'Valuation'],
  ['discovery_gap', 'Discovery Gap'],
  ['still_building', 'Still building'],
  ['coverage.token_verification', 'Coverage: token verification'],
])('the fact %s is named “%s”', (fact, name) => {
  expect(factName(fact)).toBe(name)
})
