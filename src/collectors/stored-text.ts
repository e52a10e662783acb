/**
 * Text from outside as the database takes it: well-formed, without NUL, at most `maxLength` characters and never cut
 * inside one. Everything else about it stays as it came: what is shown is made safe where it is shown.
 */
export function storedText(text: string, maxLength: number): string {
  const whole = text.toWellFormed().replaceAll('\u0000', '')
  if (whole.length <= maxLength) return whole
  const end = isLead(whole.charCodeAt(maxLength - 1)) ? maxLength - 1 : maxLength
  return whole.slice(0, end)
}

function isLead(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}
