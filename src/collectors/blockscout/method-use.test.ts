import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { evidenceId } from '#contract/ids.ts'
import { addMs } from '#contract/time.ts'
import { getContractUse } from '#records/contracts/contract-use.ts'
import { saveInterfaceMethods } from '#records/contracts/interface-methods.ts'
import { saveInterface } from '#records/contracts/interfaces.ts'
import { inTransaction } from '#records/database.ts'
import { type ExploredChain, hashOf, type Sent, timeOf } from '#test/given/explored-chain.ts'
import { useExploredContract } from '#test/given/explored-contract.ts'
import type { Scripted } from '#test/servers/answering-server.ts'
import type { Collected } from '../collector.ts'
import { PARTS_MAX } from './listed-calls.ts'

const POKE = '0x18178358'
const PLAY = '0x53d3ff7f'
const TRANSFER = '0xa9059cbb'
const explored = useExploredContract()
const { contract, methods, days } = explored

/** Reads once, with the node and the explorer at a block. */
function readAt(safe: number, sent: readonly Sent[]): Promise<Collected> {
  Object.assign(explored.chain, { safe, indexed: safe, sent })
  return explored.read(timeOf(safe))
}
const verify = (selector: string, signature: string) =>
  inTransaction(explored.database, async (writer) => {
    const digest = randomUUID()
    await saveInterface(
      {
        contract,
        projectId: explored.stored.projectId,
        sourceId: explored.stored.sourceId,
        provider: 'sourcify',
        digest,
        functions: 1,
        unnamedFunctions: 0,
        events: 0,
        match: 'exact',
        verifiedAt: null,
        observedAt: timeOf(3),
      },
      writer,
    )
    await saveInterfaceMethods({ digest, methods: [{ selector, signature }] }, writer)
  })
const query = () => ({ projectIds: [explored.stored.projectId] })
const use = async () =>
  (await getContractUse({ ...query(), days: 400, sources: 'ever' }, explored.database)).get(
    explored.stored.projectId,
  )?.[0]

test('a whole listing gives each method its first call, last call and calls a day', async () => {
  const sent = [
    { block: 10, selector: POKE },
    { block: 12, selector: POKE },
    { block: 12, selector: PLAY, index: 1 },
    { block: 30, selector: POKE },
  ]
  expect(await readAt(40, sent)).toMatchObject({ outcome: 'fresh', coversFrom: timeOf(2) })
  expect(await methods()).toMatchObject([
    {
      selector: POKE,
      first: { block: 10, txIndex: 0, tx: hashOf({ block: 10, selector: POKE }), at: timeOf(10) },
    },
    { selector: PLAY, first: { block: 12, txIndex: 1 }, firstSinceCreation: true, named: null },
  ])
  expect(await days()).toEqual([
    [POKE, '2026-08-03', 2],
    [PLAY, '2026-08-03', 1],
    [POKE, '2026-08-04', 1],
  ])
  expect((await use())?.collected).toMatchObject({ from: timeOf(2), sinceCreation: true, to: timeOf(40) })
})

test('failed calls, calls after the safe block and standard token functions do not count', async () => {
  await readAt(20, [
    { block: 10, selector: POKE, failed: true },
    { block: 11, selector: TRANSFER },
    { block: 21, selector: PLAY },
  ])
  expect(await methods()).toBeUndefined()
  await readAt(21, [{ block: 21, selector: PLAY }])
  expect(await methods()).toMatchObject([{ selector: PLAY, first: { block: 21 }, firstSinceCreation: true }])
})

test('a later reading continues after the last one and counts nothing twice', async () => {
  const first = [{ block: 10, selector: POKE }]
  await readAt(20, first)
  const asked = explored.chain.explorer.asked.length
  expect(await readAt(20, first)).toEqual({ outcome: 'not_modified' })
  expect(explored.chain.explorer.asked).toHaveLength(asked)
  await readAt(45, [...first, { block: 40, selector: POKE }])
  expect(await days()).toEqual([
    [POKE, '2026-08-03', 1],
    [POKE, '2026-08-04', 1],
  ])
  expect(await use()).toMatchObject({ collected: { from: timeOf(2), to: timeOf(45) } })
})

