import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const CASES = Array.from({ length: 40 }, (_, index) => index + 1)
const SHOWN_IN = ['src/{app,collectors,domain,evaluate,ledger,records}/**/*.test.ts', 'test/flows/*.test.ts']
/** Deliveries have hard cases of their own, numbered from one as well. */
const OTHER_LISTS = /webhook|deliver/

/** The numbers a text names: `case 7`, `cases 5 and 6`, `cases 31 to 33`. */
function casesIn(text: string): readonly number[] {
  const named = text.matchAll(/\bcases? (\d+(?:(?:, | and | to )\d+)*)/g)
  return [...named].flatMap(([, numbers = '']) => {
    const [, from, to] = /^(\d+) to (\d+)$/.exec(numbers) ?? []
    if (from === undefined || to === undefined) return numbers.split(/\D+/).map(Number)
    return CASES.filter((number) => number >= Number(from) && number <= Number(to))
  })
}

async function filesOfCases(): Promise<ReadonlyMap<number, readonly string[]>> {
  const files = (await Array.fromAsync(glob(SHOWN_IN, { cwd: ROOT }))).filter(
    (file) => !OTHER_LISTS.test(file),
  )
  const shown = await Promise.all(
    files.map(async (file) => ({ file, cases: new Set(casesIn(await readFile(join(ROOT, file), 'utf8'))) })),
  )
  return new Map(
    CASES.map((number) => [
      number,
      shown.flatMap(({ file, cases }) => (cases.has(number) ? [file] : [])).toSorted(),
    ]),
  )
}

/** What the list says: each number with the files it names. */
async function listed(): Promise<ReadonlyMap<number, readonly string[]>> {
  const text = await readFile(join(ROOT, 'docs/testing.md'), 'utf8')
  const rows = [...text.matchAll(/^- Case (\d+)\. .+\n {2}(.+)$/gm)]
  return new Map(
    rows.map(([, number, files = '']) => [
      Number(number),
      [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    ]),
  )
}

it('shows every hard case in a test', async () => {
  const shown = await filesOfCases()
  expect([...shown].filter(([, files]) => files.length === 0).map(([number]) => number)).toEqual([])
})

it('lists every hard case with the tests that show it, in docs/testing.md', async () => {
  expect(await listed()).toEqual(await filesOfCases())
})

it.each([
  ['case 7: a release', [7]],
  ['cases 5 and 6: another', [5, 6]],
  ['cases 31 to 33: upgrades', [31, 32, 33]],
  ['in any case, 12 of them', []],
])('reads the numbers of %s', (title, numbers) => {
  expect(casesIn(title)).toEqual(numbers)
})
