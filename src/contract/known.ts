/**
 * The fields that have a value; those that are null or undefined are left out, so that an unknown fact is an absent
 * key.
 */
export function known<T extends Readonly<Record<string, unknown>>>(
  fields: T,
): { [K in keyof T]?: Exclude<T[K], null | undefined> } {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  ) as { [K in keyof T]?: Exclude<T[K], null | undefined> }
}
