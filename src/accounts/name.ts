import { refuseAccount } from './refusal.ts'

const LONGEST = 100

/** The name of a key or a passkey as it is stored. @throws AccountRefusal for an empty or long one, and for control characters */
export function nameOf(text: string): string {
  const name = text.trim()
  const isValid = name.length > 0 && name.length <= LONGEST && !/\p{Cc}/u.test(name) && name.isWellFormed()
  return isValid ? name : refuseAccount('invalid_name')
}
