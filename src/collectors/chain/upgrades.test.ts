import { describe, expect, it } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { addMs, instantOfMs } from '#contract/time.ts'
import { findContract } from '#records/contracts/contracts.ts'
import { getShips } from '#records/ships/ships.ts'
import { openProxies } from '#test/chain/proxies.ts'
import { storeChainSource } from '#test/chain/reading.ts'
import { fileChainWorld } from '#test/chain/world.ts'
import { addressWord } from './locate.ts'
import type { Hex } from './parse.ts'
import { BEACON_SLOT, IMPLEMENTATION_SLOT } from './proxy-reading.ts'
import { tokenUpgrades } from './upgrades.ts'

const world = await fileChainWorld()
const { chain } = world
const proxies = openProxies(world)

const setSlot = (at: ContractAddress, slot: Hex, value: ContractAddress) =>
  chain.client.setStorageAt({ address: at as string as Hex, index: slot, value: addressWord(value) })

describe('upgrades of a slot proxy', () => {
  it('records the first implementation as the creation and a later one as an upgrade with its block', async () => {
    const { a, b, proxy, upgrade } = await proxies.proxied()
    const read = await proxies.source(proxy)
    await upgrade(b)
    await chain.mine(3)
    expect(await read.read()).toMatchObject({ outcome: 'fresh' })
    const records = await proxies.history(proxy)
    expect(records).toMatchObject([
      { implementation: a, previousImplementation: null, initial: true, settled: true },
      { implementation: b, previousImplementation: a, initial: false, settled: true },
    ])
    const [first, second] = records
    expect(second?.key).toBe(`4663:${proxy}:${second?.log?.blockNumber}:${second?.log?.logIndex}`)
    expect(first?.log?.blockNumber).toBeLessThan(second?.log?.blockNumber ?? 0)
    expect(await proxies.shipsOf(read.projectId)).toMatchObject([
      {
        natural_key: `impl:${second?.key}`,
        kind: 'upgrade',
        precision: 'EXACT',
        backing: 'source-linked',
        occurred_at: second?.log?.blockTime,
      },
    ])
    expect(await findContract(proxy, world.database)).toMatchObject({
      role: 'declared',
      proxy: { kind: 'eip1967', implementation: b },
    })
    expect(await read.read()).toMatchObject({ outcome: 'not_modified' })
    expect(await proxies.history(proxy)).toEqual(records)
  })

  it('publishes nothing above the safe block, and settles only at the final block', async () => {
    const { b, proxy, upgrade } = await proxies.proxied()
    const read = await proxies.source(proxy)
    await upgrade(b)
    await read.read()
    expect(await proxies.standing(proxy)).toHaveLength(1)
    await chain.mine(1)
    await read.read()
    expect(await proxies.standing(proxy)).toMatchObject([
      { initial: true },
      { implementation: b, settled: false },
    ])
    await chain.mine(1)
    await read.read()
    expect(await proxies.standing(proxy)).toMatchObject([
      { settled: true },
      { implementation: b, settled: true },
    ])
    const cursor = await world.database
      .selectFrom('chain_progress')
      .select('block_number')
      .where('reader', '=', `upgrades:${read.sourceId}`)
      .executeTakeFirst()
    const { number } = await chain.client.getBlock({ blockTag: 'finalized' })
    expect(cursor?.block_number).toBe(Number.parseInt(number.toString(), 10))
  })
})

describe('several changes at once', () => {
  it('[case 31] two upgrades in one block are two records, and the later one is current', async () => {
    const { a, b, c, proxy, upgrade } = await proxies.proxied()
    const read = await proxies.source(proxy)
    await chain.client.setAutomine(false)
    await upgrade(b)
    await upgrade(c)
    await chain.mine(1)
    await chain.client.setAutomine(true)
    await chain.mine(3)
    await read.read()
    const [, first, second] = await proxies.standing(proxy)
    expect(first).toMatchObject({ implementation: b, previousImplementation: a })
    expect(second).toMatchObject({ implementation: c, previousImplementation: b })
    expect(second?.log?.blockNumber).toBe(first?.log?.blockNumber)
    expect(second?.log?.txIndex).toBeGreaterThan(first?.log?.txIndex ?? 0)
    expect(await proxies.shipsOf(read.projectId)).toHaveLength(2)
    expect(await findContract(proxy, world.database)).toMatchObject({ proxy: { implementation: c } })
  })

  it('[case 32] an upgrade and its reversal in one transaction are two records, and the slot adds none', async () => {
    const { a, b, proxy } = await proxies.proxied()
    const read = await proxies.source(proxy)
    await chain.mine(3)
    await read.read()
    await chain.send({ to: proxy, contract: 'Proxy', name: 'upgradeTwice' }, [b, a])
    await chain.mine(3)
    await read.read()
    await read.read()
    const records = await proxies.standing(proxy)
    expect(records.map((one) => one.implementation)).toEqual([a, b, a])
    expect(records.every((one) => one.log !== null)).toBe(true)
  })
})

