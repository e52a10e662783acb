import { beforeEach, expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { dateOf, toInstant } from '#contract/time.ts'
import { getBudgets } from '#records/collecting/budgets.ts'
import { startFaultyNode } from '#test/chain/faulty.ts'
import { fileChainWorld } from '#test/chain/world.ts'
import { forFile } from '#test/run/for-file.ts'
import { openBudgets } from '../budget.ts'
import { policyOf } from '../providers.ts'
import { readCreatedBy } from './created-contracts.ts'
import { CHAIN_PROVIDER } from './reading.ts'
import { openChain } from './rpc.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')
const clock = () => NOW
const { dailyLimit } = policyOf(CHAIN_PROVIDER)

const world = await fileChainWorld()
const { chain } = world
const node = await forFile(startFaultyNode(chain.url))
beforeEach(async () => {
  await world.database.deleteFrom('provider_budgets').execute()
  node.asked.length = 0
})

function open(given: { readonly hasTurn?: () => Promise<boolean> } = {}) {
  const budget = openBudgets({ database: world.database, clock, dailyLimitOf: () => dailyLimit }).of(
    CHAIN_PROVIDER,
  )
  const options = { urls: [node.url], userAgent: 'test', timeoutMs: 5000, maxInFlight: 4, clock }
  return { client: openChain({ ...options, ...given, budget }), budget }
}

test('[R44] takes every call to a node from the budget, answered or not', async () => {
  await chain.deploy('Plain', [1])
  await chain.deploy('Plain', [2])
  const { address: account } = chain.account(0)
  const { client, budget } = open()
  await readCreatedBy({ account, from: 0, to: 2, countBefore: undefined, isRecorded: () => false }, client)
  node.fault = () => (response) => response.writeHead(500).end()
  await expect(client.nonce({ address: account, block: 1 })).rejects.toMatchObject({ kind: 'unavailable' })
  node.fault = () => undefined
  expect(node.asked.length).toBeGreaterThan(8)
  await budget.refundBlock()
  expect(await getBudgets(world.database)).toMatchObject([
    { provider: CHAIN_PROVIDER, used: node.asked.length },
  ])
})

test('[R53] a call that gets no turn before its reading ends is not made, and is not charged', async () => {
  const { client, budget } = open({ hasTurn: async () => false })
  await expect(client.nonce({ address: chain.account(0).address, block: 0 })).rejects.toMatchObject({
    kind: 'unavailable',
  })
  expect(node.asked).toEqual([])
  await budget.refundBlock()
  expect(await getBudgets(world.database)).toMatchObject([{ used: 0 }])
})

test('[R44] asks no node once the budget is used up', async () => {
  const used = { provider: CHAIN_PROVIDER, day: dateOf(NOW), used: dailyLimit - 2, daily_limit: dailyLimit }
  await world.database.insertInto('provider_budgets').values(used).execute()
  const address = `0x${'11'.repeat(20)}` as ContractAddress
  const { client } = open()
  await client.code({ address, block: 0 })
  await expect(client.code({ address, block: 0 })).rejects.toMatchObject({ kind: 'put_off' })
  expect(node.asked.map(({ method }) => method)).toEqual(['eth_chainId', 'eth_getCode'])
})
