import { Type } from 'typebox'
import { described, type NamedList, namedList } from './enums.ts'
import { type Form, optional, type Parameter, parsedBy, parseEvery } from './parameter.ts'

type Bounds = { readonly min: number; readonly max: number }

const UNREADABLE = /[\p{Cc}\uFFFE\uFFFF]/u

/** Search words. Spaces around them do not count; control characters are refused. */
export function searchWords(bounds: Bounds, description: string): Form<string> {
  const { min, max } = bounds
  return {
    schema: Type.String({ minLength: min, maxLength: max, description }),
    expected: `${min} to ${max} characters`,
    parse: parsedBy((text) => {
      const words = text.toWellFormed().trim()
      const length = [...words].length
      return length < min || length > max || UNREADABLE.test(words) ? undefined : words
    }),
  }
}

/** One value of a closed list. */
export function choice<T extends string>(list: NamedList<T>, description: string): Form<T> {
  return {
    schema: described(list, description),
    expected: `one of ${list.enum.join(', ')}`,
    parse: parsedBy((text) => list.enum.find((one) => one === text)),
  }
}

/** Values of a closed list, comma-separated; repetitions count once. */
export function choices<T extends string>(list: NamedList<T>, description: string): Form<readonly T[]> {
  const { parse } = choice(list, description)
  const most = list.enum.length
  return {
    schema: Type.Array(list, { minItems: 1, description: `${description}, comma-separated` }),
    expected: `one or more of ${list.enum.join(', ')}, comma-separated`,
    parse: (text) => {
      const parts = text.split(',', most + 1)
      if (parts.length > most) return { refused: 'invalid_parameter' }
      const chosen = parseEvery(parts, parse)
      return 'refused' in chosen ? chosen : { value: [...new Set(chosen.value)] }
    },
  }
}

/** A name of an open list, written as in answers. */
export function listedName(max: number, description: string): Form<string> {
  return {
    schema: Type.String({ minLength: 1, maxLength: max, description }),
    expected: `a name of 1 to ${max} characters`,
    parse: parsedBy((text) =>
      text === '' || text.length > max || UNREADABLE.test(text) ? undefined : text.toWellFormed(),
    ),
  }
}

const ClaimsChoice = namedList('ClaimsChoice', ['none'])

/** Omits the claim notes of every item. They are more than half of a page. */
export function claims(): Parameter<'none', 'optional'> {
  return optional(choice(ClaimsChoice, 'none leaves out the claims of every item'))
}