describe('changes that only the storage slot shows', () => {
  it('[case 33] [R62] a change that only the slot shows is one undated record; its log dates it later under the same key', async () => {
    const { a, b, proxy, upgrade } = await proxies.proxied()
    const read = await proxies.source(proxy)
    await chain.mine(3)
    await read.read()
    await upgrade(b, 'set')
    await chain.mine(3)
    await read.read()
    await read.read()
    const [, seen] = await proxies.standing(proxy)
    expect(await proxies.standing(proxy)).toHaveLength(2)
    expect(seen).toMatchObject({ implementation: b, previousImplementation: a, log: null, initial: false })
    expect(seen?.key).toMatch(new RegExp(`^4663:${proxy}:rpc:[0-9a-f-]{36}$`))
    expect(await proxies.shipsOf(read.projectId)).toMatchObject([
      { precision: 'OBSERVED', occurred_at: null },
    ])
    await upgrade(b, 'announce')
    await chain.mine(3)
    await read.read()
    await read.read()
    const [, dated, ...more] = await proxies.standing(proxy)
    expect(more).toEqual([])
    expect(dated).toMatchObject({ key: seen?.key, implementation: b, settled: true })
    expect(dated?.log).not.toBeNull()
    expect(await proxies.shipsOf(read.projectId)).toMatchObject([
      { natural_key: `impl:${seen?.key}`, precision: 'EXACT' },
    ])
  })

  it('records the slot of a proxy without logs as its creation', async () => {
    const [a, b, proxy] = [await proxies.plain(4), await proxies.plain(5), await proxies.plain(6)]
    await setSlot(proxy, IMPLEMENTATION_SLOT, a)
    const read = await proxies.source(proxy)
    await chain.mine(3)
    await read.read()
    expect(await proxies.standing(proxy)).toMatchObject([{ implementation: a, initial: true, log: null }])
    expect(await proxies.shipsOf(read.projectId)).toEqual([])
    await setSlot(proxy, IMPLEMENTATION_SLOT, b)
    await chain.mine(3)
    await read.read()
    await chain.mine(3)
    await read.read()
    expect(await proxies.standing(proxy)).toMatchObject([
      { initial: true },
      { implementation: b, previousImplementation: a, initial: false, settled: true },
    ])
  })

  it('follows a beacon that no log of the proxy names', async () => {
    const [a, b, proxy] = [await proxies.plain(4), await proxies.plain(5), await proxies.plain(6)]
    const beacon = await chain.deploy('Beacon', [a])
    await setSlot(proxy, BEACON_SLOT, beacon)
    const read = await proxies.source(proxy)
    await chain.mine(3)
    await read.read()
    await chain.send({ to: beacon, contract: 'Beacon', name: 'upgrade' }, [b])
    await chain.mine(3)
    await read.read()
    const [, upgrade, ...more] = await proxies.standing(proxy)
    expect(more).toEqual([])
    expect(upgrade).toMatchObject({ implementation: b, previousImplementation: a, beacon, initial: false })
    expect(upgrade?.log).not.toBeNull()
  })
})

it('[R63] [R129] a slot change and its ship have the last reading without it, and none from before its source was attached', async () => {
  const { a, b, c, proxy, upgrade } = await proxies.proxied()
  await upgrade(b, 'set')
  await chain.mine(3)
  const start = instantOfMs(Date.now())
  const minutes = (count: number) => addMs(start, count * 60_000)
  const read = await proxies.source(proxy)
  await read.read({ now: minutes(0) })
  await upgrade(c, 'set')
  await chain.mine(3)
  await read.read({ now: minutes(15) })
  await upgrade(a, 'set')
  await chain.mine(3)
  await read.read({ now: minutes(30), attachedAt: minutes(20) })
  const records = await proxies.standing(proxy)
  expect(records.map(({ implementation, unchangedUntil }) => [implementation, unchangedUntil])).toEqual([
    [a, null],
    [b, null],
    [c, minutes(0)],
    [a, null],
  ])
  const ships = (await getShips({ projectIds: [read.projectId] }, world.database)).get(read.projectId)
  expect(ships?.map(({ unchangedUntil }) => unchangedUntil)).toEqual([null, minutes(0), null])
})

