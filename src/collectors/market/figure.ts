import { sumOfDecimals } from '#domain/decimals.ts'
import { fieldAt } from '../json-field.ts'

const DECIMAL = /^\d{1,40}(\.\d{1,80})?([eE][+-]?\d{1,2})?$/

/**
 * A provider's figure, given as a number or decimal text; undefined when absent, negative or not finite. An absent
 * figure is never 0.
 */
export function parseFigure(value: unknown): number | undefined {
  if (typeof value === 'string') return DECIMAL.test(value) ? finite(Number.parseFloat(value)) : undefined
  return typeof value === 'number' ? finite(value) : undefined
}

/** A figure whose zero means unknown, such as a price or a capitalisation; undefined for 0 too. */
export function parseFigureAboveZero(value: unknown): number | undefined {
  const figure = parseFigure(value)
  return figure === 0 ? undefined : figure
}

/** A provider's count; undefined when absent or not a whole number. */
export function parseCount(value: unknown): number | undefined {
  const figure = parseFigure(value)
  return Number.isSafeInteger(figure) ? figure : undefined
}

/** The number of buys and sells at a path; undefined when either is no count. */
export function tradesAt(value: unknown, ...path: readonly string[]): number | undefined {
  const buys = parseCount(fieldAt(value, ...path, 'buys'))
  const sells = parseCount(fieldAt(value, ...path, 'sells'))
  return buys === undefined || sells === undefined ? undefined : buys + sells
}

/** The sum of the given figures; undefined when none was given. */
export function sumOf(figures: readonly (number | undefined)[]): number | undefined {
  const given = figures.filter((figure) => figure !== undefined)
  return given.length <= 1 ? given[0] : sumOfDecimals(given)
}

function finite(figure: number): number | undefined {
  return Number.isFinite(figure) && figure >= 0 ? Math.abs(figure) : undefined
}
