import { describe, expect, test } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { addMs, instantOfMs } from '#contract/time.ts'
import { findContract } from '#records/contracts/contracts.ts'
import { openProxies } from '#test/chain/proxies.ts'
import { storeChainSource } from '#test/chain/reading.ts'
import { fileChainWorld } from '#test/chain/world.ts'
import { contractCreation } from './creation.ts'
import { contractProxy } from './proxy.ts'
import { openChain } from './rpc.ts'
import { type contractUpgrades, tokenUpgrades } from './upgrades.ts'

const world = await fileChainWorld()
const { chain, database } = world
const proxies = openProxies(world)

/** The project of each recorded implementation, in the order of their blocks. */
const holders = async (contract: ContractAddress) => {
  const rows = await database
    .selectFrom('implementations')
    .select('project_id')
    .where('contract', '=', contract)
    .orderBy('block_number')
    .execute()
  return rows.map((row) => row.project_id)
}
const detach = async ({ sourceId }: { readonly sourceId: string }) => {
  const detachedAt = instantOfMs(Date.now())
  await database.updateTable('sources').set({ detached_at: detachedAt }).where('id', '=', sourceId).execute()
}
const sourceOf = (collector: typeof contractUpgrades, locator: ContractAddress, projectId: string) =>
  storeChainSource({ collector, locator, projectId }, world)

test('a contract that another project names for a while keeps its upgrades, each with the time of its block', async () => {
  const { a, b, c, proxy, upgrade } = await proxies.proxied()
  const upgradeTo = async (to: ContractAddress) => {
    await upgrade(to)
    await chain.client.mine({ blocks: 3, interval: 10 })
  }
  const first = await proxies.source(proxy)
  await chain.mine(3)
  await first.read()

  const second = await proxies.source(proxy)
  await upgradeTo(b)
  const disallowed = {
    outcome: 'disallowed',
    detail: 'not asked: the contract is recorded for another project',
  }
  expect(await second.read()).toMatchObject(disallowed)
  for (const collector of [contractProxy, contractCreation]) {
    const { read } = await sourceOf(collector, proxy, second.projectId)
    expect(await read()).toMatchObject(disallowed)
  }
  await upgradeTo(c)
  expect(await second.read()).toMatchObject(disallowed)
  expect(await proxies.shipsOf(second.projectId)).toEqual([])

  await upgradeTo(a)
  const attachedAt = addMs(instantOfMs(Date.now()), -1000)
  expect(await first.read({ attachedAt })).toMatchObject({ outcome: 'fresh' })
  const history = await proxies.standing(proxy)
  expect(history.map(({ implementation, previousImplementation: from }) => [from, implementation])).toEqual([
    [null, a],
    [a, b],
    [b, c],
    [c, a],
  ])
  expect(await holders(proxy)).toEqual(Array(4).fill(first.projectId))
  const [, ...upgrades] = history
  expect(await proxies.shipsOf(first.projectId)).toMatchObject(
    upgrades.map(({ key, log }) => ({
      natural_key: `impl:${key}`,
      precision: 'EXACT',
      occurred_at: log?.blockTime,
    })),
  )
})

test('of two projects that read a contract at once, the one that recorded it first has its upgrades', async () => {
  const { a, b, proxy, upgrade } = await proxies.proxied()
  await upgrade(b)
  await chain.mine(3)
  const first = await proxies.source(proxy)
  const second = await proxies.source(proxy)
  const clock = () => instantOfMs(Date.now())
  const node = openChain({ urls: [chain.url], userAgent: 'test', timeoutMs: 10_000, maxInFlight: 8, clock })
  const overtaken = {
    ...node,
    head: async () => {
      await first.read()
      return node.head()
    },
  }
  await second.read({ client: overtaken })
  expect((await proxies.standing(proxy)).map(({ implementation }) => implementation)).toEqual([a, b])
  expect(await holders(proxy)).toEqual([first.projectId, first.projectId])
  expect(await proxies.shipsOf(first.projectId)).toHaveLength(1)
  expect(await proxies.shipsOf(second.projectId)).toEqual([])
  const resumed = await database
    .selectFrom('chain_progress')
    .select('reader')
    .where('reader', 'like', `upgrades:${second.sourceId}%`)
    .execute()
  expect(resumed).toEqual([])
})

test('the upgrades of a token are of its project, also when the deployer of another recorded it before', async () => {
  const { b, proxy, upgrade } = await proxies.proxied()
  await chain.mine(3)
  const launchpad = await sourceOf(contractCreation, proxy, crypto.randomUUID())
  await launchpad.read()
  const token = await storeChainSource({ collector: tokenUpgrades, locator: proxy, token: proxy }, world)
  await upgrade(b)
  await chain.mine(3)
  expect(await token.read()).toMatchObject({ outcome: 'fresh' })
  expect(await findContract(proxy, database)).toMatchObject({ projectId: launchpad.projectId })
  expect(await holders(proxy)).toEqual([token.projectId, token.projectId])
  expect(await proxies.shipsOf(token.projectId)).toHaveLength(1)
  const { read } = await proxies.source(proxy)
  expect(await read()).toMatchObject({ outcome: 'disallowed' })
})

