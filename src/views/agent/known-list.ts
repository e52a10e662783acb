/** The entries of a list without undefined and false, in their order: `known` for lists. */
export function knownList<T>(entries: readonly (T | undefined | false)[]): T[] {
  return entries.filter((entry): entry is T => entry !== undefined && entry !== false)
}