test('a contract without calls is recorded as read', async () => {
  expect(await readAt(20, [])).toMatchObject({ outcome: 'fresh' })
  expect(await use()).toMatchObject({ collected: { from: timeOf(2), to: timeOf(20) }, days: [] })
})

test('reads all parts of a listing', async () => {
  const sent = Array.from({ length: 120 }, (_, index) => ({ block: 10 + (index % 2), index, selector: POKE }))
  await readAt(20, sent)
  expect(await days()).toEqual([[POKE, '2026-08-03', 120]])
})

test('a truncated listing is a minimum: it has a start, and its first call is not the first of the method', async () => {
  const sent = Array.from({ length: 50 * PARTS_MAX + 10 }, (_, index) => ({
    block: 10 + Math.floor(index / 300),
    index: index % 300,
    selector: POKE,
  }))
  const collected = await readAt(40, sent)
  expect(collected).toMatchObject({
    outcome: 'fresh',
    detail: expect.stringContaining('cut off'),
    coversFrom: addMs(timeOf(10), 1),
  })
  expect(await methods()).toMatchObject([{ first: { block: 11 }, firstSinceCreation: false }])
  expect(await days()).toEqual([[POKE, '2026-08-03', 50 * PARTS_MAX + 10 - 300]])
  expect(await use()).toMatchObject({ collected: { from: addMs(timeOf(10), 1), sinceCreation: false } })
})

test('a reading after a truncated listing keeps its start, and its first calls are not the first of the method', async () => {
  const sent = Array.from({ length: 50 * PARTS_MAX + 10 }, (_, index) => ({
    block: 10 + Math.floor(index / 300),
    index: index % 300,
    selector: POKE,
  }))
  await readAt(40, sent)
  const from = addMs(timeOf(10), 1)
  expect(await readAt(45, [...sent, { block: 42, selector: PLAY }])).toMatchObject({ coversFrom: from })
  expect(await use()).toMatchObject({ collected: { from, sinceCreation: false, to: timeOf(45) } })
  expect(await methods()).toMatchObject([
    { selector: POKE, first: { block: 11 }, firstSinceCreation: false },
    { selector: PLAY, first: { block: 42 }, firstSinceCreation: false },
  ])
})

test('the span starts again after a gap, and the known first call stays', async () => {
  await readAt(20, [{ block: 10, selector: PLAY }])
  const sent = Array.from({ length: 50 * PARTS_MAX + 10 }, (_, index) => ({
    block: 50 + Math.floor(index / 300),
    index: index % 300,
    selector: POKE,
  }))
  await readAt(90, [{ block: 10, selector: PLAY }, ...sent, { block: 80, selector: PLAY }])
  expect((await use())?.collected).toMatchObject({ from: addMs(timeOf(50), 1), sinceCreation: false })
  expect(await methods()).toMatchObject([
    { selector: POKE, first: { block: 51 }, firstSinceCreation: false },
    { selector: PLAY, first: { block: 10 }, firstSinceCreation: true, resumptions: [] },
  ])
})

test('a reorganisation makes the next reading start over and withdraws calls that are gone', async () => {
  await readAt(20, [
    { block: 10, selector: POKE },
    { block: 19, selector: PLAY },
  ])
  explored.chain.forkedFrom = 15
  await readAt(25, [
    { block: 10, selector: POKE },
    { block: 22, selector: POKE },
  ])
  expect(await methods()).toMatchObject([
    { selector: POKE, withdrawn: false, first: { block: 10 } },
    { selector: PLAY, withdrawn: true },
  ])
  expect(await days()).toEqual([[POKE, '2026-08-03', 2]])
  await readAt(30, [{ block: 28, selector: PLAY }])
  expect(await methods()).toMatchObject([{}, { selector: PLAY, withdrawn: false, first: { block: 28 } }])
})

test('a method gets its name from the stored interface, also from a later one', async () => {
  await verify(POKE, 'poke()')
  await readAt(20, [
    { block: 10, selector: POKE },
    { block: 11, selector: PLAY },
  ])
  expect(await methods()).toMatchObject([
    { named: { signature: 'poke()', by: expect.stringMatching(/^abi:/), at: timeOf(20) } },
    { named: null },
  ])
  await verify(PLAY, 'play(uint256)')
  await readAt(22, [])
  expect(await methods()).toMatchObject([
    { named: { signature: 'poke()' } },
    { named: { signature: 'play(uint256)', at: timeOf(22) } },
  ])
  expect((await use())?.days).toMatchObject([{ day: '2026-08-03', calls: 2 }])
})

