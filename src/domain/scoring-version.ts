import { GAP_RULE } from './attention/gap.ts'
import { USE_RULE } from './contracts/contract-use.ts'
import { VALUATION_RULE } from './market/valuation.ts'
import { MARKET_RULE } from './market/verdict.ts'
import { uuidOf } from './natural-key.ts'
import { COVERAGE_RULE } from './project/coverage.ts'
import { RESEARCH_RULE } from './project/research-level.ts'
import { VERIFICATION_RULE } from './project/verification.ts'
import { ACTIVITY_RULE } from './ships/activity.ts'
import { SHIPS_RULE } from './ships/ships.ts'

const IN_FORCE = [
  ...[ACTIVITY_RULE, SHIPS_RULE, GAP_RULE, USE_RULE, COVERAGE_RULE, RESEARCH_RULE, VERIFICATION_RULE],
  ...[MARKET_RULE, VALUATION_RULE],
]

/** A digest of the rules in force. It changes with the version of any of them. */
export function scoringVersion(): string {
  return uuidOf('scoring', IN_FORCE.map(({ id }) => id).join())
}
