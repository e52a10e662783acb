import { GAP_RULE } from './attention/gap.ts'
import { WATCHING_RULE } from './collecting/watching.ts'
import { USAGE_CHANGED_RULE, USE_RULE } from './contracts/contract-use.ts'
import { METHODS_RULE } from './contracts/method-calls.ts'
import { INTEGRITY_RULE } from './market/integrity.ts'
import { VALUATION_RULE } from './market/valuation.ts'
import { MARKET_RULE } from './market/verdict.ts'
import { uuidOf } from './natural-key.ts'
import { COVERAGE_RULE } from './project/coverage.ts'
import { RESEARCH_RULE } from './project/research-level.ts'
import { VERIFICATION_RULE } from './project/verification.ts'
import { ACTIVITY_RULE } from './ships/activity.ts'
import { CODE_WEEK_RULE } from './ships/code-week.ts'
import { COMEBACK_RULE } from './ships/comeback.ts'
import { SHIPS_RULE } from './ships/ships.ts'
import { DECLARATIONS_RULE } from './site/declarations.ts'

const IN_FORCE = [
  ...[ACTIVITY_RULE, CODE_WEEK_RULE, COMEBACK_RULE, SHIPS_RULE, GAP_RULE, WATCHING_RULE],
  ...[COVERAGE_RULE, RESEARCH_RULE, VERIFICATION_RULE, DECLARATIONS_RULE],
  ...[INTEGRITY_RULE, VALUATION_RULE, MARKET_RULE, USE_RULE, USAGE_CHANGED_RULE, METHODS_RULE],
]
const DIGITS = 12

/** The version of the rules in force together, for example `s1.5f0c2d9ab3e1`. It changes when any rule does. */
export function scoringVersion(): string {
  const ids = IN_FORCE.map(({ id }) => id).toSorted()
  return `s1.${uuidOf('scoring-version', ids.join()).replaceAll('-', '').slice(0, DIGITS)}`
}
