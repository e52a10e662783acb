import { shortened } from '#domain/ledger/wording.ts'

/**
 * The ranges of code points that the font of the pictures can draw. They cover the scripts of most names: Latin, Greek,
 * Cyrillic, Armenian, Hebrew, Arabic and Georgian, with punctuation, currencies, arrows and signs of mathematics.
 */
export const DRAWN_RANGES: readonly (readonly [first: number, last: number])[] = [
  [0x20, 0x7e],
  [0xa0, 0x2af],
  [0x300, 0x34f],
  [0x370, 0x377],
  [0x37a, 0x37f],
  [0x384, 0x38a],
  [0x38e, 0x3a1],
  [0x3a3, 0x4ff],
  [0x531, 0x556],
  [0x561, 0x587],
  [0x5d0, 0x5ea],
  [0x621, 0x63a],
  [0x640, 0x64a],
  [0x660, 0x669],
  [0x10d0, 0x10fc],
  [0x1e00, 0x1efb],
  [0x2010, 0x205e],
  [0x20a0, 0x20b5],
  [0x2190, 0x22ff],
  [0x25a0, 0x25ff],
  [0x1d5a0, 0x1d5d3],
]

/** Stands in a picture for characters that its font does not have. */
const NOT_DRAWN = '(not drawn)'

function isDrawn(character: string): boolean {
  const code = character.codePointAt(0)
  return code !== undefined && DRAWN_RANGES.some(([first, last]) => first <= code && code <= last)
}

/** The name, or the slug if the font of the pictures cannot draw every character of the name. */
export function drawnName({ name, slug }: { readonly name: string; readonly slug: string }): string {
  return [...name.normalize('NFC')].every(isDrawn) ? name : slug
}

/** Maximum number of characters of a name in a line. The lines below need the room: the last of them is a date. */
const NAME_IN_LINE = 30

/** The name or slug to draw within a line of other words. A long name is cut. */
export function drawnNameInLine(of: Parameters<typeof drawnName>[0]): string {
  return shortened(drawnName(of), NAME_IN_LINE)
}

/**
 * Text with only the characters that the font of the pictures can draw. A word without a letter or digit that can be
 * drawn is replaced by `NOT_DRAWN`, several such words in a row by one.
 */
export function drawnWords(text: string): string {
  const words = text.normalize('NFC').split(' ')
  const drawn = words.map((word) => {
    const kept = [...word].filter(isDrawn).join('')
    return kept === word || /[\p{L}\p{N}]/u.test(kept) ? kept : NOT_DRAWN
  })
  return drawn.filter((word, at) => word !== NOT_DRAWN || drawn[at - 1] !== NOT_DRAWN).join(' ')
}
