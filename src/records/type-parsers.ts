import pg from 'pg'
import { instantOfMs } from '#contract/time.ts'

const { builtins } = pg.types
/** The oid of the type text[], which pg-types does not name. */
const TEXT_ARRAY: number = 1009

/**
 * Parsers of PostgreSQL text. Instants and days stay branded text, numeric stays text, and whole numbers become numbers
 * only where they are exact.
 */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [builtins.TIMESTAMPTZ]: parseTimestamptz,
  [builtins.DATE]: (text) => text,
  [builtins.INT8]: parseInt8,
  [builtins.NUMERIC]: (text) => text,
  [TEXT_ARRAY]: parseTextArray,
}

/** The parser of a PostgreSQL type, for a pool's `types`. */
export function typeParsers(oid: number, format: 'text' | 'binary' = 'text'): (text: string) => unknown {
  return parsers[oid] ?? pg.types.getTypeParser(oid, format)
}

function parseTimestamptz(text: string): string {
  const match = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})(?:\.(\d+))?([+-]\d{2})(?::?(\d{2}))?$/.exec(text)
  if (match === null) throw new RangeError(`not a timestamptz: ${text}`)
  const [, day, time, decimals = '', hours, minutes = '00'] = match
  const instant = `${day}T${time}.${decimals.padEnd(3, '0').slice(0, 3)}`
  if (hours === '+00' && minutes === '00') return `${instant}Z`
  return instantOfMs(Temporal.Instant.from(`${instant}${hours}:${minutes}`).epochMilliseconds)
}

/**
 * Parses an array of texts. pg-types reads an array character by character: for evidence ids that is a fifth of the
 * time of a list of changes.
 */
function parseTextArray(text: string): unknown {
  if (text === '{}') return []
  const isPlain = /^\{[^"\\{}]*\}$/.test(text) && !/\bNULL\b/.test(text)
  return isPlain ? text.slice(1, -1).split(',') : pg.types.getTypeParser(TEXT_ARRAY, 'text')(text)
}

function parseInt8(text: string): number {
  const value = Number.parseInt(text, 10)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 beyond exact whole numbers: ${text}`)
  return value
}
