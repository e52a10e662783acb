const LINE_AT_MOST = 300
/**
 * Words of printable ASCII, and of the ellipsis in shortened addresses, separated by single spaces. Most texts match
 * and need no cleaning.
 */
const PLAIN = /^[!-~…]+(?: [!-~…]+)*$/
const UNSEEN =
  /[\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]+/gu
/** Characters that are printed as blanks: the fillers of Hangul, and the Braille pattern without a dot. */
const BLANK = /[\u115F\u1160\u2800\u3164\uFFA0]+/gu
/** Marks on one letter beyond those that any script needs. Stacked higher, they cover the lines above and below. */
const STACKED = /(?<=\p{M}{4})\p{M}+/gu
const VISIBLE = /[^\p{M}\p{Z}\p{Default_Ignorable_Code_Point}]/u

/**
 * A source's text as one line without control, direction, blank or invisible characters, with at most four marks on a
 * letter; empty when nothing visible is left.
 */
export function oneLine(text: string, atMost: number = LINE_AT_MOST): string {
  if (text.length <= atMost && PLAIN.test(text)) return text
  const seen = text.toWellFormed().replace(UNSEEN, ' ').replace(BLANK, ' ').replace(STACKED, '')
  const visible = VISIBLE.test(seen) ? seen.replace(/\s+/gu, ' ').trim() : ''
  return shortened(visible, atMost)
}

/** A text of at most `atMost` characters. A longer text is cut and ends in `…`. */
export function shortened(text: string, atMost: number): string {
  const characters = [...text]
  return characters.length <= atMost ? text : `${characters.slice(0, atMost - 1).join('')}…`
}
