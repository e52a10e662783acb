import { expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { METHODS_RULE } from '#domain/contracts/method-calls.ts'
import { getContractUse } from '#records/contracts/contract-use.ts'
import { decodeMethods, saveInterfaceMethods } from '#records/contracts/interface-methods.ts'
import { saveInterface } from '#records/contracts/interfaces.ts'
import { getRecentUse } from '#records/contracts/recent-use.ts'
import { inTransaction } from '#records/database.ts'
import { type Sent, timeOf } from '#test/given/explored-chain.ts'
import { useExploredContract } from '#test/given/explored-contract.ts'
import { addressOf, anImplementation } from '#test/given/records.ts'

const POKE = '0x18178358'
const explored = useExploredContract()

/** More unnamed selectors than the service stores, and then one call of another selector in each of 30 hours. */
const SENT: readonly Sent[] = [
  ...Array.from({ length: METHODS_RULE.undecodedMax + 1 }, (_, index) => ({
    block: 20,
    index,
    selector: `0xfeed${index.toString(16).padStart(4, '0')}`,
  })),
  ...Array.from({ length: 30 }, (_, index) => ({ block: 25 + index, selector: POKE })),
]

/** Stores that an explorer has an interface since a block: of the contract, or of the given address. */
function verify(block: number, contract = explored.contract): Promise<void> {
  const { stored, database } = explored
  const { projectId, sourceId } = stored
  const now = timeOf(block)
  return inTransaction(database, async (writer) => {
    const own = { contract, projectId, sourceId, provider: 'blockscout', digest: 'poke' }
    const counts = { functions: 1, unnamedFunctions: 0, events: 0, match: 'exact', verifiedAt: null } as const
    await saveInterface({ ...own, ...counts, observedAt: now }, writer)
    const methods = [{ selector: POKE, signature: 'poke()' }]
    await saveInterfaceMethods({ digest: 'poke', methods }, writer)
    await decodeMethods({ projectId, now }, writer)
  })
}

const callsOfPoke = async () =>
  (await explored.days()).reduce((sum, [selector, , calls]) => (selector === POKE ? sum + calls : sum), 0)

/** The collected span as the rule of use has it, and as the section of the contract has it. */
async function spans() {
  const { projectId } = explored.stored
  const query = { projectIds: [projectId], days: 30, sources: 'attached' } as const
  const [use] = (await getContractUse(query, explored.database)).get(projectId) ?? []
  const recent = await getRecentUse({ projectId, contracts: [explored.contract] }, explored.database)
  return [use?.collected, recent.get(explored.contract)?.collected]
}
const UNREAD = [null, undefined]
const SINCE_CREATION = [{ sinceCreation: true }, { sinceCreation: true }]

test('[R31] calls of selectors that were left out are read anew once an interface names them, and unknown until then', async () => {
  await explored.readAt(60, SENT)
  expect(await spans()).toMatchObject(SINCE_CREATION)
  expect(await callsOfPoke()).toBe(0)
  await verify(61)
  expect(await spans()).toEqual(UNREAD)
  await explored.readAt(64, SENT)
  expect(await spans()).toMatchObject(SINCE_CREATION)
  expect(await callsOfPoke()).toBe(30)
})

test('unnamed selectors that are left out after the interface was recorded leave the use known', async () => {
  await verify(15)
  await explored.readAt(60, SENT)
  await verify(61)
  expect(await spans()).toMatchObject(SINCE_CREATION)
  expect(await callsOfPoke()).toBe(30)
})

test('the interface of an implementation that the contract has got since names selectors that were left out', async () => {
  const { contract, stored, database } = explored
  const implementation = addressOf(0xa2) as ContractAddress
  await verify(15, implementation)
  await explored.readAt(60, SENT)
  expect(await callsOfPoke()).toBe(0)
  const own = { project_id: stored.projectId, source_id: stored.sourceId, contract }
  await anImplementation({ ...own, implementation, detected_at: timeOf(61) }, database)
  expect(await spans()).toEqual(UNREAD)
  await explored.readAt(64, SENT)
  expect(await callsOfPoke()).toBe(30)
})
