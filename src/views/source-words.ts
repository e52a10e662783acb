/** How many characters of a source's words an answer carries. */
const LONGEST = 300
/** Stands where a source gave no readable character. */
const UNREADABLE = '(no readable words)'

// Control, direction, invisible and tag characters: they can hide or reorder what a reader or a model sees.
const UNSEEN =
  /[\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]+/gu

/** Words of a source, fit to be printed: one line of visible characters, at most 300 of them. */
export function sourceWords(text: string): string {
  const visible = text.toWellFormed().replace(UNSEEN, ' ').replace(/\s+/gu, ' ').trim()
  const characters = [...visible]
  if (characters.length === 0) return UNREADABLE
  return characters.length <= LONGEST ? visible : `${characters.slice(0, LONGEST - 1).join('')}…`
}

/** Recorded facts with every text in them fit to be printed; structure is kept to a depth of six. */
export function sourceFacts(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, printable(value, 6)]))
}

function printable(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value === '' ? '' : sourceWords(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return null
  if (Array.isArray(value)) return value.map((item) => printable(item, depth - 1))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, printable(item, depth - 1)]))
}
