import { parseAddress, parseEvidenceId } from '#contract/ids.ts'
import { parseInstant } from '#contract/time.ts'
import { type Said, say } from './say.ts'
import { quoteWords } from './words.ts'

/** Fields whose texts are words of the service: values of its lists, never words of a source. */
const OWN: ReadonlySet<string> = new Set([
  'status',
  'state',
  'kind',
  'reason',
  'provider',
  'stream',
  'backing',
  'precision',
  'establishedBy',
  'countsAs',
  'basis',
  'claim',
  'outcome',
  'researchLevel',
  'tokenVerification',
  'activity',
  'underTheRadar',
  'dimension',
  'notMeasured',
  'unit',
  'role',
])
const OWN_WORD = /^[\w.-]{1,60}$/
const FIELD = /^[A-Za-z][\w.]{0,60}$/
const DATE = /^\d{4}-\d{2}-\d{2}$/
/** Maximum number of entries of a list in a sentence, and of characters in the sentence. */
const SHOWN = 5
const LONGEST = 700

/** A recorded value in words. Only texts of a source are quoted: numbers, times, ids and names of lists are not. */
export function valueWords(name: string, value: unknown): Said {
  const said = wordsOf(name, value)
  return said.statement.length > LONGEST ? say`${quoteWords(JSON.stringify(value))}` : said
}

function wordsOf(name: string, value: unknown): Said {
  if (value === null || value === undefined) return say`unknown`
  if (typeof value === 'string') return isOwn(name, value) ? say`${value}` : say`${quoteWords(value)}`
  if (typeof value !== 'object') return say`${String(value)}`
  if (Array.isArray(value)) return listWords(name, value)
  const fields = Object.entries(value).map(([key, inside]) => say`${nameWords(key)} ${wordsOf(key, inside)}`)
  return fields.length === 0 ? say`nothing` : joined(fields, ', ')
}

function listWords(name: string, values: readonly unknown[]): Said {
  if (values.length === 0) return say`an empty list`
  const shown = joined(
    values
      .slice(0, SHOWN)
      .map(
        (one) =>
          say`${typeof one === 'object' ? '(' : ''}${wordsOf(name, one)}${typeof one === 'object' ? ')' : ''}`,
      ),
    '; ',
  )
  return values.length > SHOWN ? say`${shown}; ${values.length - SHOWN} more` : shown
}

/** The name of a recorded field. A name that the service does not use is quoted, because a source chose it. */
export function nameWords(name: string): Said {
  return FIELD.test(name) ? say`${name}` : say`${quoteWords(name)}`
}

function isOwn(name: string, text: string): boolean {
  const isKnownForm =
    parseEvidenceId(text) !== undefined ||
    parseAddress(text) !== undefined ||
    parseInstant(text) !== undefined ||
    DATE.test(text)
  return isKnownForm || (OWN.has(name) && OWN_WORD.test(text))
}

function joined(parts: readonly Said[], between: string): Said {
  const [first = say`nothing`, ...others] = parts
  return others.reduce((all, one) => say`${all}${between}${one}`, first)
}
