import { CONTRACT_ITEMS, WALKED_PARAMETERS } from '#test/contract/contract-items.ts'

/**
 * A title of a test names the numbered cases and the items of the contract that it shows by tags:
 *
 * - `[case 7]`, `[agents 39]`, `[webhooks 40]`, `[R113]` are numbered cases.
 * - `[contract SUBJECT a|b]` is the items `SUBJECT a` and `SUBJECT b`.
 * - `[contract SUBJECT *]` is each item of the subject whose word the file of the test has.
 * - `[contract every SUBJECT]` is all items of the subject: the test takes them from the registry or a schema.
 */
const TAG = /\[((?:case|agents|webhooks) \d+|R\d+|contract [^\]]+)\]/g
/** A quoted text on one line. */
const QUOTED = /(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g
/** A title that names its case without a tag. */
const UNTAGGED = /^(?:(?:agents |webhooks )?cases? \d[\d, andto]*|R\d+(?:(?:, | and )R\d+)*): /

/** Numbered cases by kind, as tags name them. */
export const CASES: Readonly<Record<string, readonly string[]>> = {
  'Hard cases of collecting, evaluating and the ledger': range(1, 40).map((number) => `case ${number}`),
  'Hard cases of requests and headers': range(1, 66).map((number) => `agents ${number}`),
  'Hard cases of webhooks': range(1, 80).map((number) => `webhooks ${number}`),
  'Situations met on real providers': [...range(1, 10), ...range(12, 152)].map((number) => `R${number}`),
}

/** Everything that needs a test, by kind. */
export const SHOWN: Readonly<Record<string, readonly string[]>> = { ...CONTRACT_ITEMS, ...CASES }
const CONTRACT = Object.values(CONTRACT_ITEMS).flat()

/** A test: its file with the text, and its title as it is written or as it ran. */
export type Titled = { readonly file: string; readonly text: string; readonly title: string }

/** The titles of a file that have a tag. */
export function taggedTitles(text: string): readonly string[] {
  return quoted(text).filter((title) => title.match(TAG) !== null)
}

/** The titles of a file that name a case in words in place of a tag. */
export function untaggedTitles(text: string): readonly string[] {
  return quoted(text).filter((title) => UNTAGGED.test(title))
}

/** The cases and items that a test shows, by its tags. */
export function shownBy({ title, text }: Titled): readonly string[] {
  return [...title.matchAll(TAG)].flatMap(([, tag = '']) =>
    tag.startsWith('contract ') ? itemsOf(tag.slice('contract '.length), text) : [tag],
  )
}

/** Each case and item with the tests that show it, and the unknown names in tags. */
export function indexOfTests(tests: readonly Titled[]): {
  readonly shown: ReadonlyMap<string, readonly Titled[]>
  readonly unknown: readonly string[]
} {
  const all = tests.flatMap((test) => shownBy(test).map((item) => ({ item, test })))
  const byItem = Map.groupBy(all, ({ item }) => item)
  const known = Object.values(SHOWN).flat()
  const shown = known.map((item) => [item, byItem.get(item)?.map(({ test }) => test) ?? []] as const)
  const isKnown = new Set(known)
  return { shown: new Map(shown), unknown: [...byItem.keys()].filter((item) => !isKnown.has(item)) }
}

function itemsOf(tag: string, text: string): readonly string[] {
  if (tag.startsWith('every ')) return everyItem(tag.slice('every '.length))
  const at = tag.lastIndexOf(' ') + 1
  const [subject, words] = [tag.slice(0, at), tag.slice(at)]
  if (words !== '*') return words.split('|').map((word) => subject + word)
  const withoutTags = text.replace(TAG, '')
  const found = ofSubject(subject).filter((item) => hasWord(withoutTags, item.slice(at)))
  return found.length === 0 ? [tag] : found
}

function everyItem(subject: string): readonly string[] {
  const found = WALKED_PARAMETERS[subject] ?? ofSubject(`${subject} `)
  return found.length === 0 ? [`every ${subject}`] : found
}

function ofSubject(subject: string): readonly string[] {
  return CONTRACT.filter((item) => item.startsWith(subject) && !item.slice(subject.length).includes(' '))
}

function hasWord(text: string, word: string): boolean {
  return new RegExp(`(?<![\\w-])${RegExp.escape(word)}(?![\\w-])`).test(text)
}

function quoted(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => [...line.matchAll(QUOTED)].map(([, , title = '']) => title))
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
