import { known } from '#contract/known.ts'
import { LIMITS } from '#contract/limits.ts'
import { COMMON_WORDS } from '#domain/project/common-words.ts'
import { APART } from '#domain/project/named-inside.ts'

const QUOTED = /["“”«»]([^"“”«»]{1,120})["“”«»]/g
/** Stands for a quoted name, by its number, while the words around the name are read. */
const QUOTE_MARK = /ʘ(\d+)ʘ/g
const ADDRESS = /(?:\b\d{1,16}:)?\b0x[0-9a-fA-F]{40}\b/g
/** An address with the noun that says what it is. */
const CALLED_ADDRESS = new RegExp(`(?:\\b(?:contract|token|address) )?${ADDRESS.source}`, 'g')
/** Text that begins like an address and is none: too short, too long, or cut in the middle. */
const NO_ADDRESS =
  /(?<![\p{L}\p{N}_.-])(?:\d{1,16}:)?0x[0-9a-f]+(?:(?:…|\.{2,3})[0-9a-f]*)?(?![\p{L}\p{N}]|[-_.][\p{L}\p{N}])/giu
const BETWEEN_NAMES = /,|;|(?<!\S)(?:and|with|against|versus|vs|to|between|than|or)\.?(?!\S)/

/**
 * The quoted names of a line, and the words outside the quotes. `marked` is the line with a mark in place of each
 * quoted name. An address between quotes counts as an address, not as a name.
 */
export function quotedIn(line: string) {
  const plain = line.replace(QUOTED, (whole, inner: string) =>
    inner.trim().replace(ADDRESS, '') === '' ? ` ${inner} ` : whole,
  )
  const quoted = [...plain.matchAll(QUOTED)].map(([, name = '']) => name.trim())
  let place = 0
  const marked = plain.replaceAll('ʘ', ' ').replace(QUOTED, () => ` ʘ${place++}ʘ `)
  return { quoted, words: withoutQuotes(plain), marked }
}

/** The words of a line outside of its quotes. */
export function withoutQuotes(line: string): string {
  return line.replace(QUOTED, ' ')
}

/** The subject of a question. */
type Asked = {
  readonly query: { readonly project?: string; readonly contract?: string }
  /** Words that may name something, but are not taken as the project or the contract. */
  readonly unread: readonly string[]
  /** The words around the names. */
  readonly beside: string
}

/**
 * The project and the contract that words name. The first of several counts. A quoted name counts before any other
 * name.
 */
export function subjectIn(words: string, quoted: readonly string[]): Asked {
  const [address, ...addresses] = distinct(allOf(ADDRESS, words))
  const others = words.replace(CALLED_ADDRESS, ` ${APART} `)
  const cut = distinct(allOf(NO_ADDRESS, others))
  const named = others.replace(NO_ADDRESS, ` ${APART} `)
  const found = nameIn(named)
  const [project = found.name, ...names] = quoted
  // An address that is cut names nothing. Alone, it is refused as a contract.
  const contract = address ?? (project === '' ? cut[0] : undefined)
  return {
    query: { ...(project !== '' && { project }), ...known({ contract }) },
    unread: [...addresses, ...cut.filter((one) => one !== contract), ...names],
    beside: quoted.length === 0 ? found.beside : named,
  }
}

/** The names of a comparison, in their order. In a part with a quoted name or an address, no other word is a name. */
export function comparedIn(marked: string, quoted: readonly string[]) {
  const parts = marked.split(BETWEEN_NAMES).map((part) => {
    const exact = quoted.filter((_, place) => part.includes(`ʘ${place}ʘ`))
    const whole = [...exact, ...allOf(ADDRESS, part)]
    const rest = part.replace(QUOTE_MARK, ` ${APART} `).replace(CALLED_ADDRESS, ` ${APART} `)
    const { name, beside } = nameIn(rest)
    return whole.length === 0 ? { names: [name], beside } : { names: whole, beside: rest }
  })
  return {
    // A comma separates the names of the query. No two names differ only in a comma.
    names: parts
      .flatMap(({ names }) => names.map((name) => name.replaceAll(',', ' ')))
      .filter((name) => name !== ''),
    beside: parts.map(({ beside }) => beside).join(` ${APART} `),
  }
}

function allOf(pattern: RegExp, text: string): readonly string[] {
  return [...text.matchAll(pattern)].map(([found]) => found)
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Map(texts.map((text) => [text.toLowerCase(), text])).values()]
}

/**
 * `name`: the question without the common words around the name, at most as long as a name may be. `beside`: the words
 * that are removed.
 */
function nameIn(words: string): { readonly name: string; readonly beside: string } {
  const all = words
    .split(/ +/)
    .map((word) => word.replace(/^[^\p{L}\p{N}$]+/u, '').replace(/(?<![^\p{L}\p{N}])[^\p{L}\p{N}]+$/u, ''))
  const isPart = (word: string) => word !== '' && word !== 'I' && !COMMON_WORDS.has(word)
  const from = all.findIndex(isPart)
  const to = all.findLastIndex(isPart)
  // No word can be part of a name.
  if (from === -1) return { name: '', beside: words }
  const { name, dropped } = shortened(all.slice(from, to + 1))
  const beside = [all.slice(0, from), dropped, all.slice(to + 1)].map((some) => some.join(' '))
  return { name, beside: beside.join(` ${APART} `) }
}

/** Shortens words to the length that a name may have. Common words are dropped first, then words from the end. */
function shortened(words: readonly string[]): { readonly name: string; readonly dropped: readonly string[] } {
  const whole = words.join(' ')
  if (whole.length <= LIMITS.agentQuery.max) return { name: whole, dropped: [] }
  const own = words.filter((word) => !COMMON_WORDS.has(word.toLowerCase()))
  const end = own.findIndex((_, at) => own.slice(0, at + 1).join(' ').length > LIMITS.agentQuery.max)
  const kept = own.slice(0, end === -1 ? own.length : end)
  const common = words.filter((word) => COMMON_WORDS.has(word.toLowerCase()))
  return { name: kept.join(' '), dropped: [...common, ...own.slice(kept.length)] }
}
