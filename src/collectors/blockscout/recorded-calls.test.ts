import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { CHAIN_ID, type ContractAddress } from '#contract/ids.ts'
import { addMs } from '#contract/time.ts'
import { getCalledMethods } from '#records/contracts/contract-use.ts'
import type { Scripted } from '#test/answering-server.ts'
import { readOnce } from '#test/collected-stream.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { type ExploredChain, startExploredChain, timeOf } from '#test/explored-chain.ts'
import { answerNamed, recordedAnswers } from '#test/recorded.ts'
import { type StoredProject, storeProject } from '#test/stored-project.ts'
import { blockscoutMethodUse } from './method-use.ts'

const recorded = await recordedAnswers('blockscout')
const SAFE = 20
const contract = `0x${'0'.repeat(38)}a1` as ContractAddress
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
  Object.assign(chain, { safe: SAFE, indexed: SAFE })
  return () => chain[Symbol.asyncDispose]()
})

/** Reads the calls once; the paths of the explorer that contain `part` get the answers in turn. */
function readWith(part: string, answers: readonly Scripted[]) {
  const left = [...answers]
  chain.instead = (path) => (path.includes(part) ? left.shift() : undefined)
  const one = {
    collector: blockscoutMethodUse,
    stored,
    locator: `blockscout:${contract}`,
    now: timeOf(SAFE),
  }
  return readOnce(one, {
    deps: { ...chain.deps(), reader: opened.database },
    database: opened.database,
  })
}
const answers = (...names: readonly string[]) => names.map((name) => answerNamed(name, recorded))
const methods = async () =>
  (await getCalledMethods({ ids: [stored.projectId] }, opened.database)).get(stored.projectId)

test.each([
  ['block-not-there', '/blocks/', 'the explorer does not have the safe block yet'],
  ['block-lost-consensus', '/blocks/', 'refused (404)'],
  ['indexing', '/indexing-status', 'the explorer has not indexed every block'],
  ['etherscan-error', '/transactions', 'the answer lists no transactions'],
  ['cut', '/transactions', 'the answer is no JSON, not whole, or too large to read (200)'],
  ['frontend-page', '/transactions', 'the answer is no JSON, not whole, or too large to read (404)'],
])('[R30] an answer %s to %s counts no call and is no end of the listing', async (name, part, detail) => {
  expect(await readWith(part, answers(name))).toMatchObject({ outcome: 'unavailable', detail })
  expect(await methods()).toBeUndefined()
})

test('a contract without transactions is read to its end', async () => {
  expect(await readWith('/transactions', answers('no-transactions'))).toMatchObject({ outcome: 'fresh' })
  expect(await methods()).toBeUndefined()
})

const CALL = { selector: '0x60fe47b1', first: { block: 12, txIndex: 0, at: timeOf(12) } }

test('a pending and a failed transaction are no calls', async () => {
  expect(await readWith('/transactions', answers('transactions'))).toMatchObject({ outcome: 'fresh' })
  expect(await methods()).toMatchObject([CALL])
})

test('the next page is asked for with the parameters of this one, and its end ends the listing', async () => {
  const pages = answers('transactions-page', 'no-transactions')
  expect(await readWith('/transactions', pages)).toMatchObject({ outcome: 'fresh' })
  const asked = chain.explorer.asked.filter((path) => path.includes('/transactions'))
  expect(asked.map((path) => new URL(path, 'http://explorer.test').searchParams.get('index'))).toEqual([
    null,
    '0',
  ])
  expect(asked[1]).toContain('filter=to&block_number=12')
  expect(await methods()).toMatchObject([CALL])
})

test('[R36] a limit in the middle of a listing stores nothing of it', async () => {
  const pages = answers('transactions-page', 'limit')
  expect(await readWith('/transactions', pages)).toMatchObject({ outcome: 'rate_limited' })
  expect(await methods()).toBeUndefined()
})

test.each([
  [{ code: -32005, message: 'project ID request rate exceeded, retry in 90 seconds' }, 'rate_limited'],
  [{ code: -32000, message: 'header not found' }, 'unavailable'],
])('[R38] what the node refuses is booked to the chain: %j', async (error, outcome) => {
  chain.refusal = error
  expect(await readWith('/transactions', [])).toMatchObject({
    ...{ outcome, failedProvider: 'chain' },
    detail: expect.stringMatching(/^the node: /),
    ...(outcome === 'rate_limited' && { coolOffUntil: addMs(timeOf(SAFE), 90_000) }),
  })
  expect(chain.explorer.asked).toEqual([])
})
