/**
 * The sum of decimal figures, rounded to the most decimal places among them: 61.2 and -68 make -6.8. Zero for an empty
 * list.
 */
export function sumOfDecimals(figures: readonly number[]): number {
  const sum = figures.reduce((total, figure) => total + figure, 0)
  const places = figures.reduce((most, figure) => Math.max(most, decimalPlaces(figure)), 0)
  return places > MOST_PLACES ? sum : Number.parseFloat(sum.toFixed(places))
}

const MOST_PLACES = 20

function decimalPlaces(figure: number): number {
  const [digits = '', exponent = '0'] = figure.toString().split('e')
  const [, fraction = ''] = digits.split('.')
  return fraction.length - Number.parseInt(exponent, 10)
}
