import { type Ignoring, ignoredField } from '#contract/ignored.ts'
/** A part of a list: how many items are before it, how many it has, and how many the whole list has. */
export type ListPlace = {
  readonly offset: number
  readonly shown: number
  readonly total: number
  /** Number of items in a full part. */
  readonly size: number
}

/** The places that a part shows, in words: "25 to 45 of 45". Undefined for a part without items. */
export function placeWords({ offset, shown, total }: ListPlace): string | undefined {
  return shown === 0 ? undefined : `${offset + 1} to ${offset + shown} of ${total}`
}

/**
 * The shown places, for the end of a sentence with the count of the whole list: "; shown: 25 to 45 of 45". Empty for a
 * part without items.
 */
export function shownWords(of: Omit<ListPlace, 'size'>): string {
  const place = placeWords({ ...of, size: of.shown })
  return place === undefined ? '' : `; shown: ${place}`
}

/** The next part of a list as lines of Markdown, by its address; none at the end of the list. */
export function moreLines(more: string | undefined): readonly string[] {
  return more === undefined ? [] : [`More: ${more}`, '']
}

/** The offset of the next part; null at the end of the list. */
export function nextOffset({ offset, shown, total }: Omit<ListPlace, 'size'>): number | null {
  return shown > 0 && offset + shown < total ? offset + shown : null
}

/** The fields of a list that cannot be produced; its total is unknown. */
export function unavailableList<R extends string>(reason: R, ignoring: Ignoring) {
  return {
    items: [],
    available: false,
    reason,
    total: null,
    nextOffset: null,
    ...ignoredField(ignoring),
  }
}

/**
 * The offset of the part before; undefined on the first part. For an offset beyond the end, the offset of the last
 * part.
 */
export function previousOffset({ offset, total, size }: ListPlace): number | undefined {
  if (offset === 0) return undefined
  return Math.max(0, Math.min(offset, Math.ceil(total / size) * size) - size)
}
