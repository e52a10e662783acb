import { CONTRACT_RULES } from './rules/contracts.ts'
import { DAY_RULES } from './rules/days.ts'
import { MARKET_RULES } from './rules/market.ts'
import { PROJECT_RULES } from './rules/project.ts'
import type { Rule } from './rules/rule.ts'
import { SHIP_RULES } from './rules/ships.ts'

/** Every rule in force. `explain` and docs/methodology.md take their texts from here. */
export const RULE_BOOK: readonly Rule[] = [
  ...PROJECT_RULES,
  ...SHIP_RULES,
  ...MARKET_RULES,
  ...CONTRACT_RULES,
  ...DAY_RULES,
].toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** The rule of an id; undefined for an earlier version, whose text is no longer in force. */
export function findRule(id: string): Rule | undefined {
  return RULE_BOOK.find((rule) => rule.id === id)
}

/**
 * The rule in force that concludes a fact: its id begins with the fact's name. Undefined for a fact that no rule
 * concludes.
 */
export function ruleOf(fact: string): Rule | undefined {
  return RULE_BOOK.find(({ id }) => id.startsWith(`${fact}@`))
}
