import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

/** Hard cases that are numbered together: how a title and the list name one, and where tests show them. */
type CaseList = {
  readonly title: string
  readonly row: string
  readonly numbers: readonly number[]
  readonly shownIn: readonly string[]
  readonly isOther: (file: string) => boolean
}
const LISTS: readonly CaseList[] = [
  {
    title: '(?<!(?:agents|webhooks) )cases? ',
    row: 'Case ',
    numbers: range(1, 40),
    shownIn: ['src/{app,collectors,domain,evaluate,ledger,records}/**/*.test.ts', 'test/flows/*.test.ts'],
    /** Deliveries have hard cases of their own, numbered from one as well. */
    isOther: (file) => /webhook|deliver/.test(file),
  },
  {
    title: 'agents cases? ',
    row: 'Agents case ',
    numbers: range(1, 66),
    shownIn: [
      'src/{contract,domain,reads,surfaces,views}/**/*.test.ts',
      'test/{contract,flows,kits}/*.test.ts',
    ],
    isOther: () => false,
  },
  {
    title: 'webhooks cases? ',
    row: 'Webhooks case ',
    numbers: range(1, 80),
    shownIn: ['{src,test}/**/*.test.ts'],
    isOther: (file) => file === 'test/house/cases.test.ts',
  },
  {
    title: 'R',
    row: 'R',
    numbers: [
      ...range(1, 10),
      12,
      ...range(15, 16),
      ...range(27, 45),
      ...range(48, 50),
      ...range(61, 85),
      ...range(95, 101),
      103,
      ...range(110, 111),
      ...range(113, 152),
    ],
    shownIn: ['{src,sandbox,test}/**/*.test.ts'],
    isOther: (file) => file === 'test/house/cases.test.ts',
  },
]

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

/** The numbers a text names: `case 7`, `cases 5 and 6`, `cases 31 to 33`, `R65`. */
function casesIn(text: string, list: CaseList): readonly number[] {
  const named = text.matchAll(new RegExp(`\\b${list.title}(\\d+(?:(?:, | and | to )\\d+)*)`, 'g'))
  return [...named].flatMap(([, numbers = '']) => {
    const [, from, to] = /^(\d+) to (\d+)$/.exec(numbers) ?? []
    if (from === undefined || to === undefined) return numbers.split(/\D+/).map(Number)
    return list.numbers.filter((number) => number >= Number(from) && number <= Number(to))
  })
}

async function filesOfCases(list: CaseList): Promise<ReadonlyMap<number, readonly string[]>> {
  const files = (await Array.fromAsync(glob([...list.shownIn], { cwd: ROOT }))).filter(
    (file) => !list.isOther(file),
  )
  const shown = await Promise.all(
    files.map(async (file) => ({ file, cases: casesIn(await readFile(join(ROOT, file), 'utf8'), list) })),
  )
  return new Map(
    list.numbers.map((number) => [
      number,
      shown.flatMap(({ file, cases }) => (cases.includes(number) ? [file] : [])).toSorted(),
    ]),
  )
}

/** What docs/testing.md says: each number with the files it names. */
async function listed({ row }: CaseList): Promise<ReadonlyMap<number, readonly string[]>> {
  const text = await readFile(join(ROOT, 'docs/testing.md'), 'utf8')
  const rows = [...text.matchAll(new RegExp(`^- ${row}(\\d+)\\. .+\\n {2}(.+)$`, 'gm'))]
  return new Map(
    rows.map(([, number, files = '']) => [
      Number(number),
      [...files.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
    ]),
  )
}

describe.each(LISTS)('$row', (list) => {
  it('has a test for every number', async () => {
    const shown = await filesOfCases(list)
    expect([...shown].filter(([, files]) => files.length === 0).map(([number]) => number)).toEqual([])
  })

  it('is listed in docs/testing.md with the tests that show it', async () => {
    expect(await listed(list)).toEqual(await filesOfCases(list))
  })
})

const [ordinary, agents, webhooks, realWorld] = LISTS as readonly [CaseList, CaseList, CaseList, CaseList]
it.each([
  ['case 7: a release', [7], []],
  ['cases 5 and 6: another', [5, 6], []],
  ['cases 31 to 33: upgrades', [31, 32, 33], []],
  ['in any case, 12 of them', [], []],
  ['agents case 41: a limit', [], [41]],
  ['agents cases 61 and 63, but case 3', [3], [61, 63]],
  ['agents cases 56 to 58', [], [56, 57, 58]],
  ['webhooks case 48: an address', [], [], [48]],
  ['webhooks cases 40 and 42, and case 6', [6], [], [40, 42]],
  ['R65: a status known again', [], [], [], [65]],
  ['R27 and R28: a page of a proxy', [], [], [], [27, 28]],
])('reads the numbers of %s', (title, own, ofAgents, ofWebhooks = [], ofRealWorld = []) => {
  const lists = [ordinary, agents, webhooks, realWorld]
  expect(lists.map((list) => casesIn(title, list))).toEqual([own, ofAgents, ofWebhooks, ofRealWorld])
})
