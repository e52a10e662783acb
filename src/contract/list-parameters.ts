import { Type } from 'typebox'
import type { ErrorCode } from './errors.ts'
import { optional, type Parameter } from './parameter.ts'

type Form<T> = Pick<Parameter<T>, 'schema' | 'expected' | 'parse'>
type Bounds = { readonly min: number; readonly max: number }

const refused = { refused: 'invalid_parameter' satisfies ErrorCode } as const
const UNREADABLE = /[\p{Cc}\uFFFE\uFFFF]/u

/** Words to look for: characters counted without the spaces around them, none of them a control character. */
export function searchWords(bounds: Bounds, description: string): Form<string> {
  const { min, max } = bounds
  return {
    schema: Type.String({ minLength: min, maxLength: max, description }),
    expected: `${min} to ${max} characters`,
    parse: (text) => {
      const words = text.toWellFormed().trim()
      const length = [...words].length
      return length < min || length > max || UNREADABLE.test(words) ? refused : { value: words }
    },
  }
}

/** One value of a closed list. */
export function choice<const T extends string>(known: readonly T[], description: string): Form<T> {
  return {
    schema: Type.String({ enum: [...known], description }),
    expected: `one of ${known.join(', ')}`,
    parse: (text) => {
      const value = known.find((one) => one === text)
      return value === undefined ? refused : { value }
    },
  }
}

/** A name of an open list, as answers give it. */
export function listedName(max: number, description: string): Form<string> {
  return {
    schema: Type.String({ minLength: 1, maxLength: max, description }),
    expected: `a name of 1 to ${max} characters`,
    parse: (text) =>
      text === '' || text.length > max || UNREADABLE.test(text) ? refused : { value: text.toWellFormed() },
  }
}

/** Leaves the claim notes out of every item. */
export function claims(): Parameter<'none', 'optional'> {
  return optional(choice(['none'], 'none leaves out the claims of every item'))
}
