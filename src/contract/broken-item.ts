/**
 * Takes the place of a list's item that could not be built; `cause` says why. No caller sees one: the surface logs and
 * counts it, and leaves it out. In a list with one item for each input it sends `known` instead.
 */
export class BrokenItem extends Error {
  readonly known: object | undefined
  constructor(of: { readonly name: string; readonly cause: unknown; readonly known: object | undefined }) {
    super(`The item ${of.name} could not be built`, { cause: of.cause })
    this.name = 'BrokenItem'
    this.known = of.known
  }
}
