/** A list's item that could not be built; `cause` says why. No caller sees it: the surface logs and counts it. */
export class BrokenItem extends Error {
  constructor(of: { readonly name: string; readonly cause: unknown }) {
    super(`The item ${of.name} could not be built`, { cause: of.cause })
    this.name = 'BrokenItem'
  }
}

/** The items of a list. `broken` has the items that could not be built; it is absent when every item was built. */
export type Listed<I> = { readonly items: I[]; readonly broken?: readonly BrokenItem[] }
