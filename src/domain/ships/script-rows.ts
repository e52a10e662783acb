/** Every run of `length` consecutive items in the streams. */
export function rowsOfStreams<T>(streams: Iterable<readonly T[]>, length: number): readonly (readonly T[])[] {
  return [...streams].flatMap((stream) =>
    stream.slice(length - 1).map((_, start) => stream.slice(start, start + length)),
  )
}

/** The gaps between the times of a row in milliseconds, and their median. */
type Clock = { readonly gaps: readonly number[]; readonly median: number }

/** The clock of a row; undefined for a row of one. */
export function clockOf(timesMs: readonly number[]): Clock | undefined {
  const gaps = timesMs.flatMap((timeMs, index) => {
    const before = timesMs[index - 1]
    return before === undefined ? [] : [timeMs - before]
  })
  const median = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)]
  return median === undefined ? undefined : { gaps, median }
}

/** The items of a row beside a gap that is about the median; empty when less than `share` of the gaps are. */
export function besideRegularGaps<T>(
  row: readonly T[],
  by: Clock & { readonly toleranceMs: number; readonly share: number },
): readonly T[] {
  const isRegular = by.gaps.map((gap) => Math.abs(gap - by.median) <= by.toleranceMs)
  if (isRegular.filter((is) => is).length < by.share * by.gaps.length) return []
  return row.filter((_, index) => isRegular[index - 1] === true || isRegular[index] === true)
}
