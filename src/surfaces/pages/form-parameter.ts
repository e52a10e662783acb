import type { Parameter } from '#contract/parameters/parameter.ts'

/**
 * A parameter that a form sends. A browser also sends fields that were left empty, so an empty text means no value and
 * is never refused.
 */
export function formField<T>(parameter: Parameter<T, 'optional'>): Parameter<T, 'optional'> {
  return { ...parameter, parse: (text) => (text.trim() === '' ? ABSENT : parameter.parse(text)) }
}

/** The value of an absent parameter: the input leaves out a parameter whose value is undefined. */
const ABSENT = { value: undefined } as { readonly value: never }
