import { expect, test } from 'vitest'
import type { SourceKind } from '#contract/enums.ts'
import { type ContractAddress, toAddress } from '#contract/ids.ts'
import { addMs, HOUR_MS, type Instant } from '#contract/time.ts'
import { saveContracts } from '#records/contracts/contracts.ts'
import { findHeldContract, getContractRecords } from '#records/contracts/held-contracts.ts'
import { inTransaction } from '#records/database.ts'
import { findReceiptRecord } from '#records/project/receipts.ts'
import * as given from '#test/given/records.ts'
import { fileLedger, ledgerFaults, revisionsOf, runFor } from '#test/webhooks/ledger.ts'

const { database } = await fileLedger()
const hour = (n: number) => addMs(given.DEFAULT_NOW, n * HOUR_MS)
let made = 0xa00
const anAddress = () => {
  made += 1
  return toAddress(given.addressOf(made))
}

/** A published project with a source of this kind, which was read since it was attached. */
async function aHolder(kind: SourceKind, locator: string, attachedAt?: Instant) {
  const { id } = await given.aProject({}, database)
  const attached = attachedAt === undefined ? {} : { attached_at: attachedAt }
  const source = await given.aSource({ project_id: id, kind, locator, ...attached }, database)
  const stream = kind === 'deployer' ? 'deployments' : 'upgrades'
  const readFrom = attachedAt === undefined ? {} : { first_ok_at: attachedAt }
  await given.aStream({ source_id: source.id, stream, provider: 'rpc', ...readFrom }, database)
  return { id, sourceId: source.id, own: { project_id: id, source_id: source.id } }
}

/** Detaches the source of the former project; the contract passes to another one that names it. */
async function pass(address: ContractAddress, former: { readonly sourceId: string }) {
  await database
    .updateTable('sources')
    .set({ detached_at: hour(1) })
    .where('id', '=', former.sourceId)
    .execute()
  const present = await aHolder('contract', address, hour(1))
  const contract = { address, role: 'declared', deployer: null, creation: null, settled: false } as const
  const { id: projectId, sourceId } = present
  await inTransaction(database, (writer) =>
    saveContracts({ contracts: [contract], projectId, sourceId, now: hour(2) }, writer),
  )
  return present
}

const eventsOf = async (projectId: string) =>
  (await revisionsOf(projectId, database)).filter(({ contract }) => contract !== null)

test('an upgrade stays the event of the project that it was told of; the next one is of the project that names the contract now', async () => {
  const address = anAddress()
  const former = await aHolder('contract', address)
  await given.aContract({ ...former.own, address, role: 'declared' }, database)
  const upgrade = await given.anImplementation({ ...former.own, contract: address }, database)
  await runFor(former.id, database)
  const told = [{ id: `impl:${upgrade.key}`, revision: 1, op: 'upsert', origin: 'live' }]
  expect(await eventsOf(former.id)).toMatchObject(told)

  const present = await pass(address, former)
  await runFor(former.id, database, hour(2))
  await runFor(present.id, database, hour(2))
  expect(await eventsOf(former.id)).toMatchObject(told)
  expect(await eventsOf(present.id)).toEqual([])

  const next = await given.anImplementation(
    { ...present.own, contract: address, block_number: 200, block_time: hour(3), detected_at: hour(4) },
    database,
  )
  await runFor(former.id, database, hour(4))
  await runFor(present.id, database, hour(4))
  expect(await eventsOf(former.id)).toMatchObject(told)
  expect(await eventsOf(present.id)).toMatchObject([
    { id: `impl:${next.key}`, revision: 1, op: 'upsert', origin: 'live' },
  ])

  const held = await findHeldContract(address, database)
  expect(held?.project.id).toBe(present.id)
  if (held === undefined) return
  const { contracts } = await getContractRecords({ ...held, contracts: [held.contract] }, database)
  expect(contracts[0]?.history).toMatchObject({
    total: 2,
    items: [{ id: `impl:${next.key}` }, { id: `impl:${upgrade.key}` }],
  })
  expect(await ledgerFaults(database)).toEqual([])
})

test('an inherited upgrade is evidence of the project that has the contract once the former one is hidden', async () => {
  const address = anAddress()
  const former = await aHolder('contract', address)
  await given.aContract({ ...former.own, address, role: 'declared' }, database)
  const { key } = await given.anImplementation({ ...former.own, contract: address }, database)
  const present = await pass(address, former)
  const slugOf = async () => (await findReceiptRecord({ prefix: 'impl', key }, database))?.project
  const slug = async (id: string) =>
    (await database.selectFrom('projects').select('slug').where('id', '=', id).executeTakeFirstOrThrow()).slug
  expect(await slugOf()).toMatchObject({ slug: await slug(former.id), state: 'published' })
  const hidden = { state: 'hidden', hidden_at: hour(3), published_at: null } as const
  await database.updateTable('projects').set(hidden).where('id', '=', former.id).execute()
  expect(await slugOf()).toMatchObject({ slug: await slug(present.id), state: 'published' })
})

test('a deployment and a launch stay events as they were told when their contract passes to another project', async () => {
  const [launched, deployed] = [anAddress(), anAddress()]
  const former = await aHolder('deployer', anAddress())
  const launch = { role: 'launch', creation_block: 90 } as const
  await given.aContract({ ...former.own, address: launched, ...launch }, database)
  await given.aContract({ ...former.own, address: deployed }, database)
  const ship = { kind: 'deployment', natural_key: `4663:${deployed}:100`, title: deployed, version: null }
  await given.aShip({ ...former.own, ...ship }, database)
  await runFor(former.id, database)
  const told = await eventsOf(former.id)
  expect(told.map(({ type }) => type).toSorted()).toEqual(['contract.deployed', 'contract.followup_deployed'])

  for (const address of [launched, deployed]) {
    const present = await pass(address, former)
    await runFor(present.id, database, hour(2))
    expect(await eventsOf(present.id)).toEqual([])
  }
  await runFor(former.id, database, hour(2))
  expect(await eventsOf(former.id)).toEqual(told)
})