describe('upgrades through a beacon', () => {
  it('[case 34] one beacon upgrade is a record for each token behind it, from the same log', async () => {
    const [a, b] = [await proxies.plain(1), await proxies.plain(2)]
    const beacon = await chain.deploy('Beacon', [a])
    const tokens = [await chain.deploy('BeaconProxy', [beacon]), await chain.deploy('BeaconProxy', [beacon])]
    await chain.send({ to: beacon, contract: 'Beacon', name: 'upgrade' }, [b])
    await chain.mine(3)
    for (const token of tokens) {
      const read = await storeChainSource({ collector: tokenUpgrades, locator: token, token }, world)
      await read.read()
      expect(await read.read()).toMatchObject({ outcome: 'not_modified' })
    }
    const [first, second] = await Promise.all(tokens.map(proxies.standing))
    expect(first).toMatchObject([
      { implementation: a, beacon, initial: true },
      { implementation: b, beacon, previousImplementation: a, initial: false },
    ])
    expect(second?.[1]?.log).toEqual(first?.[1]?.log)
    expect(second?.[1]?.key).not.toBe(first?.[1]?.key)
    expect(await findContract(tokens[0] ?? a, world.database)).toMatchObject({
      role: 'token',
      proxy: { kind: 'beacon', beacon, implementation: b },
    })
  })

  it('records a move to another beacon, and then follows only that beacon', async () => {
    const [a, b, c] = [await proxies.plain(1), await proxies.plain(2), await proxies.plain(3)]
    const [old, next] = [await chain.deploy('Beacon', [a]), await chain.deploy('Beacon', [b])]
    const proxy = await chain.deploy('BeaconProxy', [old])
    await chain.send({ to: proxy, contract: 'BeaconProxy', name: 'follow' }, [next])
    await chain.send({ to: old, contract: 'Beacon', name: 'upgrade' }, [c])
    await chain.mine(3)
    const read = await proxies.source(proxy)
    await read.read()
    expect((await proxies.standing(proxy)).map((one) => [one.implementation, one.beacon])).toEqual([
      [a, old],
      [b, next],
    ])
  })
})

describe('[R45] upgrades of a clone', () => {
  it('follows the beacon behind it', async () => {
    const [a, b] = [await proxies.plain(1), await proxies.plain(2)]
    const beacon = await chain.deploy('Beacon', [a])
    const target = await chain.deploy('BeaconProxy', [beacon])
    const clone = await chain.deployCode(
      `0x363d3d373d3d3d363d73${target.slice(2)}5af43d82803e903d91602b57fd5bf3`,
    )
    await chain.send({ to: beacon, contract: 'Beacon', name: 'upgrade' }, [b])
    await chain.mine(3)
    const read = await proxies.source(clone)
    expect(await read.read()).toMatchObject({ outcome: 'fresh' })
    await chain.send({ to: beacon, contract: 'Beacon', name: 'upgrade' }, [a])
    await chain.mine(3)
    await read.read()
    expect(await proxies.standing(clone)).toMatchObject([
      { implementation: b, previousImplementation: a, beacon, initial: false },
      { implementation: a, previousImplementation: b, beacon, initial: false },
    ])
    expect(await findContract(clone, world.database)).toMatchObject({
      proxy: { kind: 'eip1167', beacon, implementation: a },
    })
  })
})

describe('contracts that are not proxies', () => {
  it('reads none of their logs and records nothing', async () => {
    const read = await proxies.source(await proxies.plain(9))
    await chain.mine(3)
    expect(await read.read()).toMatchObject({ outcome: 'fresh' })
    expect(await read.read()).toMatchObject({ outcome: 'not_modified' })
  })
})

describe('a later reading of upgrades', () => {
  it('covers the time since the first block of the first one', async () => {
    const { proxy } = await proxies.proxied()
    const { read } = await proxies.source(proxy)
    const mine = () => chain.client.mine({ blocks: 5, interval: 10 })
    await mine()
    const { coversFrom } = await read()
    expect(coversFrom).toEqual(expect.any(String))
    await mine()
    expect(await read()).toMatchObject({ outcome: 'not_modified', coversFrom })
  })
})
