/**
 * An address or a path without the slashes at its end. The pattern looks back, so that it begins once at each run of
 * slashes: its time grows with the length alone.
 */
export function withoutEndSlashes(address: string): string {
  return address.replace(/(?<!\/)\/+$/, '')
}
