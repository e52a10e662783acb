const LINE_AT_MOST = 300
/**
 * Words of printable ASCII, and of the ellipsis in shortened addresses, separated by single spaces. Most texts match and
 * need no cleaning.
 */
const PLAIN = /^[!-~…]+(?: [!-~…]+)*$/
const UNSEEN =
  /[\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]+/gu

/** A source's text as one line without control, direction or invisible characters; empty when nothing is left. */
export function oneLine(text: string, atMost: number = LINE_AT_MOST): string {
  if (text.length <= atMost && PLAIN.test(text)) return text
  const visible = text.toWellFormed().replace(UNSEEN, ' ').replace(/\s+/gu, ' ').trim()
  const characters = [...visible]
  return characters.length <= atMost ? visible : `${characters.slice(0, atMost - 1).join('')}…`
}
