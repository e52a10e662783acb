import { Type } from 'typebox'
import { described, type NamedList, namedList } from '../enums.ts'
import { SLUG_PATTERN, type Slug } from '../ids.ts'
import { type Form, optional, type Parameter, parsedBy, parseEvery, slug } from './parameter.ts'

type Bounds = { readonly min: number; readonly max: number }

/** The rules of search words beyond their length, for descriptions. */
const WORDS = 'Spaces around them do not count; control characters are refused'
/** U+FFFD stands for bytes that are not UTF-8. */
const UNREADABLE = /[\p{Cc}\uFFFD-\uFFFF]/u

/** Search words. Spaces around them do not count; control characters are refused. */
export function searchWords(bounds: Bounds, description: string): Form<string> {
  const { min, max } = bounds
  return {
    schema: Type.String({ minLength: min, maxLength: max, description: `${description}. ${WORDS}` }),
    expected: `${min} to ${max} readable characters`,
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
    schema: Type.Array(list, {
      minItems: 1,
      maxItems: most,
      description: `${description}, comma-separated or given several times`,
    }),
    expected: `one or more of ${list.enum.join(', ')}, comma-separated`,
    parse: (text) => {
      const parts = text.split(',', most + 1)
      if (parts.length > most) return { refused: 'invalid_parameter' }
      const chosen = parseEvery(parts, parse)
      return 'refused' in chosen ? chosen : { value: [...new Set(chosen.value)] }
    },
  }
}

/** Slugs of different projects, comma-separated, in the order given. */
export function slugs(bounds: Bounds): Form<readonly Slug[]> {
  const { min, max } = bounds
  return {
    schema: Type.Array(Type.String({ pattern: SLUG_PATTERN }), {
      minItems: min,
      maxItems: max,
      uniqueItems: true,
      description: `${min} to ${max} project slugs, current or former, comma-separated or given several times; no project twice`,
    }),
    expected: `${min} to ${max} different project slugs, comma-separated`,
    parse: (text) => {
      const parts = text.split(',', max + 1)
      const parsed = parseEvery(parts, slug().parse)
      if ('refused' in parsed) return parsed
      const isWrong = parts.length < min || parts.length > max || new Set(parts).size < parts.length
      return isWrong ? { refused: 'invalid_parameter' } : parsed
    },
  }
}

/** A name of an open list, written as in answers. */
export function listedName(max: number, description: string): Form<string> {
  return {
    schema: Type.String({
      minLength: 1,
      maxLength: max,
      description: `${description}. Control characters are refused`,
    }),
    expected: `a name of 1 to ${max} characters`,
    parse: parsedBy((text) =>
      text === '' || text.length > max || UNREADABLE.test(text) ? undefined : text.toWellFormed(),
    ),
  }
}

const ClaimsChoice = namedList('ClaimsChoice', ['none'])

/** Omits the claim notes of every item. They are more than half of an answer. */
export function claims(): Parameter<'none', 'optional'> {
  return optional(choice(ClaimsChoice, 'none leaves out the claims of every item'))
}
