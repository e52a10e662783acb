/**
 * An address or a path without the slashes at its end. The lookbehind lets a match begin only at the first slash of a
 * run, so the time is linear in the length.
 */
export function withoutEndSlashes(address: string): string {
  return address.replace(/(?<!\/)\/+$/, '')
}
