import { keccak256, stringToBytes } from 'viem'
import { describe, expect, it } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { toInstant } from '#contract/time.ts'
import { findContract, withdrawContracts } from '#records/contracts/contracts.ts'
import { inTransaction } from '#records/database.ts'
import { answering, rpcError, startFaultyNode } from '#test/chain/faulty.ts'
import { storeChainSource } from '#test/chain/reading.ts'
import { fileChainWorld } from '#test/chain/world.ts'
import { contractCreation, tokenCreation } from './creation.ts'
import { createdAddress } from './locate.ts'
import { tokenMetadata } from './metadata.ts'
import { contractProxy } from './proxy.ts'

const TOPIC = keccak256(stringToBytes('Launched(address,address)'))
const NOWHERE = `0x${'99'.repeat(20)}` as ContractAddress

const world = await fileChainWorld()
const { chain } = world

const metadataOf = (address: ContractAddress) =>
  world.database
    .selectFrom('tokens')
    .select(['name', 'symbol', 'decimals', 'total_supply as totalSupply'])
    .where('address', '=', address)
    .where('metadata_read_at', 'is not', null)
    .executeTakeFirst()

describe('token metadata', () => {
  const read = async (token: ReturnType<typeof createdAddress>) => {
    const source = await storeChainSource({ collector: tokenMetadata, locator: token, token }, world)
    return source.read()
  }

  it('reads name, symbol, decimals and supply from the contract', async () => {
    const token = await chain.deploy('Token', ['Lumen', 'LUM'])
    await chain.mine(3)
    expect(await read(token)).toMatchObject({ outcome: 'fresh' })
    expect(await metadataOf(token)).toMatchObject({
      name: 'Lumen',
      symbol: 'LUM',
      decimals: 18,
      totalSupply: '1000000000000000000000000',
    })
  })

  it('reads bytes32 names; decimals that revert are unknown', async () => {
    const token = await chain.deploy('OldToken')
    await chain.mine(3)
    await read(token)
    const metadata = await metadataOf(token)
    expect(metadata).toMatchObject({ name: 'Old Token', symbol: 'OLD', decimals: null, totalSupply: '7' })
  })

  it('leaves every field unknown for a contract that answers none', async () => {
    const token = await chain.deploy('Plain', [1])
    await chain.mine(3)
    await read(token)
    const metadata = await metadataOf(token)
    expect(metadata).toMatchObject({ name: null, symbol: null, decimals: null, totalSupply: null })
  })

  it('is missing without a contract, and stores nothing', async () => {
    const token = `0x${'88'.repeat(20)}` as ContractAddress
    expect(await read(token)).toMatchObject({ outcome: 'missing' })
    expect(await metadataOf(token)).toBeUndefined()
  })
})

describe('creation', () => {
  it('is the transaction in which the deployer created the contract', async () => {
    const token = await chain.deploy('Token', ['Lumen', 'LUM'], 2)
    await chain.mine(3)
    const source = await storeChainSource({ collector: tokenCreation, locator: token, token }, world)
    expect(await source.read()).toMatchObject({ outcome: 'fresh' })
    const contract = await findContract(token, world.database)
    expect(contract).toMatchObject({ role: 'token', deployer: chain.account(2).address, settled: true })
    const hash = contract?.creation?.tx?.hash as `0x${string}`
    const receipt = await chain.client.getTransactionReceipt({ hash })
    expect(receipt.contractAddress?.toLowerCase()).toBe(token)
    expect(contract?.creation?.block).toBe(Number.parseInt(receipt.blockNumber.toString(), 10))
    expect(await source.read()).toMatchObject({ outcome: 'not_modified' })
    const withdrawal = { addresses: [token], projectId: source.projectId, reason: 'reorged' }
    await inTransaction(world.database, (writer) =>
      withdrawContracts({ ...withdrawal, now: toInstant('2026-11-01T00:00:00Z') }, writer),
    )
    expect(await source.read()).toMatchObject({ outcome: 'fresh' })
    expect(await findContract(token, world.database)).toMatchObject({ withdrawn: null, settled: true })
  })
})

