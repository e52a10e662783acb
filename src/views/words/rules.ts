import { findRule, ruleOf } from '#domain/rule-book.ts'

/**
 * The id of a rule with the version in force, by the name of the rule: `radar` is `radar@2`. @throws Error for a name
 * without a rule
 */
export function ruleInForce(name: string): string {
  const rule = ruleOf(name)
  if (rule === undefined) throw new Error(`Unknown rule "${name}": expected the name of a rule in force`)
  return rule.id
}

/** The text of a rule; undefined for an earlier version, whose text is no longer in force. */
export function ruleText(id: string): string | undefined {
  return findRule(id)?.text
}
