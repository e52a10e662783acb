import { textAt } from './json-field.ts'

/**
 * Outside text in a form that the database accepts: well-formed, without NUL, at most `maxLength` characters, never cut
 * inside a character. The rest is unchanged; views make it safe to show.
 */
export function storedText(text: string, maxLength: number): string {
  const whole = text.toWellFormed().replaceAll('\u0000', '')
  if (whole.length <= maxLength) return whole
  const cut = whole.slice(0, maxLength)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** The text at a path in that form; null when it is absent, empty or another type. */
export function storedTextAt(value: unknown, maxLength: number, ...path: readonly string[]): string | null {
  const text = textAt(value, ...path)
  return text === undefined ? null : storedText(text, maxLength)
}
