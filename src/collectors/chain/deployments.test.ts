import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { getOfProject } from '#records/by-project.ts'
import { getChainProgress } from '#records/collecting/chain-progress.ts'
import { findContract, getContracts } from '#records/contracts/contracts.ts'
import { storeChainSource } from '#test/chain/reading.ts'
import { fileChainWorld } from '#test/chain/world.ts'
import { deployerDeployments } from './deployments.ts'

let accounts = 0

const world = await fileChainWorld()
const { chain } = world

/** A separate account for each test, with or without a token that it launched. */
async function deployer(options: { withToken: boolean }) {
  accounts += 1
  const index = accounts
  const { account, address } = chain.account(index)
  await chain.client.setBalance({ address: account.address, value: 10n ** 20n })
  const early = await chain.deploy('Plain', [1], index)
  const token = options.withToken ? await chain.deploy('Token', ['Lumen', 'LUM'], index) : undefined
  const read = await storeChainSource(
    { collector: deployerDeployments, locator: address, ...(token === undefined ? {} : { token }) },
    world,
  )
  const plain = (number: number) => chain.deploy('Plain', [number], index)
  return { index, address, early, token, read, plain }
}

const recorded = async (projectId: string) =>
  (await getOfProject({ projectId, get: getContracts }, world.database)).filter(
    (one) => one.withdrawn === null,
  )
const shipsOf = (projectId: string) =>
  world.database
    .selectFrom('ships')
    .select(['natural_key', 'kind', 'occurred_at', 'withdrawn_at', 'facts'])
    .where('project_id', '=', projectId)
    .orderBy(sql`(facts -> 'block' ->> 'number')::bigint`)
    .execute()

describe('deployments of a deployer', () => {
  it('links the ships of a deployer that a signature is said to establish, and follows what it is established by', async () => {
    const { read, plain } = await deployer({ withToken: true })
    const backings = async () =>
      (
        await world.database
          .selectFrom('ships')
          .select('backing')
          .where('project_id', '=', read.projectId)
          .execute()
      ).map(({ backing }) => backing)
    await plain(2)
    await chain.mine(3)
    await read.read()
    expect(await backings()).toEqual(['source-linked'])
    await read.establish('self_reported')
    await read.read()
    expect(await backings()).toEqual(['self-reported'])
  })

  it('records contracts created after the launch, without the launch and earlier ones', async () => {
    const { address, read, plain, token, index } = await deployer({ withToken: true })
    const first = await plain(2)
    await chain.send({ to: first, contract: 'Plain', name: 'number' }, [], index)
    const second = await plain(3)
    await chain.mine(3)
    expect(await read.read()).toMatchObject({ outcome: 'fresh' })
    const contracts = await recorded(read.projectId)
    expect(contracts).toMatchObject([
      { address: first, role: 'deployment', deployer: address, settled: true },
      { address: second, role: 'deployment', deployer: address, settled: true },
    ])
    expect(contracts.some((one) => one.address === token)).toBe(false)
    const ships = await shipsOf(read.projectId)
    expect(ships).toMatchObject([
      { natural_key: `4663:${first}:${contracts[0]?.creation?.tx?.hash}`, kind: 'deployment' },
      { natural_key: `4663:${second}:${contracts[1]?.creation?.tx?.hash}` },
    ])
    expect(ships[0]).toMatchObject({
      occurred_at: contracts[0]?.creation?.at,
      facts: { origin: first, block: { number: contracts[0]?.creation?.block, logIndex: null } },
    })
    expect(await read.read()).toMatchObject({ outcome: 'not_modified' })
    expect(await recorded(read.projectId)).toEqual(contracts)
  })

  it('treats the first contract of a project without a token as its launch', async () => {
    const { read, early, plain } = await deployer({ withToken: false })
    const later = await plain(2)
    await chain.mine(3)
    await read.read()
    expect(await recorded(read.projectId)).toMatchObject([
      { address: early, role: 'launch' },
      { address: later, role: 'deployment' },
    ])
    expect(await shipsOf(read.projectId)).toHaveLength(1)
    const another = await plain(3)
    await chain.mine(3)
    await read.read()
    expect((await recorded(read.projectId)).map((one) => [one.address, one.role])).toEqual([
      [early, 'launch'],
      [later, 'deployment'],
      [another, 'deployment'],
    ])
  })
})

describe('the cursor of a reading', () => {
  it('is the finalized block, even if the safe block is ahead', async () => {
    const { read } = await deployer({ withToken: true })
    await chain.mine(3)
    const name = `deployments:${read.sourceId}`
    const cursor = async () => {
      await read.read()
      const { blockNumber } = (await getChainProgress([name], world.database)).get(name) ?? {}
      return blockNumber
    }
    const numberOf = async (blockTag: 'safe' | 'finalized') =>
      Number((await chain.client.getBlock({ blockTag })).number)
    const finalized = await numberOf('finalized')
    expect(await numberOf('safe')).toBe(finalized + 1)
    expect(await cursor()).toBe(finalized)
    await chain.mine(1)
    expect(await cursor()).toBe(finalized + 1)
  })
})

