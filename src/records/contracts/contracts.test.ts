import { describe, expect, it } from 'vitest'
import type { ContractAddress } from '#contract/ids.ts'
import { type Instant, toInstant } from '#contract/time.ts'
import { getOfProject } from '#records/by-project.ts'
import { inTransaction } from '#records/database.ts'
import { getTokensAmong } from '#records/project/tokens.ts'
import { storeProject } from '#test/given/stored-project.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import {
  findContract,
  getContracts,
  type SeenContract,
  saveContracts,
  saveProxyReading,
  withdrawContracts,
} from './contracts.ts'

const { database } = await fileDatabase()

const T1 = toInstant('2026-11-01T00:00:00Z')
const T2 = toInstant('2026-11-02T00:00:00Z')
let made = 0
const fresh = () => {
  made += 1
  return `0x${made.toString(16).padStart(40, '0')}` as ContractAddress
}
const project = () => storeProject({ kind: 'contract', locator: fresh() }, database)
const creation = (block: number) => ({
  block,
  blockHash: `0x${block}`,
  at: T1,
  tx: { hash: `0xt${block}`, index: 3 },
})
const seen = (address: ContractAddress, over: Partial<SeenContract> = {}): SeenContract => ({
  address,
  role: 'declared',
  deployer: null,
  creation: null,
  settled: false,
  ...over,
})

type Holder = { readonly projectId: string; readonly sourceId: string }
const save = (holder: Holder, contracts: readonly SeenContract[], now = T1) =>
  inTransaction(database, (writer) => saveContracts({ contracts, ...holder, now }, writer))
const found = (address: ContractAddress) => findContract(address, database)

describe('saveContracts', () => {
  it('leaves unknown values null', async () => {
    const [holder, address] = [await project(), fresh()]
    await save(holder, [seen(address)])
    expect(await found(address)).toEqual({
      address,
      role: 'declared',
      deployer: null,
      creation: null,
      proxy: null,
      settled: false,
      projectId: holder.projectId,
      sourceId: `source:${holder.sourceId}`,
      detectedAt: T1,
      withdrawn: null,
    })
  })

  it('keeps a known value where a later reading does not know it, and the first detection', async () => {
    const [holder, address] = [await project(), fresh()]
    const deployer = fresh()
    await save(holder, [seen(address, { deployer, creation: creation(5), settled: true })])
    await save(holder, [seen(address)], T2)
    expect(await found(address)).toMatchObject({
      deployer,
      creation: creation(5),
      settled: true,
      detectedAt: T1,
    })
  })

  it('updates a creation that moved, without its transaction where that is unknown', async () => {
    const [holder, address] = [await project(), fresh()]
    await save(holder, [seen(address, { creation: creation(5), settled: true })])
    await save(holder, [seen(address, { creation: { ...creation(6), tx: null } })])
    expect(await found(address)).toMatchObject({ creation: { block: 6, tx: null }, settled: false })
  })

  const roles = [
    ['declared', 'deployment', 'deployment'],
    ['deployment', 'declared', 'deployment'],
    ['deployment', 'launch', 'launch'],
    ['token', 'launch', 'token'],
    ['token', 'deployment', 'token'],
  ] as const
  it.each(roles)('is %s, then %s: %s', async (first, second, role) => {
    const [holder, address] = [await project(), fresh()]
    await save(holder, [seen(address, { role: first })])
    await save(holder, [seen(address, { role: second })])
    expect(await found(address)).toMatchObject({ role })
  })

  it('leaves another project’s contract unchanged, and returns the addresses saved', async () => {
    const [holder, other, address, own] = [await project(), await project(), fresh(), fresh()]
    expect(await save(holder, [seen(address)])).toEqual(new Set([address]))
    expect(await save(other, [seen(address, { role: 'token' }), seen(own)])).toEqual(new Set([own]))
    expect(await found(address)).toMatchObject({ role: 'declared', projectId: holder.projectId })
  })

  it('does nothing for an empty list', async () => {
    expect(await save(await project(), [])).toEqual(new Set())
  })
})

