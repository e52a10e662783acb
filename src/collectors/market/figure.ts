const DECIMAL = /^\d{1,40}(\.\d{1,80})?([eE][+-]?\d{1,2})?$/

/**
 * A figure as a provider gave it, a number or decimal text; undefined when it is absent or no finite figure.
 * An absent figure stays absent: it is never 0.
 */
export function parseFigure(value: unknown): number | undefined {
  if (typeof value === 'string') return DECIMAL.test(value) ? finite(Number.parseFloat(value)) : undefined
  return typeof value === 'number' ? finite(value) : undefined
}

/** A figure of which zero means unknown: a price, a capitalisation. */
export function parseFigureAboveZero(value: unknown): number | undefined {
  const figure = parseFigure(value)
  return figure === 0 ? undefined : figure
}

/** A count as a provider gave it; undefined when it is absent or no whole number. */
export function parseCount(value: unknown): number | undefined {
  const figure = parseFigure(value)
  return Number.isSafeInteger(figure) ? figure : undefined
}

/** The sum of the figures that were given; undefined when none was: nothing added up is unknown, not zero. */
export function sumOf(figures: readonly (number | undefined)[]): number | undefined {
  const given = figures.filter((figure) => figure !== undefined)
  if (given.length <= 1) return given[0]
  const places = Math.max(...given.map(decimalPlaces))
  const sum = given.reduce((total, figure) => total + figure, 0)
  return places > 20 ? sum : Number.parseFloat(sum.toFixed(places))
}

function finite(figure: number): number | undefined {
  return Number.isFinite(figure) && figure >= 0 ? Math.abs(figure) : undefined
}

function decimalPlaces(figure: number): number {
  const [digits = '', exponent = '0'] = figure.toString().split('e')
  const fraction = digits.split('.')[1]?.length ?? 0
  return Math.max(0, fraction - Number.parseInt(exponent, 10))
}
