import { LIMITS } from '#contract/limits.ts'
import { refuseAccount } from './refusal.ts'

/**
 * The name of a key or a passkey, in the form in which it is stored.
 * @throws AccountRefusal for an empty name, one that is too long, and one with control characters
 */
export function nameOf(text: string): string {
  return lineOf(text, LIMITS.accountWords) ?? refuseAccount('invalid_name')
}

/**
 * A text without the space around it; undefined when it is empty, longer, not well-formed or has control characters.
 */
export function lineOf(text: string, longest: number): string | undefined {
  const line = text.trim()
  const isValid = line.length > 0 && line.length <= longest && !/\p{Cc}/u.test(line) && line.isWellFormed()
  return isValid ? line : undefined
}
