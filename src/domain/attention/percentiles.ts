/** A percentile from 0 to 100 by project. */
export type Percentiles = ReadonlyMap<string, number>

/** The percentage of the other values that are lower, by id. An equal value counts half. A single value gets 50. */
export function percentiles(values: readonly (readonly [string, number])[]): Percentiles {
  const others = values.length - 1
  const groups = Map.groupBy(
    values.toSorted(([, a], [, b]) => a - b),
    ([, value]) => value,
  )
  const places = new Map<string, number>()
  let lower = 0
  for (const equals of groups.values()) {
    const above = lower + (equals.length - 1) / 2
    for (const [id] of equals) places.set(id, others === 0 ? 50 : (above / others) * 100)
    lower += equals.length
  }
  return places
}
