import { expect, test } from 'vitest'
import { type EvidenceId, evidenceId } from '#contract/ids.ts'
import * as given from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { getCitedRecords } from './receipts.ts'

const NOW = given.DEFAULT_NOW
const { database } = await fileDatabase()

async function recordsOf(state: 'published' | 'hidden' | 'draft', n: number) {
  const project = await given.aProject({ state }, database)
  const source = await given.aSource({ project_id: String(project.id) }, database)
  const of = { project_id: String(project.id), source_id: String(source.id) }
  const contract = given.addressOf(n)
  const evaluation = { project_id: of.project_id, evaluated_at: NOW, state: 'MEASURED' }
  const [ship, abi, claim] = [
    await given.aShip(of, database),
    await given.anInterface({ ...of, contract }, database),
    await given.aClaim({ ...of, kind: 'builder' }, database),
  ]
  const impl = await given.anImplementation({ ...of, contract }, database)
  const lock = await given.aLock({ ...of, token: contract, lock_id: String(n) }, database)
  const signal = await given.aSignal({ project_id: of.project_id, evidence: [source.evidence] }, database)
  const status = await given.anEvaluation(evaluation, database)
  return [
    ...(['ship', 'abi', 'claim', 'signal'] as const).map((prefix, index) =>
      evidenceId(prefix, String([ship, abi, claim, signal][index]?.id)),
    ),
    source.evidence,
    evidenceId('state', String(status.id)),
    evidenceId('impl', String(impl.key)),
    evidenceId('lock', `4663:${lock.locker}:${lock.lock_id}`),
  ] as EvidenceId[]
}

test('finds the records of a published project by every prefix, and none of another project', async () => {
  const published = await recordsOf('published', 7)
  const others = [...(await recordsOf('hidden', 8)), ...(await recordsOf('draft', 9))]
  const unknown: EvidenceId[] = ['narrative:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b11', 'lock:4663:9']
  const found = await getCitedRecords([...published, ...others, ...unknown], database)
  expect(new Set(found.keys())).toEqual(new Set(published))
  for (const record of found.values())
    expect(record).toMatchObject({ withdrawn: false, project: { name: 'Lumen' } })
})

test('says which records are withdrawn', async () => {
  const [ship = '' as EvidenceId, ...others] = await recordsOf('published', 10)
  const withdrawn = { withdrawn_at: NOW, withdrawn_reason: 'release deleted' }
  const id = ship.slice('ship:'.length)
  await database.updateTable('ships').set(withdrawn).where('id', '=', id).execute()
  const found = await getCitedRecords([ship, ...others], database)
  expect([found.get(ship), found.get(others[0] ?? '')]).toMatchObject([
    { withdrawn: true },
    { withdrawn: false },
  ])
})

test('finds a conclusion on market integrity only where it is published, and only by its own prefix', async () => {
  const project = await given.aProject({}, database)
  const evaluation = { project_id: String(project.id), evaluated_at: NOW, fact: 'market_integrity.state' }
  const { id } = await given.anEvaluation(evaluation, database)
  const ids = [`integrity:${id}`, `state:${id}`] as EvidenceId[]
  expect(await getCitedRecords(ids, database)).toEqual(new Map())
  await database.updateTable('ledger_state').set({ market_integrity_published_at: NOW }).execute()
  expect([...(await getCitedRecords(ids, database)).keys()]).toEqual([`integrity:${id}`])
})

test('asks nothing for no id', async () => {
  expect(await getCitedRecords([], database)).toEqual(new Map())
})
