/** How much a caller likes what these parameters of an Accept header belong to: 0 to 1, and 0 for what is no number. */
export function qualityIn(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => /^q\s*=/.test(parameter))
  if (given === undefined) return 1
  const text = given.slice(given.indexOf('=') + 1).trim()
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(text) ? Number.parseFloat(text) : 0
}
