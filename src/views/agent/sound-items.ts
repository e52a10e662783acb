import { BrokenItem } from '#contract/broken-item.ts'

/** The items of a list without those that could not be built. An agent gets no claim of them. */
export function soundItems<I extends object>(items: readonly I[]): I[] {
  return items.filter((item) => !(item instanceof BrokenItem))
}
