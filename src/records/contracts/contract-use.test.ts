import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { CHAIN_ID, type ContractAddress } from '#contract/ids.ts'
import { addMs, DAY_MS, type Instant, toInstant } from '#contract/time.ts'
import type { CallPlace } from '#domain/contracts/method-calls.ts'
import { inTransaction } from '#records/database.ts'
import { findReceiptRecord } from '#records/project/receipts.ts'
import { loadLedgerEvidence, loadProjectEvidence } from '#records/project-evidence.ts'
import { type StoredProject, storeProject } from '#test/given/stored-project.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { getCalledMethods, getContractUse } from './contract-use.ts'
import { decodeMethods, saveInterfaceMethods } from './interface-methods.ts'
import { noteMissingInterfaces, saveInterface } from './interfaces.ts'
import { saveUse } from './method-use.ts'
import { getRecentUse } from './recent-use.ts'

const POKE = '0x18178358'
const began = toInstant('2026-08-03T00:00:00Z')
const day = (number: number): Instant => addMs(began, number * DAY_MS)
const { database } = await fileDatabase()
let stored: StoredProject
let contract: ContractAddress
let behind: ContractAddress
let made = 0

beforeEach(async () => {
  made += 1
  contract = address(made)
  behind = address(0x1000 + made)
  stored = await storeProject({ kind: 'token', locator: contract, token: { address: contract } }, database)
})

function address(number: number): ContractAddress {
  return `0x${number.toString(16).padStart(40, '0')}` as ContractAddress
}
const place = (number: number): CallPlace => ({
  block: number * 10,
  txIndex: 0,
  tx: `0x${number}`,
  at: day(number),
})
const readCalls = (calls: readonly CallPlace[], to = 9) =>
  inTransaction(database, (writer) =>
    saveUse(
      {
        projectId: stored.projectId,
        sourceId: stored.sourceId,
        contract,
        mode: 'anew',
        now: day(to),
        collected: { from: day(0), sinceCreation: true, to: day(to), toBlock: to * 10, toBlockHash: '0xb' },
        newAfter: -1,
        calls: new Map([[POKE, calls]]),
      },
      writer,
    ),
  )
const verify = (at: ContractAddress, projectId = stored.projectId) =>
  inTransaction(database, async (writer) => {
    const verified = { contract: at, projectId, provider: 'sourcify', digest: 'poke' }
    await saveInterface(
      {
        ...verified,
        sourceId: stored.sourceId,
        functions: 1,
        unnamedFunctions: 0,
        events: 0,
        match: 'exact',
        verifiedAt: null,
        observedAt: day(3),
      },
      writer,
    )
    await saveInterfaceMethods({ digest: 'poke', methods: [{ selector: POKE, signature: 'poke()' }] }, writer)
    await decodeMethods({ projectId: stored.projectId, now: day(4) }, writer)
  })
const addContract = (given: { implementation?: ContractAddress }) =>
  database
    .insertInto('contracts')
    .values({
      chain_id: CHAIN_ID,
      address: contract,
      project_id: stored.projectId,
      source_id: stored.sourceId,
      role: 'token',
      detected_at: day(1),
      ...(given.implementation && {
        implementation: given.implementation,
        proxy_kind: 'eip1967',
        proxy_read_at: day(1),
      }),
    })
    .execute()
const forgetNames = () =>
  database.updateTable('method_use').set({ signature: null, interface_id: null, decoded_at: null }).execute()
const query = () => ({ projectIds: [stored.projectId] })
const named = async () =>
  (await getCalledMethods(query(), database)).get(stored.projectId)?.[0]?.named?.signature
const use = async () =>
  (await getContractUse({ ...query(), days: 30, sources: 'attached' }, database)).get(stored.projectId)?.[0]

test('a token is counted before its contract is recorded', async () => {
  await readCalls([place(2)])
  expect(await use()).toMatchObject({
    contract,
    collected: { sinceCreation: true },
    answering: [{ code: contract, from: null, to: null, decodable: false }],
    days: [],
  })
  await verify(contract)
  expect(await use()).toMatchObject({
    answering: [{ code: contract, decodable: true }],
    days: [{ day: '2026-08-05', calls: 1 }],
  })
})

test('the current and earlier implementations of a proxy name its methods', async () => {
  await addContract({ implementation: behind })
  await readCalls([place(2)])
  await verify(contract)
  expect(await use()).toMatchObject({ contract, answering: [{ code: behind, decodable: false }] })
  await verify(behind)
  expect((await use())?.answering).toMatchObject([{ code: behind, decodable: true }])
  const before = address(0x2000 + made)
  await database
    .insertInto('implementations')
    .values({
      key: randomUUID(),
      chain_id: CHAIN_ID,
      contract,
      implementation: before,
      basis: 'slot',
      project_id: stored.projectId,
      source_id: stored.sourceId,
      initial: true,
      detected_at: day(1),
    })
    .execute()
  await forgetNames()
  await database.deleteFrom('interfaces').where('project_id', '=', stored.projectId).execute()
  expect(await named()).toBeUndefined()
  await verify(before)
  expect(await named()).toBe('poke()')
})

