import type { Parameter } from '#contract/parameters/parameter.ts'

/**
 * A parameter that a form sends. A browser also sends the fields that are left empty, so an empty text is no value. It
 * is never refused.
 */
export function formField<T>(parameter: Parameter<T, 'optional'>): Parameter<T, 'optional'> {
  return { ...parameter, parse: (text) => (text.trim() === '' ? ABSENT : parameter.parse(text)) }
}

/** The input leaves out a parameter whose value is undefined. */
const ABSENT = { value: undefined } as { readonly value: never }
