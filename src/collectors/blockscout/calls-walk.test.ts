import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { getCalledMethods, getContractUse } from '#records/contracts/contract-use.ts'
import { type Sent, timeOf } from '#test/given/explored-chain.ts'
import { useExploredContract } from '#test/given/explored-contract.ts'

const POKE = '0x18178358'
const PLAY = '0x53d3ff7f'
/** Forty parts of a listing with calls of one method. Their last call is the first one of another method. */
const SENT: readonly Sent[] = [
  { block: 9, selector: PLAY },
  ...Array.from({ length: 40 * 50 - 1 }, (_, index) => ({
    block: 10 + Math.floor(index / 100),
    index: index % 100,
    selector: POKE,
  })),
]
const explored = useExploredContract()

/** Reads at a block with the position of the reading before; the explorer answers at most `parts` of the listing. */
async function readAt(block: number, options: { parts?: number; position?: unknown } = {}) {
  const { parts = Number.POSITIVE_INFINITY, position } = options
  let asked = 0
  Object.assign(explored.chain, { safe: block, indexed: block, sent: SENT.concat(sentSince(block)) })
  explored.chain.instead = (path) => {
    if (!path.includes('/transactions')) return undefined
    asked += 1
    return asked > parts ? { status: 500, body: '' } : undefined
  }
  const collected = await explored.read(timeOf(block), position)
  return { ...collected, asked, position: JSON.parse(JSON.stringify(collected.position ?? null)) }
}
const sentSince = (block: number): readonly Sent[] => (block > 40 ? [{ block: 41, selector: PLAY }] : [])
const query = () => ({ projectIds: [explored.stored.projectId] })
const methods = async () =>
  (await getCalledMethods(query(), explored.database)).get(explored.stored.projectId)
const span = async () =>
  (await getContractUse({ ...query(), days: 400, sources: 'ever' }, explored.database)).get(
    explored.stored.projectId,
  )?.[0]?.collected
const callsOf = async () => {
  const rows = await explored.database
    .selectFrom('method_use_days')
    .innerJoin('method_use', 'method_use.id', 'method_id')
    .select(({ fn }) => ['selector', fn.sum<string>('calls').as('calls')])
    .where('project_id', '=', explored.stored.projectId)
    .groupBy('selector')
    .orderBy('selector')
    .execute()
  return rows.map(({ selector, calls }) => [selector, Number(calls)])
}

test('[R37] forty parts that a failure cuts twice are read where they stopped, and each call counts once', async () => {
  const first = await readAt(40, { parts: 25 })
  expect(first).toMatchObject({ outcome: 'unavailable', asked: 26 })
  expect(await methods()).toBeUndefined()
  const second = await readAt(42, { parts: 10, position: first.position })
  expect(second).toMatchObject({ outcome: 'unavailable', asked: 11 })
  expect(await methods()).toBeUndefined()
  const third = await readAt(44, { position: second.position })
  expect(third).toMatchObject({
    outcome: 'fresh',
    asked: 5,
    continues: true,
    readUpTo: timeOf(40),
    position: { walk: null },
  })
  expect(await callsOf()).toEqual([
    [POKE, 1999],
    [PLAY, 1],
  ])
  expect(await span()).toMatchObject({ from: timeOf(2), sinceCreation: true, to: timeOf(40) })
  expect(await readAt(44, { position: third.position })).toMatchObject({ outcome: 'fresh', asked: 1 })
  expect(await callsOf()).toEqual([
    [POKE, 1999],
    [PLAY, 2],
  ])
  expect(await span()).toMatchObject({ to: timeOf(44) })
})

test('[R37] a failed first part leaves nothing to go on with', async () => {
  expect(await readAt(40, { parts: 0 })).toMatchObject({ outcome: 'unavailable', position: null })
})

test.each([
  ['after a day', 40 + DAY_MS / HOUR_MS + 1, Number.POSITIVE_INFINITY],
  ['when its safe block was replaced', 42, 39],
])('[R37] the listing is read from its beginning %s', async (_, block, forkedFrom) => {
  const { position } = await readAt(40, { parts: 25 })
  explored.chain.forkedFrom = forkedFrom
  expect(await readAt(block, { position })).toMatchObject({ outcome: 'fresh', asked: 41 })
  expect(await span()).toMatchObject({ to: timeOf(block) })
})