describe('withdrawContracts', () => {
  it('restores a withdrawn contract that is seen again', async () => {
    const [holder, address] = [await project(), fresh()]
    await save(holder, [seen(address, { creation: creation(5), settled: true })])
    const withdrawal = { addresses: [address], projectId: holder.projectId, reason: 'reorged', now: T2 }
    await inTransaction(database, (writer) => withdrawContracts(withdrawal, writer))
    expect(await found(address)).toMatchObject({ withdrawn: { at: T2, reason: 'reorged' }, settled: false })
    await save(holder, [seen(address, { creation: creation(6) })])
    expect(await found(address)).toMatchObject({ withdrawn: null, creation: { block: 6 } })
  })

  it('withdraws a contract once, of its own project alone, and keeps the first reason', async () => {
    const [holder, other, address, standing] = [await project(), await project(), fresh(), fresh()]
    await save(holder, [seen(address), seen(standing)])
    const withdraw = (projectId: string, reason: string, now: Instant) =>
      inTransaction(database, (writer) =>
        withdrawContracts({ addresses: [address], projectId, reason, now }, writer),
      )
    await withdraw(other.projectId, 'not its own', T1)
    expect(await found(address)).toMatchObject({ withdrawn: null })
    await withdraw(holder.projectId, 'reorged', T1)
    await withdraw(holder.projectId, 'again', T2)
    expect(await found(address)).toMatchObject({ withdrawn: { at: T1, reason: 'reorged' } })
    expect(await found(standing)).toMatchObject({ withdrawn: null })
  })
})

describe('reading contracts', () => {
  it('orders by block and position, those without a block last', async () => {
    const holder = await project()
    const [a, b, c, d] = [fresh(), fresh(), fresh(), fresh()]
    const at = (block: number, index: number) => ({ ...creation(block), tx: { hash: '0xt', index } })
    await save(holder, [
      seen(a),
      seen(b, { creation: at(7, 2) }),
      seen(c, { creation: at(7, 1) }),
      seen(d, { creation: at(2, 9) }),
    ])
    const contracts = await getOfProject({ projectId: holder.projectId, get: getContracts }, database)
    expect(contracts.map((one) => one.address)).toEqual([d, c, b, a])
  })

  it('includes a proxy reading once there is one', async () => {
    const [holder, address, implementation] = [await project(), fresh(), fresh()]
    const beside = fresh()
    await save(holder, [seen(address), seen(beside)])
    const proxy = { kind: 'eip1967', implementation, beacon: null } as const
    await inTransaction(database, (writer) =>
      saveProxyReading({ address, projectId: holder.projectId, proxy, now: T2 }, writer),
    )
    expect(await found(address)).toMatchObject({ proxy: { ...proxy, readAt: T2 } })
    expect(await found(beside)).toMatchObject({ proxy: null })
  })

  it('saves a proxy reading only of the contract’s own project', async () => {
    const [holder, other, address] = [await project(), await project(), fresh()]
    await save(holder, [seen(address)])
    const proxy = { kind: 'none_detected', implementation: null, beacon: null } as const
    await inTransaction(database, (writer) =>
      saveProxyReading({ address, projectId: other.projectId, proxy, now: T2 }, writer),
    )
    expect(await found(address)).toMatchObject({ proxy: null })
  })

  it('returns the addresses that are tokens', async () => {
    const [token, other, notAsked] = [fresh(), fresh(), fresh()]
    for (const address of [token, notAsked])
      await storeProject({ kind: 'token', locator: address, token: { address } }, database)
    expect(await getTokensAmong([token, other], database)).toEqual(new Set([token]))
    expect(await getTokensAmong([], database)).toEqual(new Set())
  })

  it('returns undefined for an unrecorded address', async () => {
    expect(await found(fresh())).toBeUndefined()
  })
})
