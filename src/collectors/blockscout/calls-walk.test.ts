import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CHAIN_ID, type ContractAddress } from '#contract/ids.ts'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { getCalledMethods, getContractUse } from '#records/contracts/contract-use.ts'
import { readOnce } from '#test/collected-stream.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { type ExploredChain, type Sent, startExploredChain, timeOf } from '#test/explored-chain.ts'
import { type StoredProject, storeProject } from '#test/stored-project.ts'
import { blockscoutMethodUse } from './method-use.ts'

const POKE = '0x18178358'
const PLAY = '0x53d3ff7f'
const contract = `0x${'0'.repeat(38)}a1` as ContractAddress
/** Forty pages of one method, with the first call of another at their end. */
const SENT: readonly Sent[] = [
  { block: 9, selector: PLAY },
  ...Array.from({ length: 40 * 50 - 1 }, (_, index) => ({
    ...{ block: 10 + Math.floor(index / 100), index: index % 100, selector: POKE },
  })),
]
let opened: TestDatabase
let chain: ExploredChain
let stored: StoredProject

beforeAll(async () => {
  opened = await openTestDatabase()
})
afterAll(() => opened[Symbol.asyncDispose]())
beforeEach(async () => {
  await opened.database.deleteFrom('contracts').execute()
  stored = await storeProject({ kind: 'contract', locator: contract }, opened.database)
  await opened.database
    .insertInto('contracts')
    .values({
      ...{ chain_id: CHAIN_ID, address: contract, project_id: stored.projectId, source_id: stored.sourceId },
      ...{ role: 'declared', creation_block: 2, created_at: timeOf(2), detected_at: timeOf(2) },
    })
    .execute()
  await opened.database.updateTable('sources').set({ counted: true }).execute()
  chain = await startExploredChain(contract)
  return () => chain[Symbol.asyncDispose]()
})

/** Reads at a block with the position of the reading before; the explorer answers at most `pages` of the listing. */
async function readAt(block: number, options: { pages?: number; position?: unknown } = {}) {
  const { pages = Number.POSITIVE_INFINITY, position } = options
  let asked = 0
  Object.assign(chain, { safe: block, indexed: block, sent: SENT.concat(sentSince(block)) })
  chain.instead = (path) => {
    if (!path.includes('/transactions')) return undefined
    asked += 1
    return asked > pages ? { status: 500, body: '' } : undefined
  }
  const collected = await readOnce(
    {
      collector: blockscoutMethodUse,
      stored,
      locator: `blockscout:${contract}`,
      now: timeOf(block),
      position,
    },
    { deps: { ...chain.deps(), reader: opened.database }, database: opened.database },
  )
  return { ...collected, asked, position: JSON.parse(JSON.stringify(collected.position ?? null)) }
}
const sentSince = (block: number): readonly Sent[] => (block > 40 ? [{ block: 41, selector: PLAY }] : [])
const ids = () => ({ ids: [stored.projectId] })
const methods = async () => (await getCalledMethods(ids(), opened.database)).get(stored.projectId)
const span = async () =>
  (await getContractUse({ ...ids(), days: 400, sources: 'ever' }, opened.database)).get(stored.projectId)?.[0]
    ?.collected
const callsOf = async () => {
  const rows = await opened.database
    .selectFrom('method_use_days')
    .innerJoin('method_use', 'method_use.id', 'method_id')
    .select(({ fn }) => ['selector', fn.sum<string>('calls').as('calls')])
    .where('project_id', '=', stored.projectId)
    .groupBy('selector')
    .orderBy('selector')
    .execute()
  return rows.map(({ selector, calls }) => [selector, Number(calls)])
}

test('[R37] forty pages that a failure cuts twice are read where they stopped, and each call counts once', async () => {
  const first = await readAt(40, { pages: 25 })
  expect(first).toMatchObject({ outcome: 'unavailable', asked: 26 })
  expect(await methods()).toBeUndefined()
  const second = await readAt(42, { pages: 10, position: first.position })
  expect(second).toMatchObject({ outcome: 'unavailable', asked: 11 })
  expect(await methods()).toBeUndefined()
  const third = await readAt(44, { position: second.position })
  expect(third).toMatchObject({
    ...{ outcome: 'fresh', asked: 5, continues: true, readUpTo: timeOf(40), position: { walk: null } },
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

test('[R37] a failed first page leaves nothing to go on with', async () => {
  expect(await readAt(40, { pages: 0 })).toMatchObject({ outcome: 'unavailable', position: null })
})

test.each([
  ['after a day', 40 + DAY_MS / HOUR_MS + 1, Number.POSITIVE_INFINITY],
  ['when its safe block was replaced', 42, 39],
])('[R37] the listing is read from its beginning %s', async (_, block, forkedFrom) => {
  const { position } = await readAt(40, { pages: 25 })
  chain.forkedFrom = forkedFrom
  expect(await readAt(block, { position })).toMatchObject({ outcome: 'fresh', asked: 41 })
  expect(await span()).toMatchObject({ to: timeOf(block) })
})
