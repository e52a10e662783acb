import { ATTENTION_RULE } from './attention/attention.ts'
import { GAP_RULE } from './attention/gap.ts'
import { WATCHING_RULE } from './collecting/watching.ts'
import { USAGE_CHANGED_RULE, USE_RULE } from './contracts/contract-use.ts'
import { METHODS_RULE } from './contracts/method-calls.ts'
import { INTEGRITY_RULE } from './market/integrity.ts'
import { MARKET_SIGNALS_RULE } from './market/signals.ts'
import { VALUATION_RULE } from './market/valuation.ts'
import { MARKET_RULE } from './market/verdict.ts'
import { uuidOf } from './natural-key.ts'
import { COVERAGE_RULE } from './project/coverage.ts'
import { RESEARCH_RULE } from './project/research-level.ts'
import { SIGNALS_RULE } from './project/signals.ts'
import { STILL_BUILDING_RULE } from './project/still-building.ts'
import { VERIFICATION_RULE } from './project/verification.ts'
import { ACTIVITY_RULE } from './ships/activity.ts'
import { CODE_WEEK_RULE } from './ships/code-week.ts'
import { COMEBACK_RULE } from './ships/comeback.ts'
import { AUTOMATION_RULE } from './ships/commit-streams.ts'
import { MOMENTUM_RULE } from './ships/momentum.ts'
import { RELEASE_STREAM_RULE } from './ships/release-streams.ts'
import { SHIPS_RULE } from './ships/ships.ts'
import { DECLARATIONS_RULE } from './site/declarations.ts'

const RULES = [
  ...[WATCHING_RULE, COVERAGE_RULE, RESEARCH_RULE, VERIFICATION_RULE, DECLARATIONS_RULE],
  ...[SHIPS_RULE, CODE_WEEK_RULE, AUTOMATION_RULE, RELEASE_STREAM_RULE, ACTIVITY_RULE, COMEBACK_RULE],
  ...[MOMENTUM_RULE, STILL_BUILDING_RULE, SIGNALS_RULE, ATTENTION_RULE, GAP_RULE],
  ...[MARKET_RULE, VALUATION_RULE, INTEGRITY_RULE, MARKET_SIGNALS_RULE],
  ...[USE_RULE, USAGE_CHANGED_RULE, METHODS_RULE],
]

/** The version of the rules in force together, for example `s1.5f0c2d9ab3e1`. It changes when any rule does. */
export function scoringVersion(): string {
  const ids = RULES.map(({ id }) => id).toSorted()
  return `s1.${uuidOf('scoring-version', ids.join()).replaceAll('-', '').slice(0, 12)}`
}