test('another project’s interface names nothing; a superseded one names nothing new, and its names stay', async () => {
  await readCalls([place(2)])
  const other = await storeProject({ kind: 'contract', locator: contract }, database)
  await verify(contract, other.projectId)
  expect(await named()).toBeUndefined()
  await verify(contract)
  const verified = { projectId: stored.projectId, contract, provider: 'sourcify', now: day(6), confirmMs: 0 }
  for (const _ of [1, 2]) await inTransaction(database, (writer) => noteMissingInterfaces(verified, writer))
  expect(await named()).toBe('poke()')
  expect((await use())?.answering).toMatchObject([
    { to: day(6), decodable: true },
    { from: day(6), to: null, decodable: false },
  ])
  await forgetNames()
  await readCalls([place(2), place(3)])
  expect(await named()).toBeUndefined()
})

test('a contract of a source that is not counted is left out', async () => {
  await addContract({})
  await readCalls([place(2)])
  expect(await named()).toBeUndefined()
  expect(await use()).toMatchObject({ contract })
  await database
    .updateTable('sources')
    .set({ counted: false, not_counted_reason: 'another project uses it' })
    .where('id', '=', stored.sourceId)
    .execute()
  expect(await use()).toBeUndefined()
  expect((await getCalledMethods(query(), database)).size).toBe(0)
})

test('a contract of a detached source, other than the token, is no input of use now, and stays one of the ledger', async () => {
  const own = await storeProject({ kind: 'contract', locator: behind }, database)
  const declared = { chain_id: CHAIN_ID, address: behind, project_id: own.projectId, source_id: own.sourceId }
  await database
    .insertInto('contracts')
    .values({ ...declared, role: 'declared', detected_at: day(1) })
    .execute()
  const detachedAt = async () => {
    const ever = await getContractUse({ projectIds: [own.projectId], days: 30, sources: 'ever' }, database)
    return ever.get(own.projectId)?.map((one) => one.detachedAt)
  }
  const usedBy = async () => {
    const of = { projectIds: [own.projectId], now: day(9) }
    const [evaluated] = await loadProjectEvidence(of, database)
    const [ledger] = await loadLedgerEvidence(of, database)
    return [evaluated, ledger].map((evidence) => evidence?.uses.map((one) => one.contract))
  }
  expect([await usedBy(), await detachedAt()]).toEqual([[[behind], [behind]], [null]])
  const detached = { detached_at: day(2) }
  await database.updateTable('sources').set(detached).where('id', '=', own.sourceId).execute()
  expect([await usedBy(), await detachedAt()]).toEqual([[[], [behind]], [day(2)]])
  const token = { chain_id: CHAIN_ID, address: behind, project_id: own.projectId }
  await database.insertInto('tokens').values(token).execute()
  expect([await usedBy(), await detachedAt()]).toEqual([[[behind], [behind]], [null]])
  await database.deleteFrom('tokens').where('address', '=', behind).execute()
  const withdrawn = { withdrawn_at: day(3), withdrawn_reason: 'reorged' }
  await database.updateTable('contracts').set(withdrawn).where('address', '=', behind).execute()
  expect(await usedBy()).toEqual([[], []])
})

test('a contract that passed to another project stays one of the ledger of the project that read its calls', async () => {
  const passed = address(0x2000 + made)
  const [former, present] = [
    await storeProject({ kind: 'contract', locator: passed }, database),
    await storeProject({ kind: 'contract', locator: passed }, database),
  ]
  const { projectId: project_id, sourceId: source_id } = former
  const span = { project_id, source_id, chain_id: CHAIN_ID, contract: passed }
  const read = {
    collected_from: day(1),
    collected_to: day(3),
    read_at: day(3),
    to_block: 9,
    to_block_hash: '0x9',
  }
  await database
    .insertInto('contract_use')
    .values({ ...span, ...read, since_creation: true, selectors_left_out: false })
    .execute()
  const held = { chain_id: CHAIN_ID, address: passed, role: 'declared', detected_at: day(1) }
  await database
    .insertInto('contracts')
    .values({ ...held, project_id: present.projectId, source_id: present.sourceId })
    .execute()
  const [evaluated] = await loadProjectEvidence({ projectIds: [project_id], now: day(9) }, database)
  const [ledger] = await loadLedgerEvidence({ projectIds: [project_id], now: day(9) }, database)
  expect([evaluated, ledger].map((evidence) => evidence?.uses.map(({ contract }) => contract))).toEqual([
    [],
    [passed],
  ])
  const ever = await getContractUse({ projectIds: [project_id], days: 30, sources: 'ever' }, database)
  expect(ever.get(project_id)).toMatchObject([{ detachedAt: day(3), collected: { to: day(3) } }])
})

test.each(['before its contract is recorded', 'after it'])(
  'a token that the project no longer has is no input of use now, and stays one of the ledger: %s',
  async (when) => {
    if (when === 'after it') await addContract({})
    const used = async (sources: 'attached' | 'ever') => {
      const uses = (await getContractUse({ ...query(), days: 30, sources }, database)).get(stored.projectId)
      return uses?.map((one) => one.detachedAt)
    }
    expect([await used('attached'), await used('ever')]).toEqual([[null], [null]])
    const detached = { detached_at: day(2) }
    await database.updateTable('sources').set(detached).where('id', '=', stored.sourceId).execute()
    expect([await used('attached'), await used('ever')]).toEqual([undefined, [day(2)]])
  },
)

