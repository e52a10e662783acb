import { BrokenItem, type Listed } from '#contract/broken-item.ts'

/**
 * Builds the items of a list one by one. A record that a view cannot read must not make the list fail: it is named in
 * `broken`. In a list with one item for each input, `known` gives the item that takes its place.
 */
export function listItems<R, I extends object>(
  records: readonly R[],
  item: {
    readonly name: (record: R) => string
    readonly build: (record: R) => I
    readonly known?: (record: R) => I
  },
): Listed<I> {
  const broken: BrokenItem[] = []
  const items = records.flatMap((record) => {
    try {
      return [item.build(record)]
    } catch (cause) {
      broken.push(new BrokenItem({ name: item.name(record), cause }))
      return item.known === undefined ? [] : [item.known(record)]
    }
  })
  return broken.length === 0 ? { items } : { items, broken }
}
