import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { CHAIN_ID, type ContractAddress } from '#contract/ids.ts'
import { addMs, DAY_MS, toInstant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { aContract, addressOf, aProject, aSource, aToken } from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { attachExplorers, EXPLORED_PER_PROJECT } from './explorers.ts'

const NOW = toInstant('2026-11-20T12:00:00Z')
const LATER = addMs(NOW, DAY_MS)
const PROVIDERS = ['blockscout', 'sourcify']

const { database } = await fileDatabase()

const attach = (now = NOW) =>
  inTransaction(database, (writer) => attachExplorers({ providers: PROVIDERS, now }, writer))
const exploredOf = (projectId: string) =>
  database
    .selectFrom('sources')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('kind', '=', 'explorer')
    .orderBy('locator')
    .execute()
const standing = async (projectId: string) =>
  (await exploredOf(projectId)).filter((row) => row.detached_at === null).map((row) => row.locator)
const given = async () => {
  const { id } = await aProject({}, database)
  const deployer = await aSource(
    { project_id: id, kind: 'deployer', locator: addressOf(0xdead), established_by: 'deployer_signature' },
    database,
  )
  return { id, sourceId: deployer.id }
}
let addresses = 0xa000
const anAddress = () => {
  addresses += 1
  return addressOf(addresses)
}

test('a token gets explorers before it is read; a project without contracts gets none', async () => {
  const withToken = await given()
  const without = await given()
  const address = anAddress()
  await aToken({ project_id: withToken.id, address }, database)
  expect(await attach()).toBe(2)
  expect(await exploredOf(withToken.id)).toMatchObject(
    PROVIDERS.map((provider) => ({
      locator: `${provider}:${address}`,
      established_by: 'token_identity',
      counted: false,
      attached_at: NOW,
      detached_at: null,
    })),
  )
  expect(await exploredOf(without.id)).toEqual([])
  expect(await attach(LATER)).toBe(0)
})

test('contracts and their current implementations get explorers; withdrawn ones and those of no recorded upgrade lose them', async () => {
  const { id, sourceId } = await given()
  const [proxy, first, second] = [anAddress(), anAddress(), anAddress()]
  const forwarding = { proxy_kind: 'eip1967', implementation: first, proxy_read_at: NOW }
  await aContract({ project_id: id, source_id: sourceId, address: proxy, ...forwarding }, database)
  await attach()
  expect(await standing(id)).toEqual(
    PROVIDERS.flatMap((provider) => [`${provider}:${proxy}`, `${provider}:${first}`]),
  )
  expect(await exploredOf(id)).toMatchObject(Array(4).fill({ established_by: 'deployer_signature' }))
  await database
    .updateTable('contracts')
    .set({ implementation: second })
    .where('address', '=', proxy as ContractAddress)
    .execute()
  expect(await attach(LATER)).toBe(2)
  expect(await standing(id)).toEqual(
    PROVIDERS.flatMap((provider) => [`${provider}:${proxy}`, `${provider}:${second}`]),
  )
  await database
    .updateTable('contracts')
    .set({ implementation: first })
    .where('address', '=', proxy as ContractAddress)
    .execute()
  expect(await attach(addMs(LATER, DAY_MS))).toBe(2)
  const again = (await exploredOf(id)).find(({ locator }) => locator === `sourcify:${first}`)
  expect(again).toMatchObject({ attached_at: addMs(LATER, DAY_MS), detached_at: null })
  await database
    .updateTable('contracts')
    .set({ withdrawn_at: NOW, withdrawn_reason: 'reorged' })
    .where('address', '=', proxy as ContractAddress)
    .execute()
  await attach()
  expect(await standing(id)).toEqual([])
})

test('replaced implementations keep their explorers once the upgrade is recorded, and come after all other contracts', async () => {
  const { id, sourceId } = await given()
  const [proxy, earliest, first, second] = [anAddress(), anAddress(), anAddress(), anAddress()]
  const forwarding = { proxy_kind: 'eip1967', implementation: second, proxy_read_at: NOW }
  await aContract({ project_id: id, source_id: sourceId, address: proxy, ...forwarding }, database)
  const upgrade = {
    key: randomUUID(),
    chain_id: CHAIN_ID,
    contract: proxy as ContractAddress,
    project_id: id,
    source_id: sourceId,
    basis: 'slot',
    initial: false,
    detected_at: NOW,
  }
  await database
    .insertInto('implementations')
    .values([
      {
        ...upgrade,
        implementation: first as ContractAddress,
        previous_implementation: earliest as ContractAddress,
      },
      { ...upgrade, key: randomUUID(), implementation: second as ContractAddress },
    ])
    .execute()
  await attach()
  const locators = [proxy, earliest, first, second].flatMap((address) =>
    PROVIDERS.map((provider) => `${provider}:${address}`),
  )
  expect(await standing(id)).toEqual(locators.toSorted())
  for (let made = 2; made < EXPLORED_PER_PROJECT; made += 1)
    await aContract({ project_id: id, source_id: sourceId, address: anAddress() }, database)
  await attach()
  const left = await standing(id)
  expect(left).toEqual(expect.arrayContaining([`sourcify:${proxy}`, `sourcify:${second}`]))
  expect(left.filter((locator) => [earliest, first].some((one) => locator.endsWith(one)))).toEqual([])
})

test('the contracts of a source that is detached lose their explorers', async () => {
  const { id, sourceId } = await given()
  await aContract({ project_id: id, source_id: sourceId, address: anAddress() }, database)
  await attach()
  expect(await standing(id)).toHaveLength(PROVIDERS.length)
  await database.updateTable('sources').set({ detached_at: NOW }).where('id', '=', sourceId).execute()
  await attach(LATER)
  expect(await standing(id)).toEqual([])
})

test('an implementation used by two projects gets explorers for each', async () => {
  const shared = anAddress()
  const projects = [await given(), await given()]
  for (const { id, sourceId } of projects) {
    const address = anAddress()
    const forwarding = { proxy_kind: 'beacon', implementation: shared, proxy_read_at: NOW }
    await aContract({ project_id: id, source_id: sourceId, address, ...forwarding }, database)
  }
  await attach()
  for (const { id } of projects) expect(await standing(id)).toContain(`sourcify:${shared}`)
})

test('of very many contracts only the token and the newest get explorers', async () => {
  const { id, sourceId } = await given()
  const token = anAddress()
  await aToken({ project_id: id, address: token }, database)
  const made: string[] = []
  for (let day = 0; day <= EXPLORED_PER_PROJECT; day += 1) {
    const address = anAddress()
    made.push(address)
    const created_at = addMs(NOW, -day * DAY_MS)
    await aContract({ project_id: id, source_id: sourceId, address, created_at }, database)
  }
  await attach()
  const newest = made.slice(0, EXPLORED_PER_PROJECT - 1)
  const locators = PROVIDERS.flatMap((provider) =>
    [token, ...newest].map((address) => `${provider}:${address}`),
  )
  expect(await standing(id)).toEqual(locators.toSorted())
})

test('the tokens of four thousand projects get explorers at once: a catalogue can be applied whole', async () => {
  await sql`insert into projects (id, slug, name, state, created_at)
    select gen_random_uuid(), 'many-' || n, 'Many', 'draft', ${NOW}::timestamptz from generate_series(1, 4000) as n`.execute(
    database,
  )
  await sql`insert into tokens (chain_id, address, project_id)
    select 4663, '0x' || lpad(substr(slug, 6), 40, 'b'), id from projects where slug like 'many-%'`.execute(
    database,
  )
  expect(await attach()).toBe(8000)
  expect(await attach(LATER)).toBe(0)
})