describe('contracts that are not deployments', () => {
  it('compares places in the block when launch and deployments share a block', async () => {
    accounts += 1
    const index = accounts
    await chain.client.setAutomine(false)
    const hashes: `0x${string}`[] = []
    for (const number of [1, 2, 3]) hashes.push(await chain.beginDeploy('Plain', [number], index))
    await chain.mine(1)
    await chain.client.setAutomine(true)
    const created = await Promise.all(hashes.map(chain.created))
    const [, token, after] = created
    await chain.mine(3)
    const read = await storeChainSource(
      {
        collector: deployerDeployments,
        locator: chain.account(index).address,
        token: token as ContractAddress,
      },
      world,
    )
    await read.read()
    expect((await recorded(read.projectId)).map((one) => one.address)).toEqual([after])
  })

  it('leaves out the token and the contracts of another project', async () => {
    const { read, plain } = await deployer({ withToken: true })
    const sibling = await plain(2)
    await storeChainSource({ collector: deployerDeployments, locator: sibling, token: sibling }, world)
    await chain.mine(3)
    await read.read()
    expect(await recorded(read.projectId)).toEqual([])
    expect(await shipsOf(read.projectId)).toEqual([])
  })
})

describe('deployments and reorganisations', () => {
  it('[case 35] a deployment in a block replaced before it is safe is never published', async () => {
    const { read, plain } = await deployer({ withToken: true })
    await chain.mine(3)
    await read.read()
    const before = await chain.client.snapshot()
    await plain(2)
    await read.read()
    await chain.client.revert({ id: before })
    await chain.mine(3)
    await read.read()
    expect(await getOfProject({ projectId: read.projectId, get: getContracts }, world.database)).toEqual([])
    expect(await shipsOf(read.projectId)).toEqual([])
  })

  it('[case 35] a published deployment is withdrawn; another one at the same address is a separate ship', async () => {
    const { read, plain } = await deployer({ withToken: true })
    await chain.mine(3)
    await read.read()
    const before = await chain.client.snapshot()
    const address = await plain(2)
    await chain.mine(1)
    await read.read()
    expect(await recorded(read.projectId)).toMatchObject([{ address, settled: false }])
    await chain.client.revert({ id: before })
    await chain.client.increaseTime({ seconds: 5 })
    await chain.mine(5)
    await read.read()
    expect(await findContract(address, world.database)).toMatchObject({ withdrawn: { reason: 'reorged' } })
    const [gone] = await shipsOf(read.projectId)
    expect(gone?.withdrawn_at).not.toBeNull()
    expect(await plain(3)).toBe(address)
    await chain.mine(3)
    await read.read()
    const found = await findContract(address, world.database)
    expect(found).toMatchObject({ withdrawn: null, settled: true })
    const ships = await shipsOf(read.projectId)
    expect(ships.map((ship) => ship.withdrawn_at === null)).toEqual([false, true])
    expect(ships[1]).toMatchObject({ occurred_at: found?.creation?.at })
  })
})

describe('the last block read', () => {
  it('is read to its end: a deployment that a reorganisation removed from it is withdrawn', async () => {
    const { read, plain } = await deployer({ withToken: true })
    await chain.mine(3)
    await read.read()
    const before = await chain.client.snapshot()
    const address = await plain(2)
    await chain.mine(1)
    await read.read()
    const { number } = await chain.client.getBlock({ blockTag: 'safe' })
    expect((await recorded(read.projectId))[0]?.creation?.block).toBe(Number(number))
    await chain.client.revert({ id: before })
    await chain.client.increaseTime({ seconds: 5 })
    await chain.mine(2)
    expect((await chain.client.getBlock({ blockTag: 'safe' })).number).toBe(number)
    await read.read()
    expect(await findContract(address, world.database)).toMatchObject({ withdrawn: { reason: 'reorged' } })
  })
})

describe('deployments that moved', () => {
  it('[case 35] a deployment replaced by another within one reading is withdrawn', async () => {
    const { read, plain } = await deployer({ withToken: true })
    await chain.mine(3)
    const before = await chain.client.snapshot()
    const address = await plain(2)
    await chain.mine(1)
    await read.read()
    await chain.client.revert({ id: before })
    await chain.client.increaseTime({ seconds: 5 })
    expect(await plain(3)).toBe(address)
    await chain.mine(3)
    await read.read()
    const ships = await shipsOf(read.projectId)
    const found = await findContract(address, world.database)
    expect(ships).toHaveLength(2)
    expect(ships.filter((ship) => ship.withdrawn_at === null)).toMatchObject([
      { natural_key: `4663:${address}:${found?.creation?.tx?.hash}` },
    ])
  })

  it('updates a deployment that the same transaction made in another block', async () => {
    const { read, plain, index } = await deployer({ withToken: true })
    await chain.mine(3)
    const before = await chain.client.snapshot()
    await plain(2)
    await chain.mine(1)
    await read.read()
    const [was] = await recorded(read.projectId)
    await chain.client.revert({ id: before })
    await chain.mine(1)
    await chain.created(await chain.beginDeploy('Plain', [2], index))
    await chain.mine(3)
    await read.read()
    const [now] = await recorded(read.projectId)
    expect(now?.creation?.tx?.hash).toBe(was?.creation?.tx?.hash)
    expect(now?.creation?.block).toBe((was?.creation?.block ?? 0) + 1)
    expect(await shipsOf(read.projectId)).toMatchObject([
      { occurred_at: now?.creation?.at, withdrawn_at: null },
    ])
  })
})

describe('a later reading of deployments', () => {
  it('covers the time since the first block of the first one', async () => {
    const { read } = await deployer({ withToken: true })
    const mine = () => chain.client.mine({ blocks: 5, interval: 10 })
    await mine()
    const { coversFrom } = await read.read()
    expect(coversFrom).toEqual(expect.any(String))
    await mine()
    expect(await read.read()).toMatchObject({ outcome: 'not_modified', coversFrom })
  })
})
