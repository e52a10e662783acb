import { uuidOf } from './natural-key.ts'
import { RULE_BOOK } from './rule-book.ts'

const DIGITS = 12

const IDS = RULE_BOOK.map(({ id }) => id).toSorted()
const VERSION = `s1.${uuidOf('scoring-version', IDS.join()).replaceAll('-', '').slice(0, DIGITS)}`

/** The version of the rules in force together, for example `s1.5f0c2d9ab3e1`. It changes when any rule does. */
export function scoringVersion(): string {
  return VERSION
}
