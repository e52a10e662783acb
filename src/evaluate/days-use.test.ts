import { expect, test } from 'vitest'
import { type CalendarDate, type Instant, toInstant } from '#contract/time.ts'
import { aPoint, at, NOON, stageDays } from '#test/given/days.ts'
import { nextAddress, storeContract, storeMethod, storeVerified } from '#test/given/owned-contracts.ts'
import { aContract, aSource } from '#test/given/records.ts'
import { recordDays } from './days.ts'

const { database, record, project, evaluated, pointsOf } = stageDays()

type Read = { readonly from: string; readonly to: string }

/** A project with a contract whose calls were read from one time to another, and these calls by day. */
async function used(read: Read, days: Readonly<Record<string, number>>) {
  const { address, own } = await storeContract(database(), { streams: [] })
  const { project_id } = own
  const { abi, source_id } = await readCalls({ project_id, contract: address }, read)
  const method = { signature: 'swap(uint256)', selector: '0x00000001', abi: abi.slice(4), days }
  await storeMethod(database(), { ...method, ...own, contract: address, source_id })
  const readTo = (text: string) =>
    database()
      .updateTable('contract_use')
      .set({ collected_to: at(text), read_at: at(text) })
      .where('project_id', '=', project_id)
      .where('source_id', '=', source_id)
      .execute()
  return { id: project_id, readTo, detach: (detached_at = NOON) => detach(own.source_id, detached_at) }
}

/** Another contract of the project. Its calls were read too: it has none. */
async function alsoUsed(project_id: string, read: Read) {
  const contract = nextAddress()
  const source = await aSource({ project_id, kind: 'contract', locator: contract }, database())
  const source_id = String(source.id)
  await aContract({ project_id, source_id, address: contract }, database())
  await readCalls({ project_id, contract }, read)
  return { detach: (detached_at = NOON) => detach(source_id, detached_at) }
}

async function readCalls(of: { project_id: string; contract: string }, read: Read) {
  const { project_id, contract } = of
  const { abi, sourceId } = await storeVerified(database(), { projectId: project_id, at: contract })
  const to = at(read.to)
  await database()
    .insertInto('contract_use')
    .values({
      project_id,
      chain_id: 4663,
      contract,
      source_id: sourceId,
      collected_from: toInstant(read.from),
      since_creation: false,
      collected_to: to,
      to_block: 9,
      to_block_hash: '0x9',
      selectors_left_out: false,
      read_at: to,
    })
    .execute()
  return { abi, source_id: sourceId }
}

function detach(source_id: string, detached_at: Instant) {
  return database().updateTable('sources').set({ detached_at }).where('id', '=', source_id).execute()
}

test('use is written for each day that was read to its end, from where it begins', async () => {
  const { id } = await used({ from: '2026-11-16T00:00:00Z', to: '11-19T00:00:00' }, { '2026-11-17': 4 })
  await record()
  expect(await pointsOf(id, 'contract_use')).toEqual(['2026-11-16 0', '2026-11-17 4', '2026-11-18 0'])
})

test('use of a day that is read later is written then, also where its source was detached meanwhile', async () => {
  const calls = { '2026-11-17': 4, '2026-11-19': 2 }
  const { id, readTo, detach } = await used({ from: '2026-11-17T00:00:00Z', to: '11-18T00:00:00' }, calls)
  await record()
  expect(await pointsOf(id, 'contract_use')).toEqual(['2026-11-17 4'])
  await detach()
  await readTo('11-20T01:00:00')
  await record(at('11-21T12:00:00'))
  expect(await pointsOf(id, 'contract_use')).toEqual(['2026-11-17 4', '2026-11-18 0', '2026-11-19 2'])
})

test('use of a source that was detached before its first day was written is written too', async () => {
  const { id, detach } = await used(
    { from: '2026-11-18T00:00:00Z', to: '11-19T00:00:00' },
    { '2026-11-18': 3 },
  )
  await detach()
  await record()
  expect(await pointsOf(id, 'contract_use')).toEqual(['2026-11-18 3'])
})

test('use goes on when one of two contracts leaves the catalogue, from the day after', async () => {
  const span = { from: '2026-11-10T00:00:00Z', to: '11-15T00:00:00' }
  const { id, readTo } = await used(span, { '2026-11-12': 4, '2026-11-17': 9 })
  const left = await alsoUsed(id, span)
  await record(at('11-16T12:00:00'))
  const read = ['2026-11-10 0', '2026-11-11 0', '2026-11-12 4', '2026-11-13 0', '2026-11-14 0']
  expect(await pointsOf(id, 'contract_use')).toEqual(read)
  await left.detach(at('11-16T13:00:00'))
  await readTo('11-20T01:00:00')
  await record()
  expect(await pointsOf(id, 'contract_use')).toEqual([
    ...read,
    '2026-11-17 9',
    '2026-11-18 0',
    '2026-11-19 0',
  ])
})

test('where use was written before, its last forty days are looked for; otherwise it is written from its begin', async () => {
  const read = { from: '2026-09-01T00:00:00Z', to: '11-19T00:00:00' } as const
  const [fresh, begun] = [await used(read, {}), await used(read, {})]
  await aPoint(
    { project_id: begun.id, series: 'contract_use', day: '2026-09-02' as CalendarDate, value: 4 },
    database(),
  )
  await record()
  const days = (points: readonly string[]) => points.map((point) => point.slice(0, 10))
  expect(days(await pointsOf(fresh.id, 'contract_use')).slice(0, 2)).toEqual(['2026-09-01', '2026-09-02'])
  const [, ...later] = days(await pointsOf(begun.id, 'contract_use'))
  expect([later.at(0), later.at(-1), later.length]).toEqual(['2026-10-10', '2026-11-18', 40])
})

test('a run that is ended writes no day, and reports what each part wrote', async () => {
  const id = await project()
  await evaluated(id, { at: at('11-18T09:00:00'), value: { status: 'ACTIVE' } })
  const deps = { database: database(), clock: () => NOON }
  const ended = await recordDays({ signal: AbortSignal.abort() }, deps)
  expect([ended, await pointsOf(id, 'status')]).toEqual([{ projects: 0, points: 0, marketDays: 0 }, []])
  const progress: unknown[] = []
  const { signal } = new AbortController()
  const counts = await recordDays({ signal, progress: (done) => progress.push(done) }, deps)
  expect(progress.at(-1)).toEqual(counts)
  expect(counts.points).toBe((await pointsOf(id, 'status')).length)
})
