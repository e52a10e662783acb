/**
 * The fields that have a value. A field that is null or undefined is left out, so that an unknown fact is an absent
 * key.
 */
export function known<T extends Readonly<Record<string, unknown>>>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], null | undefined> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as { [K in keyof T]?: Exclude<T[K], null | undefined> }
}
