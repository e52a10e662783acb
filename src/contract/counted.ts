/** The count of a group by its own count: a group without an entry was counted, and has none. */
export function countedOrZero(count: number | undefined): number {
  return count === undefined ? 0 : count
}