describe('creation and reorganisations', () => {
  it('[case 35] is withdrawn when its block is replaced, and found again in the new block', async () => {
    const source = async (at: ReturnType<typeof createdAddress>) =>
      storeChainSource({ collector: tokenCreation, locator: at, token: at }, world)
    await chain.mine(3)
    const before = await chain.client.snapshot()
    const token = await chain.deploy('Token', ['Lumen', 'LUM'], 4)
    await chain.mine(1)
    const { read } = await source(token)
    await read()
    expect(await findContract(token, world.database)).toMatchObject({ settled: false, withdrawn: null })
    await chain.client.revert({ id: before })
    await chain.client.increaseTime({ seconds: 5 })
    await chain.mine(4)
    expect(await read()).toMatchObject({ outcome: 'missing' })
    expect(await findContract(token, world.database)).toMatchObject({ withdrawn: { reason: 'reorged' } })
    expect(await chain.deploy('Token', ['Lumen', 'LUM'], 4)).toBe(token)
    await chain.mine(3)
    await read()
    expect(await findContract(token, world.database)).toMatchObject({ settled: true, withdrawn: null })
  })
})

const launcher = (address: ContractAddress, launchTopic = TOPIC) => ({
  address,
  launchTopic,
  stageTopics: undefined,
})

describe('creation by another contract', () => {
  it('names the account that the launch names, also one with a delegation, or else its sender; never the factory or a contract', async () => {
    const factory = await chain.deploy('Factory')
    const { account, address: delegated } = chain.account(6)
    await chain.client.setCode({ address: account.address, bytecode: `0xef0100${factory.slice(2)}` })
    const cases = [
      [chain.account(5).address, chain.account(5).address],
      [factory, chain.account(3).address],
      [delegated, delegated],
    ] as const
    for (const [index, [named, deployer]] of cases.entries()) {
      const token = createdAddress(factory, index + 1)
      const launch = { to: factory, contract: 'Factory', name: 'launch' }
      const hash = await chain.send(launch, ['Lumen', 'LUM', named], 3)
      await chain.mine(3)
      const source = await storeChainSource(
        { collector: tokenCreation, locator: token, token, factories: [launcher(factory)] },
        world,
      )
      await source.read()
      expect(await findContract(token, world.database)).toMatchObject({
        deployer,
        creation: { tx: { hash } },
      })
    }
  })

  it('[R52] names the account of the launch at the factory that made it, by the topic of that factory', async () => {
    const [one, other] = [await chain.deploy('Factory'), await chain.deploy('Factory')]
    const creator = chain.account(5).address
    const deployerOf = async (
      factory: ContractAddress,
      nonce: number,
      factories: readonly ReturnType<typeof launcher>[],
    ) => {
      const launch = { to: factory, contract: 'Factory', name: 'launch' }
      await chain.send(launch, ['Lumen', 'LUM', creator], 3)
      await chain.mine(3)
      const token = createdAddress(factory, nonce)
      const source = await storeChainSource(
        { collector: tokenCreation, locator: token, token, factories },
        world,
      )
      await source.read()
      return (await findContract(token, world.database))?.deployer
    }
    const both = [launcher(one), launcher(other)]
    expect(await deployerOf(one, 1, both)).toBe(creator)
    expect(await deployerOf(other, 1, both)).toBe(creator)
    const otherTopic = [launcher(one), launcher(other, `0x${'0d'.repeat(32)}`)]
    expect(await deployerOf(one, 2, otherTopic)).toBe(creator)
    expect(await deployerOf(other, 2, otherTopic)).toBeNull()
  })

  it('has a block but no deployer for a token that an unknown contract created', async () => {
    const factory = await chain.deploy('Factory')
    const hash = await chain.send({ to: factory, contract: 'Factory', name: 'make' }, [1])
    const receipt = await chain.client.getTransactionReceipt({ hash })
    await chain.mine(3)
    const made = createdAddress(factory, 1)
    const source = await storeChainSource({ collector: contractCreation, locator: made }, world)
    await source.read()
    const contract = await findContract(made, world.database)
    expect(contract).toMatchObject({ role: 'declared', deployer: null, creation: { tx: null } })
    expect(contract?.creation?.blockHash).toBe(receipt.blockHash)
  })
})

