/** The count of a group; 0 for undefined. Counts by group have no entry for a group in which nothing was counted. */
export function countedOrZero(count: number | undefined): number {
  return count === undefined ? 0 : count
}
