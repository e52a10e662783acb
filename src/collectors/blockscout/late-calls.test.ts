import { expect, test } from 'vitest'
import { hashOf, type Sent } from '#test/given/explored-chain.ts'
import { useExploredContract } from '#test/given/explored-contract.ts'
import { AGAIN_PARTS_MAX } from './listed-calls.ts'

const POKE = '0x18178358'
const PLAY = '0x53d3ff7f'
const explored = useExploredContract()
const { methods, days } = explored

/** Reads at a block, and counts the parts of the listing. */
async function readAt(block: number, sent: readonly Sent[]) {
  const asked = explored.chain.explorer.asked.length
  const collected = await explored.readAt(block, sent)
  const paths = explored.chain.explorer.asked.slice(asked)
  return { ...collected, parts: paths.filter((path) => path.includes('/transactions')).length }
}

/** A call in each hour that matters. Blocks 25, 26 and 38 are all of 4 August. */
const SENT: readonly Sent[] = [
  { block: 12, selector: POKE },
  { block: 25, selector: PLAY },
  { block: 26, selector: PLAY },
  { block: 26, index: 1, selector: POKE },
  { block: 38, selector: POKE },
]
const withHole = SENT.filter(({ block }) => block < 20 || block > 30)
const ALL_DAYS = [
  [POKE, '2026-08-03', 1],
  [POKE, '2026-08-04', 2],
  [PLAY, '2026-08-04', 2],
]

test('[R31] calls that the explorer lists after later ones are counted within a day, once, and date the method', async () => {
  await readAt(15, SENT)
  await readAt(40, withHole)
  expect(await days()).toEqual([
    [POKE, '2026-08-03', 1],
    [POKE, '2026-08-04', 1],
  ])
  await readAt(46, SENT)
  expect(await methods()).toMatchObject([{ selector: POKE }])
  for (const block of [60, 90, 120]) {
    await readAt(block, SENT)
    expect(await days()).toEqual(ALL_DAYS)
  }
  expect(await methods()).toMatchObject([
    { selector: POKE, first: { block: 12 }, firstSinceCreation: true },
    {
      selector: PLAY,
      first: { block: 25, tx: hashOf({ block: 25, selector: PLAY }) },
      firstSinceCreation: true,
    },
  ])
})

test('[R31] calls that the explorer no longer lists stay counted, and new ones of their day are added', async () => {
  await readAt(40, SENT)
  await readAt(64, [...withHole, { block: 45, selector: POKE }])
  expect(await days()).toEqual([
    [POKE, '2026-08-03', 1],
    [POKE, '2026-08-04', 3],
    [PLAY, '2026-08-04', 2],
  ])
})

test('calls are read again for a few parts and once a day, and the new ones of a day are added to it', async () => {
  const busy = Array.from({ length: 2 * AGAIN_PARTS_MAX * 50 }, (_, index) => ({
    block: 50 + Math.floor(index / 100),
    index: index % 100,
    selector: POKE,
  }))
  const total = async () => (await days()).reduce((sum, [, , calls]) => sum + Number(calls), 0)
  await readAt(69, busy)
  expect(await total()).toBe(busy.length)
  const later = [...busy, { block: 70, selector: POKE }]
  expect(await readAt(75, later)).toMatchObject({ outcome: 'fresh', parts: 1 })
  expect(await total()).toBe(later.length)
  const latest = [...later, { block: 76, selector: POKE }]
  expect(await readAt(90, latest)).toMatchObject({ outcome: 'fresh', parts: AGAIN_PARTS_MAX })
  expect(await total()).toBe(latest.length)
  expect(await readAt(96, latest)).toMatchObject({ outcome: 'fresh', parts: 1 })
})

test('a failure while calls are read again is gone on with, and counts nothing twice', async () => {
  const many = Array.from({ length: 120 }, (_, index) => ({ block: 12, index, selector: POKE }))
  await readAt(15, many)
  let asked = 0
  explored.chain.instead = (path) => {
    if (!path.includes('/transactions')) return undefined
    asked += 1
    return asked === 2 ? { status: 500, body: '' } : undefined
  }
  const sent = [...many, { block: 20, selector: PLAY }]
  expect(await readAt(40, sent)).toMatchObject({ outcome: 'unavailable' })
  expect(await methods()).toMatchObject([{ selector: POKE }])
  expect(await readAt(41, sent)).toMatchObject({ outcome: 'fresh', parts: 2 })
  expect(await days()).toEqual([
    [POKE, '2026-08-03', 120],
    [PLAY, '2026-08-03', 1],
  ])
})

// Block 100 + 30 days of 24 blocks is 820.
test.each<[string, number, readonly number[]]>([
  ['is the one that ended the silence', 825, [825]],
  ['shows that there was no such silence', 815, []],
])('a call that is listed late before a resumption %s', async (_, late, expected) => {
  const sent = [
    { block: 100, selector: POKE },
    { block: 830, selector: POKE },
  ]
  await readAt(110, sent)
  await readAt(840, sent)
  const resumed = async () => (await methods())?.[0]?.resumptions.map(({ block }) => block)
  expect(await resumed()).toEqual([830])
  await readAt(870, [...sent, { block: late, selector: POKE }])
  expect(await resumed()).toEqual(expected)
})
