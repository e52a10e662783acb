import { textAt } from './json-field.ts'

/**
 * A text from outside in a form that the database accepts: well-formed, without NUL, at most `maxLength` characters,
 * and never cut inside a character. Everything else is unchanged; views make the text safe to show.
 */
export function storedText(text: string, maxLength: number): string {
  const whole = text.toWellFormed().replaceAll('\u0000', '')
  if (whole.length <= maxLength) return whole
  const cut = whole.slice(0, maxLength)
  return cut.isWellFormed() ? cut : cut.slice(0, -1)
}

/** The text at a path, as `storedText` returns it; null when it is absent, empty or of another type. */
export function storedTextAt(value: unknown, maxLength: number, ...path: readonly string[]): string | null {
  const text = textAt(value, ...path)
  return text === undefined ? null : storedText(text, maxLength)
}