describe('creation in a transaction that the node does not index', () => {
  it('[R40] names the sender also where the node has no receipt, and looks again for one that it had recorded without', async () => {
    const factory = await chain.deploy('Factory')
    const token = createdAddress(factory, 1)
    const launch = { to: factory, contract: 'Factory', name: 'launch' }
    await chain.send(launch, ['Lumen', 'LUM', factory], 3)
    await chain.mine(3)
    await using node = await startFaultyNode(chain.url)
    node.fault = ({ method }) =>
      method === 'eth_getTransactionReceipt'
        ? answering(200, '{"jsonrpc":"2.0","id":1,"result":null}')
        : undefined
    const source = await storeChainSource(
      { collector: tokenCreation, locator: token, token, factories: [launcher(factory)] },
      world,
    )
    const deployer = chain.account(3).address
    const readsAs = async (outcome: string) => {
      expect(await source.read({ url: node.url })).toMatchObject({ outcome })
      expect(await findContract(token, world.database)).toMatchObject({ deployer, settled: true })
    }
    await readsAs('fresh')
    await world.database
      .updateTable('contracts')
      .set({ deployer: null })
      .where('address', '=', token)
      .execute()
    await readsAs('fresh')
    await readsAs('not_modified')
  })
})

describe('creation by a factory whose logs the node refuses', () => {
  const REFUSED = rpcError(-32005, 'query returned more than 10000 results')
  const LATE = answering(504, 'Gateway Time-out', { 'content-type': 'text/html' })
  it.each([
    ['every range', () => true, REFUSED, { outcome: 'error' }],
    ['ranges of more than one block', (width: number) => width > 1, REFUSED, { outcome: 'fresh' }],
    ['[R39] more than one block in time', (width: number) => width > 1, LATE, { outcome: 'fresh' }],
  ] as const)('%s', async (_name, refuses, refusal, outcome) => {
    const factory = await chain.deploy('Factory')
    const token = createdAddress(factory, 1)
    const launch = { to: factory, contract: 'Factory', name: 'launch' }
    await chain.send(launch, ['Lumen', 'LUM', chain.account(5).address], 3)
    await chain.mine(3)
    await using refusing = await startFaultyNode(chain.url)
    refusing.fault = ({ method, params }) => {
      if (method !== 'eth_getLogs') return undefined
      const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
      const width = Number(toBlock) - Number(fromBlock) + 1
      return refuses(width) ? refusal : undefined
    }
    const source = await storeChainSource(
      { collector: tokenCreation, locator: token, token, factories: [launcher(factory)] },
      world,
    )
    expect(await source.read({ url: refusing.url })).toMatchObject(outcome)
    const contract = await findContract(token, world.database)
    expect(contract?.deployer).toBe(outcome.outcome === 'fresh' ? chain.account(5).address : undefined)
  })
})

describe('proxy', () => {
  it('[R45] is detected by slot, beacon or clone code, and behind a clone; otherwise the result is "none detected"', async () => {
    const plain = await chain.deploy('Plain', [1])
    const beacon = await chain.deploy('Beacon', [plain])
    const cloneOf = (target: ContractAddress) =>
      chain.deployCode(`0x3d3d3d3d363d3d37363d73${target.slice(2)}5af43d3d93803e602a57fd5bf3`)
    const clone = await cloneOf(plain)
    const behind = await cloneOf(await chain.deploy('BeaconProxy', [beacon]))
    const cases = [
      [await chain.deploy('Proxy', [plain]), { kind: 'eip1967', implementation: plain, beacon: null }],
      [await chain.deploy('BeaconProxy', [beacon]), { kind: 'beacon', implementation: plain, beacon }],
      [await chain.deploy('BeaconProxy', [plain]), { kind: 'beacon', implementation: null, beacon: plain }],
      [clone, { kind: 'eip1167', implementation: plain, beacon: null }],
      [behind, { kind: 'eip1167', implementation: plain, beacon }],
      [plain, { kind: 'none_detected', implementation: null, beacon: null }],
    ] as const
    await chain.mine(3)
    for (const [address, proxy] of cases) {
      const source = await storeChainSource({ collector: contractProxy, locator: address }, world)
      expect(await source.read()).toMatchObject({ outcome: 'fresh' })
      expect(await findContract(address, world.database)).toMatchObject({ proxy })
    }
  })

  it.each([contractProxy, contractCreation, tokenMetadata])(
    'is missing without a contract, and so is its $stream',
    async (collector) => {
      const { account, address: delegated } = chain.account(7)
      await chain.client.setCode({ address: account.address, bytecode: `0xef0100${'11'.repeat(20)}` })
      await chain.mine(3)
      for (const locator of [NOWHERE, delegated]) {
        const source = await storeChainSource({ collector, locator }, world)
        expect(await source.read()).toMatchObject({ outcome: 'missing', detail: 'no contract there' })
      }
    },
  )
})
