import { describe, expect, it } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { getOfProject } from '#records/by-project.ts'
import { findContract, getContracts } from '#records/contracts/contracts.ts'
import { type FaultyNode, rpcError, startFaultyNode } from '#test/chain/faulty.ts'
import { storeChainSource } from '#test/chain/reading.ts'
import { fileChainWorld } from '#test/chain/world.ts'
import { tokenCreation } from './creation.ts'
import { deployerDeployments } from './deployments.ts'
import { contractProxy } from './proxy.ts'

const world = await fileChainWorld()
const { chain } = world
const height = async () => Number((await chain.client.getBlockNumber({ cacheTime: 0 })).toString())
const STATE = /^eth_(getCode|getStorageAt|getTransactionCount|call)$/

/** A proxy of the node that refuses the state of the blocks before this one, as a pruned node does. */
async function prunedBefore(block: number): Promise<FaultyNode> {
  const node = await startFaultyNode(chain.url)
  node.fault = ({ method, params }) => {
    const at = params.at(-1)
    const isOld = typeof at === 'string' && Number.parseInt(at, 16) < block
    return STATE.test(method) && isOld
      ? rpcError(-32000, 'missing trie node d74423b54378a6d4 (path )')
      : undefined
  }
  return node
}

/** A deployer's token, a contract from before the oldest state that the node keeps, and a contract from after it. */
async function openDeployer(index: number) {
  const { account, address } = chain.account(index)
  await chain.client.setBalance({ address: account.address, value: 10n ** 20n })
  const token = await chain.deploy('Token', ['Lumen', 'LUM'], index)
  const before = await chain.deploy('Plain', [2], index)
  await chain.client.mine({ blocks: 3, interval: 10 })
  const kept = await height()
  await chain.mine(2)
  const after = await chain.deploy('Plain', [3], index)
  await chain.mine(3)
  return { address, token, before, after, kept }
}

const recorded = async (projectId: string) => getOfProject({ projectId, get: getContracts }, world.database)

describe('[R40] a node without old state', () => {
  it('gives the deployments that it can, and coverage from there', async () => {
    const { address, token, before, after, kept } = await openDeployer(1)
    await using node = await prunedBefore(kept)
    const source = await storeChainSource({ collector: deployerDeployments, locator: address, token }, world)
    const first = await chain.client.getBlock({ blockNumber: BigInt(kept + 1) })
    expect(await source.read({ url: node.url })).toMatchObject({
      outcome: 'fresh',
      detail: `no archive node: nothing is known before block ${kept + 1}`,
      coversFrom: new Date(Number(first.timestamp) * 1000).toISOString(),
    })
    expect(await recorded(source.projectId)).toMatchObject([{ address: after, role: 'deployment' }])
    expect(await findContract(before, world.database)).toBeUndefined()
    expect(await source.read({ url: node.url })).toMatchObject({ outcome: 'not_modified' })
  })

  it('does not show which contract of a deployer without a token was the launch', async () => {
    const { address, kept } = await openDeployer(2)
    await using node = await prunedBefore(kept)
    const source = await storeChainSource({ collector: deployerDeployments, locator: address }, world)
    await source.read({ url: node.url })
    await chain.deploy('Plain', [5], 2)
    await chain.mine(3)
    expect(await source.read({ url: node.url })).toMatchObject({ detail: /nothing is known before block/ })
    expect(await recorded(source.projectId)).toEqual([])
    await source.read()
    expect(await recorded(source.projectId)).toMatchObject([
      { role: 'launch' },
      { role: 'deployment' },
      { role: 'deployment' },
      { role: 'deployment' },
    ])
  })

  it('leaves the creation of an older contract unknown, and an archive node gives it later', async () => {
    const { token, kept } = await openDeployer(3)
    await using node = await prunedBefore(kept)
    const source = await storeChainSource({ collector: tokenCreation, locator: token, token }, world)
    expect(await source.read({ url: node.url })).toMatchObject({
      outcome: 'fresh',
      partial: 'no archive node: when the contract was created is unknown',
    })
    expect(await findContract(token, world.database)).toMatchObject({ role: 'token', creation: null })
    expect(await source.read()).toMatchObject({ outcome: 'fresh' })
    expect(await findContract(token, world.database)).toMatchObject({
      creation: { block: expect.any(Number) },
      settled: true,
    })
  })

  it('is unavailable, and shows nothing wrong, when it lacks the state of the safe block', async () => {
    const plain: ContractAddress = await chain.deploy('Plain', [4])
    await chain.mine(3)
    await using node = await prunedBefore((await height()) + 100)
    const source = await storeChainSource({ collector: contractProxy, locator: plain }, world)
    expect(await source.read({ url: node.url })).toMatchObject({
      outcome: 'unavailable',
      detail: expect.stringContaining('missing trie node'),
    })
    expect(await findContract(plain, world.database)).toBeUndefined()
  })
})

