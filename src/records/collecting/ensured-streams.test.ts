import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '#records/database.ts'
import { aContract, addressOf, aSource } from '#test/given/records.ts'
import { storeProject } from '#test/given/stored-project.ts'
import { FRESH, fileTrial, PAGES, START } from '#test/providers/trial-provider.ts'
import { ensureStreams, leaseStreams } from './streams.ts'

const trial = await fileTrial()
const { streams } = trial

test('streams are created once, for attached sources only, and take over a new cadence', async () => {
  const [first = ''] = await trial.storeStreams(2)
  await trial.database.updateTable('sources').set({ detached_at: START }).where('id', '=', first).execute()
  await inTransaction(trial.database, (writer) =>
    ensureStreams({ specs: [{ ...PAGES, cadenceSeconds: 60 }] }, writer),
  )
  expect((await streams()).map(({ cadence_seconds }) => cadence_seconds).toSorted()).toEqual([3600, 60])
  expect(await trial.run(async () => FRESH)).toEqual({ 'trial.fresh': 1 })
})

test('[R55] a stream that is read less often stays so, until its collector has another cadence', async () => {
  await trial.storeStreams(1)
  const slow = trial.database.updateTable('source_streams').set({ cadence_seconds: 86_400 })
  await slow.execute()
  const register = (cadenceSeconds: number) =>
    inTransaction(trial.database, (writer) =>
      ensureStreams({ specs: [{ ...PAGES, cadenceSeconds }] }, writer),
    )
  await register(3600)
  expect(await streams()).toMatchObject([{ cadence_seconds: 86_400, own_cadence_seconds: 3600 }])
  await register(1800)
  expect(await streams()).toMatchObject([{ cadence_seconds: 1800, own_cadence_seconds: 1800 }])
})

test('a source of several providers is read from the one in its locator', async () => {
  const locator = 'geckoterminal:0x00000000000000000000000000000000000000a1'
  const { sourceId } = await storeProject({ kind: 'market', locator }, trial.database)
  const market = {
    kind: 'market',
    stream: 'figures',
    cadenceSeconds: 600,
    coverage: 'present_state',
  } as const
  const specs = ['dexscreener', 'geckoterminal'].map((provider) => ({ ...market, provider }))
  await inTransaction(trial.database, (writer) => ensureStreams({ specs }, writer))
  const made = (await streams()).filter(({ source_id }) => source_id === sourceId)
  expect(made.map(({ provider }) => provider)).toEqual(['geckoterminal'])
})

const COUNTED = { counted: true, not_counted_reason: null }
const UNCOUNTED = { counted: false, not_counted_reason: 'not a building source' }
test('a stream of counted contracts is there while the contract counts, and while it is leased', async () => {
  const contract = addressOf(0xc1)
  const { projectId, sourceId } = await storeProject({ kind: 'contract', locator: contract }, trial.database)
  const own = { project_id: projectId, source_id: sourceId }
  const at = (address: string) => ({
    project_id: projectId,
    kind: 'explorer',
    locator: `explorer:${address}`,
    ...UNCOUNTED,
  })
  const { id } = await aSource(at(contract), trial.database)
  await aSource(at(addressOf(0xc2)), trial.database)
  const of = { stream: 'calls', provider: 'explorer', cadenceSeconds: 60, coverage: 'dated_listing' } as const
  const specs = [{ ...of, kind: 'explorer', of: 'counted_contracts' } as const]
  const readable = async () => {
    await inTransaction(trial.database, (writer) => ensureStreams({ specs }, writer))
    return (await streams()).flatMap(({ stream, source_id }) => (stream === 'calls' ? [source_id] : []))
  }
  expect(await readable()).toEqual([])
  await aContract({ ...own, address: contract }, trial.database)
  expect(await readable()).toEqual([id])
  const count = (to: typeof COUNTED | typeof UNCOUNTED) =>
    trial.database.updateTable('sources').set(to).where('id', '=', sourceId).execute()
  await count(UNCOUNTED)
  expect(await readable()).toEqual([])
  await count(COUNTED)
  expect(await readable()).toEqual([id])
  const due = {
    provider: 'explorer',
    specs,
    dueBy: trial.now,
    now: trial.now,
    leaseMs: 1000,
    limit: 1,
    allowed: 10,
  }
  const [leased] = await leaseStreams(due, trial.database)
  await count(UNCOUNTED)
  expect(await readable()).toEqual([leased?.sourceId])
})

test('the statistics of the tables are renewed by the transaction that adds a thousand streams', async () => {
  const counted = async () => {
    const { rows } = await sql<{ count: number }>`select reltuples::integer as count from pg_class
      where oid = 'source_streams'::regclass`.execute(trial.database)
    return rows[0]?.count
  }
  await trial.storeStreams(1)
  await trial.database
    .insertInto('sources')
    .expression(sql`select gen_random_uuid(), project_id, kind, locator || n, established_by, null, null, null, counted,
      not_counted_reason, attached_at, null, null, facts from sources, generate_series(1, 1000) as n`)
    .execute()
  await inTransaction(trial.database, (writer) => ensureStreams({ specs: [PAGES] }, writer))
  const { length } = await streams()
  expect(length).toBeGreaterThan(1000)
  expect(await counted()).toBe(length)
})
