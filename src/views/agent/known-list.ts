/** The entries of a list that there are, in their order: `known` for lists. */
export function knownList<T>(entries: readonly (T | undefined | false)[]): T[] {
  return entries.filter((entry): entry is T => entry !== undefined && entry !== false)
}