describe('[R40] blocks of which no node kept the state', () => {
  it('keeps the first block that it could not read, and reads from there once the state is kept', async () => {
    const { address, token, before, after, kept } = await openDeployer(4)
    const source = await storeChainSource({ collector: deployerDeployments, locator: address, token }, world)
    const contracts = async () => (await recorded(source.projectId)).map((one) => one.address)
    await using node = await prunedBefore(kept)
    const cut = await source.read({ url: node.url })
    expect(cut.position).toMatchObject({ unreadFrom: expect.any(Number) })
    expect(await contracts()).toEqual([after])
    expect(await source.read({ url: node.url })).toMatchObject({ coversFrom: cut.coversFrom })
    const whole = await source.read()
    expect(whole).toMatchObject({ outcome: 'fresh' })
    expect(await contracts()).toEqual([before, after])
    expect(Date.parse(`${whole.coversFrom}`)).toBeLessThan(Date.parse(`${cut.coversFrom}`))
    expect(await source.read()).toMatchObject({ outcome: 'not_modified', coversFrom: whole.coversFrom })
    expect(whole.position).not.toHaveProperty('unreadFrom')
  })

  it('covers again what it covered before the blocks that it could not read', async () => {
    const { address, token, before, after } = await openDeployer(5)
    const source = await storeChainSource({ collector: deployerDeployments, locator: address, token }, world)
    const { coversFrom } = await source.read()
    await chain.client.mine({ blocks: 2, interval: 10 })
    const between = await chain.deploy('Plain', [6], 5)
    await chain.mine(3)
    await using node = await prunedBefore(await height())
    await chain.mine(3)
    const cut = await source.read({ url: node.url })
    expect(Date.parse(`${cut.coversFrom}`)).toBeGreaterThan(Date.parse(`${coversFrom}`))
    expect((await recorded(source.projectId)).map((one) => one.address)).toEqual([before, after])
    await source.read({ url: node.url })
    expect(await source.read()).toMatchObject({ outcome: 'fresh', coversFrom })
    expect((await recorded(source.projectId)).map((one) => one.address)).toEqual([before, after, between])
  })

  it('are read in several readings when the account sent many transactions in them', async () => {
    const { address, token, before, after } = await openDeployer(6)
    const source = await storeChainSource({ collector: deployerDeployments, locator: address, token }, world)
    const { coversFrom } = await source.read()
    for (let jump = 0; jump < 2; jump += 1) {
      const { account } = chain.account(6)
      const nonce = await chain.client.getTransactionCount({ address: account.address })
      await chain.client.setNonce({ address: account.address, nonce: nonce + 600 })
      await chain.mine(1)
    }
    const between = await chain.deploy('Plain', [7], 6)
    await chain.client.mine({ blocks: 3, interval: 10 })
    await using node = await prunedBefore(await height())
    await chain.mine(3)
    await source.read({ url: node.url })
    expect(await source.read()).toMatchObject({ partial: /^blocks \d+ to \d+ of \d+ read/ })
    expect((await recorded(source.projectId)).map((one) => one.address)).toEqual([before, after])
    expect(await source.read()).toMatchObject({ outcome: 'fresh', coversFrom })
    expect((await recorded(source.projectId)).map((one) => one.address)).toEqual([before, after, between])
  })
})

it('[R40] blocks without kept state are whole when the deployer created nothing in them', async () => {
  const { address, token, before, after } = await openDeployer(7)
  const source = await storeChainSource({ collector: deployerDeployments, locator: address, token }, world)
  const { coversFrom } = await source.read()
  await chain.mine(3)
  for (const sent of [0, 1]) {
    const { account } = chain.account(7)
    const nonce = await chain.client.getTransactionCount({ address: account.address })
    await chain.client.setNonce({ address: account.address, nonce: nonce + sent })
    await chain.client.mine({ blocks: 5, interval: 10 })
    await using node = await prunedBefore((await height()) - 1)
    const reading = await source.read({ url: node.url })
    expect(reading).toMatchObject({ outcome: 'not_modified', coversFrom })
    expect(reading).not.toHaveProperty('detail')
    expect(reading.position).not.toHaveProperty('unreadFrom')
  }
  expect((await recorded(source.projectId)).map((one) => one.address)).toEqual([before, after])
})
