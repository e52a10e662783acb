/** Limits concurrency: runs tasks in the order of their calls, at most `width` at once. */
export function openConcurrencyLimit(width: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = width
  return async (task) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resume) => waiting.push(resume))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next === undefined) free += 1
      else next()
    }
  }
}

/**
 * Runs one task for each item, at most `width` at once, and returns the results in the order of the items. Rejects with
 * the first failure.
 */
export async function mapWithLimit<T, R>(
  items: readonly T[],
  width: number,
  task: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = []
  const queue = items.entries()
  const work = async () => {
    for (const [index, item] of queue) results[index] = await task(item)
  }
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, work))
  return results
}
