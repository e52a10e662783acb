import { expect, test } from 'vitest'
import { addMs } from '#contract/time.ts'
import { getCalledMethods } from '#records/contracts/contract-use.ts'
import { timeOf } from '#test/given/explored-chain.ts'
import { useExploredContract } from '#test/given/explored-contract.ts'
import { answerNamed, recordedAnswers } from '#test/providers/recorded.ts'
import type { Scripted } from '#test/servers/answering-server.ts'

const recorded = await recordedAnswers('blockscout')
const SAFE = 20
const explored = useExploredContract()

/** Reads the calls once; the paths of the explorer that contain `part` get the answers in turn. */
function readWith(part: string, answers: readonly Scripted[]) {
  const left = [...answers]
  explored.chain.instead = (path) => (path.includes(part) ? left.shift() : undefined)
  Object.assign(explored.chain, { safe: SAFE, indexed: SAFE })
  return explored.read(timeOf(SAFE))
}
const answers = (...names: readonly string[]) => names.map((name) => answerNamed(name, recorded))
const methods = async () =>
  (await getCalledMethods({ projectIds: [explored.stored.projectId] }, explored.database)).get(
    explored.stored.projectId,
  )

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

test('the next part is asked for with the parameters of this one, and its end ends the listing', async () => {
  const parts = answers('transactions-part', 'no-transactions')
  expect(await readWith('/transactions', parts)).toMatchObject({ outcome: 'fresh' })
  const asked = explored.chain.explorer.asked.filter((path) => path.includes('/transactions'))
  expect(asked.map((path) => new URL(path, 'http://explorer.test').searchParams.get('index'))).toEqual([
    null,
    '0',
  ])
  expect(asked[1]).toContain('filter=to&block_number=12')
  expect(await methods()).toMatchObject([CALL])
})

test('[R36] a limit in the middle of a listing stores nothing of it', async () => {
  const parts = answers('transactions-part', 'limit')
  expect(await readWith('/transactions', parts)).toMatchObject({ outcome: 'rate_limited' })
  expect(await methods()).toBeUndefined()
})

test.each([
  [{ code: -32005, message: 'project ID request rate exceeded, retry in 90 seconds' }, 'rate_limited'],
  [{ code: -32000, message: 'header not found' }, 'unavailable'],
])('[R38] what the node refuses is booked to the chain: %j', async (error, outcome) => {
  explored.chain.refusal = error
  expect(await readWith('/transactions', [])).toMatchObject({
    outcome,
    failedProvider: 'chain',
    detail: expect.stringMatching(/^the node: /),
    ...(outcome === 'rate_limited' && { coolOffUntil: addMs(timeOf(SAFE), 90_000) }),
  })
  expect(explored.chain.explorer.asked).toEqual([])
})
