import { uuidOf } from './natural-key.ts'
import { RULE_BOOK } from './rule-book.ts'

const DIGITS = 12

/** The version of the rules in force together, for example `s1.5f0c2d9ab3e1`. It changes when any rule does. */
export function scoringVersion(): string {
  const ids = RULE_BOOK.map(({ id }) => id).toSorted()
  const digest = uuidOf('scoring-version', ids.join()).replaceAll('-', '')
  return `s1.${digest.slice(0, DIGITS)}`
}
