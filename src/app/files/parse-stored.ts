import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'

/** The content of a file of ours; undefined for a text that is not JSON or has another shape. */
export function parseStored<T extends TSchema>(shape: T, text: string): Static<T> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Value.Check(shape, value) ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
