import { Type } from 'typebox'
import { described, type NamedList, namedList } from './enums.ts'
import type { ErrorCode } from './errors.ts'
import { optional, type Parameter } from './parameter.ts'

type Form<T> = Pick<Parameter<T>, 'schema' | 'expected' | 'parse'>
type Bounds = { readonly min: number; readonly max: number }

const refused = { refused: 'invalid_parameter' satisfies ErrorCode } as const
const UNREADABLE = /[\p{Cc}\uFFFE\uFFFF]/u

/** Search words. Spaces around them do not count; control characters are refused. */
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
export function choice<T extends string>(list: NamedList<T>, description: string): Form<T> {
  return {
    schema: described(list, description),
    expected: `one of ${list.enum.join(', ')}`,
    parse: (text) => {
      const value = list.enum.find((one) => one === text)
      return value === undefined ? { refused: 'invalid_parameter' } : { value }
    },
  }
}

/** A name of an open list, written as in answers. */
export function listedName(max: number, description: string): Form<string> {
  return {
    schema: Type.String({ minLength: 1, maxLength: max, description }),
    expected: `a name of 1 to ${max} characters`,
    parse: (text) =>
      text === '' || text.length > max || UNREADABLE.test(text) ? refused : { value: text.toWellFormed() },
  }
}

const ClaimsChoice = namedList('ClaimsChoice', ['none'])

/** Omits the claim notes of every item. They are more than half of a page. */
export function claims(): Parameter<'none', 'optional'> {
  return optional(choice(ClaimsChoice, 'none leaves out the claims of every item'))
}
