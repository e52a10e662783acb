import { isObject } from '#contract/json-object.ts'
import { type Instant, parseInstant } from '#contract/time.ts'

/** The value at a path; undefined when a step is absent. */
export function fieldAt(value: unknown, ...path: readonly string[]): unknown {
  let at = value
  for (const key of path) {
    if (!isObject(at) || !Object.hasOwn(at, key)) return undefined
    at = at[key]
  }
  return at
}

/** The text at a path; undefined when it is absent, empty or another type. */
export function textAt(value: unknown, ...path: readonly string[]): string | undefined {
  const text = fieldAt(value, ...path)
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** The instant at a path; null when it is absent or invalid. */
export function instantAt(value: unknown, ...path: readonly string[]): Instant | null {
  return parseProviderInstant(textAt(value, ...path) ?? '') ?? null
}

/** The instant of a date and time with `Z` or any other UTC offset; undefined for any other text. */
function parseProviderInstant(text: string): Instant | undefined {
  if (!DATE_TIME.test(text)) return undefined
  try {
    return parseInstant(Temporal.Instant.from(text).toString())
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** A date and time of RFC 3339. Git writes the offset without a colon, which is accepted too. */
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:?\d{2})$/

/** The whole number at a path; undefined when it is absent, negative or another type. */
export function countAt(value: unknown, ...path: readonly string[]): number | undefined {
  const count = fieldAt(value, ...path)
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined
}