test('returns only the last days, and the first of them', async () => {
  await verify(contract)
  await readCalls([place(29), place(30), place(40)], 60)
  expect(await use()).toMatchObject({
    collected: { from: day(0), daysFrom: '2026-09-02' },
    days: [
      { day: '2026-09-02', calls: 1 },
      { day: '2026-09-12', calls: 1 },
    ],
  })
})

test('the days of a withdrawn method no longer count', async () => {
  await verify(contract)
  await readCalls([place(2)])
  expect(await use()).toMatchObject({ days: [{ calls: 1 }] })
  const withdraw = { withdrawn_at: day(9), withdrawn_reason: 'reorged' }
  await database.updateTable('method_use').set(withdraw).where('contract', '=', contract).execute()
  expect(await use()).toMatchObject({ days: [] })
  await readCalls([])
  expect(await use()).toMatchObject({ days: [] })
})

test('counts two contracts of a project separately, and leaves out other projects', async () => {
  await addContract({})
  await verify(contract)
  await readCalls([place(2)])
  const first = contract
  contract = behind
  await addContract({})
  await verify(contract)
  await readCalls([place(2), place(3)])
  const uses = await getContractUse({ ...query(), days: 30, sources: 'attached' }, database)
  expect([...uses.keys()]).toEqual([stored.projectId])
  expect(uses.get(stored.projectId)).toMatchObject([
    { contract: first, days: [{ calls: 1 }] },
    { contract: behind, days: [{ calls: 1 }, { calls: 1 }] },
  ])
  expect(uses.get(stored.projectId)?.map(({ days }) => days.length)).toEqual([1, 2])
})

test('a span collected since the creation begins at the creation', async () => {
  await addContract({})
  const created = addMs(began, -DAY_MS)
  await database
    .updateTable('contracts')
    .set({ creation_block: 1, creation_block_hash: '0xb', created_at: created })
    .where('address', '=', contract)
    .execute()
  await readCalls([place(2)])
  const collected = { from: created, sinceCreation: true }
  expect(await use()).toMatchObject({ collected })
  const recent = await getRecentUse({ projectId: stored.projectId, contracts: [contract] }, database)
  expect(recent.get(contract)).toMatchObject({ collected })
})

test('a span that began later than the creation, or whose creation is not known, begins as it was read', async () => {
  const of = () => getRecentUse({ projectId: stored.projectId, contracts: [contract] }, database)
  await readCalls([place(2)])
  expect((await of()).get(contract)).toMatchObject({ collected: { from: day(0) } })
  await addContract({})
  expect((await of()).get(contract)).toMatchObject({ collected: { from: day(0) } })
  await database
    .updateTable('contracts')
    .set({ creation_block: 1, creation_block_hash: '0xb', created_at: addMs(began, -DAY_MS) })
    .where('address', '=', contract)
    .execute()
  await database
    .updateTable('contract_use')
    .set({ since_creation: false })
    .where('contract', '=', contract)
    .execute()
  expect((await of()).get(contract)).toMatchObject({ collected: { from: day(0) } })
  expect(await use()).toMatchObject({ collected: { from: day(0) } })
})

const receipt = async () => {
  const id = (await getCalledMethods(query(), database)).get(stored.projectId)?.[0]?.id
  return findReceiptRecord({ prefix: 'method', key: String(id).slice('method:'.length) }, database)
}
const setState = (state: string) =>
  database
    .updateTable('projects')
    .set({ state, published_at: day(1), first_published_at: day(1), hidden_at: day(2) })
    .where('id', '=', stored.projectId)
    .execute()

test('the receipt of a method states its calls, the scope and the span they were collected in [contract evidence prefix method]', async () => {
  await setState('published')
  await readCalls([place(2), place(3), { ...place(3), txIndex: 1 }])
  expect(await receipt()).toMatchObject({
    kind: 'method',
    claim: 'FACT',
    occurredAt: day(2),
    observedAt: day(9),
    withdrawn: null,
    recorded: {
      contract,
      selector: POKE,
      method: null,
      interface: null,
      calls: 3,
      firstSinceCreation: true,
      collectedFrom: day(0),
      collectedTo: day(9),
      lastCalledAt: day(3),
      scope: expect.stringContaining('up to the safe block'),
    },
  })
  await verify(contract)
  expect(await receipt()).toMatchObject({
    recorded: { method: 'poke()', interface: expect.stringMatching(/^abi:/) },
  })
})

test('the receipt of a withdrawn method shows the withdrawal; a draft has no receipt', async () => {
  await readCalls([place(2)])
  expect(await receipt()).toBeUndefined()
  await setState('hidden')
  expect((await receipt())?.project.state).toBe('hidden')
  await setState('published')
  await readCalls([])
  expect(await receipt()).toMatchObject({ withdrawn: { at: day(9), reason: 'reorged' } })
})