test('a return after thirty days is recorded with its place', async () => {
  await readAt(20, [{ block: 10, selector: POKE }])
  await readAt(800, [{ block: 10 + 30 * 24, selector: POKE }])
  expect(await methods()).toMatchObject([
    { resumptions: [{ block: 730, at: timeOf(730), previousAt: timeOf(10), detectedAt: timeOf(800) }] },
  ])
})

test('the number of unnamed selectors is limited; a named one is always stored', async () => {
  await verify(PLAY, 'play(uint256)')
  const random = Array.from({ length: 80 }, (_, index) => ({
    block: 10,
    index,
    selector: `0x${(0xf0000000 + index).toString(16)}`,
  }))
  await readAt(20, [...random, { block: 15, selector: PLAY }])
  expect(await methods()).toHaveLength(65)
  await readAt(30, [{ block: 25, selector: POKE }])
  expect(await methods()).toHaveLength(65)
  await verify(POKE, 'poke()')
  await readAt(40, [{ block: 35, selector: POKE }])
  expect((await methods())?.[0]).toMatchObject({ selector: POKE, firstSinceCreation: false })
})

test('requests nothing for a contract that no longer counts, and is no good reading', async () => {
  await explored.database
    .updateTable('contracts')
    .set({ withdrawn_at: timeOf(5), withdrawn_reason: 'reorged' })
    .execute()
  expect(await readAt(20, [{ block: 10, selector: POKE }])).toMatchObject({ outcome: 'missing' })
  expect(explored.chain.explorer.asked).toEqual([])
})

const onParts = (answer: Scripted) => ({
  instead: (path: string) => (path.includes('/transactions') ? answer : undefined),
})
const REPEATED = '{"items":[{"block_number":null}],"next_page_params":{"block_number":5,"index":1}}'
test.each<[string, Partial<ExploredChain>, string]>([
  ['the explorer lags behind the safe block', { indexed: 29 }, 'unavailable'],
  ['the explorer has not indexed every block', { whole: false }, 'unavailable'],
  ['its own 404 for the contract', onParts({ status: 404, body: '{"message":"Not found"}' }), 'missing'],
  ['[R27] a 404 of another form', onParts({ status: 404, body: '{}' }), 'unavailable'],
  ['a limit', onParts({ status: 429, body: '' }), 'rate_limited'],
  ['a server error', onParts({ status: 500, body: '' }), 'unavailable'],
  ['[R36] a challenge', { instead: () => ({ status: 403, body: '<html>' }) }, 'unavailable'],
  ['[R30] half an answer', onParts({ body: '{"items":[' }), 'unavailable'],
  ['a listing whose parts repeat', onParts({ body: REPEATED }), 'unavailable'],
])('%s: nothing is recorded and nothing concluded', async (_, world, outcome) => {
  Object.assign(explored.chain, { safe: 30, indexed: 30, sent: [{ block: 10, selector: POKE }], ...world })
  const collected = await explored.read(timeOf(30))
  expect(collected).toMatchObject({ outcome, detail: expect.any(String) })
  expect(collected.save).toBeUndefined()
  expect(await use()).toMatchObject({ collected: null })
})

test('the explorer has another block at the safe height', async () => {
  await readAt(20, [])
  explored.chain.instead = (path) =>
    path.includes('/blocks/') ? { body: JSON.stringify({ hash: `0x${'1'.repeat(64)}` }) } : undefined
  expect(await readAt(30, [])).toMatchObject({ outcome: 'unavailable' })
  expect(await use()).toMatchObject({ collected: { to: timeOf(20) } })
})

test('the evidence id of a method depends on project, contract and selector', async () => {
  await readAt(20, [{ block: 10, selector: POKE }])
  const [before] = (await methods()) ?? []
  await readAt(30, [{ block: 25, selector: POKE }])
  const [after] = (await methods()) ?? []
  expect(after?.id).toBe(before?.id)
  expect(after?.sourceId).toBe(evidenceId('source', explored.stored.sourceId))
})
