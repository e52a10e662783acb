import { BrokenItem } from '#contract/broken-item.ts'

/**
 * Builds the items of a list one by one. A record that a view cannot read must not make the list fail: its place is
 * taken by a BrokenItem. `known` is what can be said of the record without building its item.
 */
export function listItems<R, I extends object>(
  records: readonly R[],
  item: {
    readonly name: (record: R) => string
    readonly build: (record: R) => I
    readonly known?: (record: R) => I
  },
): I[] {
  return records.map((record) => {
    try {
      return item.build(record)
    } catch (cause) {
      return standingIn<I>(new BrokenItem({ name: item.name(record), cause, known: item.known?.(record) }))
    }
  })
}

/** A list may hold broken items only on its way to the surface, which sends none. */
function standingIn<I>(broken: BrokenItem): I {
  return broken as I
}