test('a deployer of another project takes nothing from the project that names the contract', async () => {
  const { b, proxy, upgrade } = await proxies.proxied()
  await chain.mine(3)
  const deployer = { ...contractCreation, kind: 'deployer' } as const
  const agency = await sourceOf(deployer, proxy, crypto.randomUUID())
  await agency.read()
  expect(await findContract(proxy, database)).toMatchObject({ projectId: agency.projectId })
  const named = await proxies.source(proxy)
  await upgrade(b)
  await chain.mine(3)
  expect(await named.read()).toMatchObject({ outcome: 'fresh' })
  expect(await holders(proxy)).toEqual([named.projectId, named.projectId])
  expect(await proxies.shipsOf(named.projectId)).toHaveLength(1)
})

describe('a contract whose source is detached', () => {
  test('passes to the project that names it now, with its history, and nothing recorded changes its project', async () => {
    const { a, b, c, proxy, upgrade } = await proxies.proxied()
    const former = await proxies.source(proxy)
    await upgrade(b)
    await chain.mine(1)
    await former.read()
    expect((await proxies.standing(proxy)).at(-1)?.settled).toBe(false)
    const present = await proxies.source(proxy)
    expect(await present.read()).toMatchObject({ outcome: 'disallowed' })
    await detach(former)

    expect(await present.read()).toMatchObject({ outcome: 'fresh' })
    expect(await findContract(proxy, database)).toMatchObject({
      projectId: present.projectId,
      sourceId: `source:${present.sourceId}`,
      proxy: { implementation: b },
    })

    await upgrade(c)
    await chain.mine(3)
    expect(await present.read()).toMatchObject({ outcome: 'fresh' })
    expect((await proxies.standing(proxy)).map(({ implementation }) => implementation)).toEqual([a, b, c])
    expect(await holders(proxy)).toEqual([former.projectId, former.projectId, present.projectId])
    const keys = async (projectId: string) =>
      (await proxies.shipsOf(projectId)).map(({ natural_key: key }) => key)
    const [, toB, toC] = (await proxies.standing(proxy)).map(({ id }) => id)
    expect(await keys(former.projectId)).toEqual([toB])
    expect(await keys(present.projectId)).toEqual([toB, toC])
    expect((await proxies.standing(proxy)).map(({ settled }) => settled)).toEqual([true, true, true])
    expect(await holders(proxy)).toEqual([former.projectId, former.projectId, present.projectId])
    expect(await present.read()).toMatchObject({ outcome: 'not_modified' })
  })

  test.each([contractCreation, contractProxy])(
    'passes with the first reading of its $stream',
    async (collector) => {
      const { proxy } = await proxies.proxied()
      await chain.mine(3)
      const former = await proxies.source(proxy)
      await former.read()
      await detach(former)
      const present = await sourceOf(collector, proxy, crypto.randomUUID())
      expect(await present.read()).toMatchObject({ outcome: 'fresh' })
      expect(await findContract(proxy, database)).toMatchObject({ projectId: present.projectId })
    },
  )
})

test('a contract passes back when the former project names it again', async () => {
  const { b, c, proxy, upgrade } = await proxies.proxied()
  await chain.mine(3)
  const [first, second] = [await proxies.source(proxy), await proxies.source(proxy)]
  await first.read()
  await detach(first)
  await upgrade(b)
  await chain.mine(3)
  await second.read()
  await detach(second)
  await database.updateTable('sources').set({ detached_at: null }).where('id', '=', first.sourceId).execute()
  await upgrade(c)
  await chain.mine(3)
  expect(await first.read()).toMatchObject({ outcome: 'fresh' })
  expect(await findContract(proxy, database)).toMatchObject({ projectId: first.projectId })
  expect(await holders(proxy)).toEqual([first.projectId, second.projectId, first.projectId])
  expect(await proxies.shipsOf(first.projectId)).toHaveLength(2)
  expect(await second.read()).toMatchObject({ outcome: 'disallowed' })
})

test('a counted source of a contract precedes one that does not count, also when it comes later', async () => {
  const { b, proxy, upgrade } = await proxies.proxied()
  await upgrade(b)
  await chain.mine(3)
  const context = await proxies.source(proxy)
  await context.establish('self_reported')
  await context.read({ counted: false })
  const own = await proxies.source(proxy)
  expect(await own.read()).toMatchObject({ outcome: 'fresh' })
  expect(await findContract(proxy, database)).toMatchObject({ projectId: own.projectId })
  expect(await proxies.shipsOf(own.projectId)).toHaveLength(1)
  expect(await context.read({ counted: false })).toMatchObject({ outcome: 'disallowed' })
})

test('the former token of a project passes to the project that names it as a contract', async () => {
  const { proxy } = await proxies.proxied()
  await chain.mine(3)
  const token = await storeChainSource({ collector: tokenUpgrades, locator: proxy, token: proxy }, world)
  await token.read()
  const named = await proxies.source(proxy)
  expect(await named.read()).toMatchObject({ outcome: 'disallowed' })
  await detach(token)
  expect(await named.read()).toMatchObject({ outcome: 'fresh' })
  expect(await findContract(proxy, database)).toMatchObject({ projectId: named.projectId, role: 'declared' })
})
