import type { NonEmpty } from '#contract/claim.ts'

/**
 * The runs of a list: neighbouring items that are alike, in their order. `isAlike` compares an item with the first item
 * of the run before it.
 */
export function runsOf<T>(
  items: readonly T[],
  isAlike: (first: T, item: T) => boolean,
): readonly NonEmpty<T>[] {
  const runs: [T, ...T[]][] = []
  for (const item of items) {
    const run = runs.at(-1)
    if (run !== undefined && isAlike(run[0], item)) run.push(item)
    else runs.push([item])
  }
  return runs
}

/** The last item of a run. */
export function lastOf<T>([first, ...rest]: NonEmpty<T>): T {
  return rest.at(-1) ?? first
}
