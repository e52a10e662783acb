/** Like `Promise.all`, but rejects only after every run has ended. */
export async function allEnded<const T extends readonly Promise<unknown>[]>(
  runs: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(runs)
  return Promise.all(runs)
}
