import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The words between the parts of a test's reference: its file, its title, and a row of its table. */
const WITHIN = ' › '
/** Stands for the item's own word in a reference. */
const WORD = '{}'

/**
 * Tests and the items that they show. `subject a|b` names the items `subject a` and `subject b`. A test is named by its
 * file and pieces of its text: `file › title` or `file › title › row`. `{}` stands for the last word of the item.
 */
export type Row = { readonly items: readonly string[]; readonly tests: readonly string[] }
/** A test that asks every item of a kind, by the registry or the schema. `*` in its items stands for any text. */
export type Walk = Row & { readonly name: string }
/** Items of one kind. `walked`: a walk is enough to show one. */
export type Section = {
  readonly title: string
  readonly items: readonly string[]
  readonly rows: readonly Row[]
  readonly walks: readonly Walk[]
  readonly walked: boolean
}
/** An item with what shows it: names of walks, and the references of its own tests. */
export type Shown = {
  readonly item: string
  readonly walks: readonly string[]
  readonly tests: readonly string[]
}

/** The items of a section with the tests that show them, and what is wrong with its rows. */
export function shownItems({ items, rows, walks, walked, title }: Section) {
  const named = rows.flatMap((row) =>
    row.items.flatMap(itemsOf).map((item) => ({ item, tests: row.tests.map((test) => worded(test, item)) })),
  )
  const shown = items.map((item) => ({
    item,
    walks: walks.filter((walk) => walk.items.some((pattern) => fits(pattern, item))).map(({ name }) => name),
    tests: [...new Set(named.filter((row) => row.item === item).flatMap(({ tests }) => tests))],
  }))
  const isShown = (one: Shown) => one.tests.length > 0 || (walked && one.walks.length > 0)
  const patterns = walks.flatMap((walk) => walk.items)
  return {
    shown,
    faults: [
      ...shown.filter((one) => !isShown(one)).map(({ item }) => `${title}: no test shows ${item}`),
      ...named
        .filter(({ item }) => !items.includes(item))
        .map(({ item }) => `${title}: a row names ${item}, which is no item`),
      ...patterns
        .filter((pattern) => !items.some((item) => fits(pattern, item)))
        .map((pattern) => `${title}: a walk names ${pattern}, which fits no item`),
    ],
  }
}

/** The references whose file is missing or does not have their words, in a folder. */
export async function brokenReferences(tests: Iterable<string>, root: string): Promise<readonly string[]> {
  const byFile = Map.groupBy(new Set(tests), (test) => test.split(WITHIN, 1).join())
  const broken = await Promise.all(
    [...byFile].map(async ([file, references]) => {
      const text = await textOf(join(root, file))
      if (text === undefined) return [`${file} is named as a test and does not exist`]
      return references.flatMap((reference) => missingIn(text, reference))
    }),
  )
  return broken.flat()
}

function missingIn(text: string, reference: string): readonly string[] {
  const [file, ...pieces] = reference.split(WITHIN)
  if (pieces.length === 0) return [`${file} is named without the title of a test`]
  return pieces.filter((piece) => !text.includes(piece)).map((piece) => `${file} has no test with “${piece}”`)
}

async function textOf(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** `subject a|b` is `subject a` and `subject b`. */
function itemsOf(words: string): readonly string[] {
  const last = words.lastIndexOf(' ') + 1
  return words
    .slice(last)
    .split('|')
    .map((word) => words.slice(0, last) + word)
}

function worded(test: string, item: string): string {
  return test.replaceAll(WORD, item.slice(item.lastIndexOf(' ') + 1))
}

function fits(pattern: string, item: string): boolean {
  return new RegExp(`^${pattern.split('*').map(RegExp.escape).join('.*')}$`).test(item)
}
