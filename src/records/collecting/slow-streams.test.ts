import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { addMs, HOUR_MS, type Instant, toInstant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { aSource, aStream } from '#test/given/records.ts'
import { storeProject } from '#test/given/stored-project.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { LEASE_MS } from './leases.ts'
import { type LeasedStream, leaseStreams, type SettledStream, settleStreams, wakeStreams } from './streams.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')
const [HOUR, DAY] = [3600, 86_400]
const hours = (count: number): Instant => addMs(NOW, count * HOUR_MS)

const { database } = await fileDatabase()
const { projectId } = await storeProject({ kind: 'website', locator: 'https://lumen.example' }, database)
beforeEach(() => database.deleteFrom('source_streams').execute())

type Given = { readonly dueAt?: Instant; readonly cadenceSeconds?: number; readonly changedAt?: Instant }

/** A source with an hourly stream of a present state, read just now. Returns the id of the source. */
async function aHourlyStream({ dueAt = NOW, cadenceSeconds = HOUR, changedAt }: Given = {}): Promise<string> {
  const locator = `https://${randomUUID()}.example`
  const { id } = await aSource({ project_id: projectId, kind: 'website', locator }, database)
  const cadence = { own_cadence_seconds: HOUR, cadence_seconds: cadenceSeconds }
  const read = {
    coverage: 'present_state',
    covers_from: NOW,
    last_ok_at: NOW,
    due_at: dueAt,
    changed_at: changedAt ?? null,
  }
  await aStream({ source_id: id, stream: 'page', provider: 'site', ...cadence, ...read }, database)
  return id
}

async function taken(): Promise<LeasedStream> {
  const spec = {
    kind: 'website',
    stream: 'page',
    provider: 'site',
    cadenceSeconds: HOUR,
    coverage: 'present_state',
  } as const
  const due = { provider: 'site', specs: [spec], dueBy: hours(900), now: NOW, leaseMs: LEASE_MS, limit: 1 }
  const [leased] = await leaseStreams({ ...due, allowed: 10 }, database)
  if (leased === undefined) throw new Error('no stream was leased')
  return leased
}

const rowOf = (sourceId: string) =>
  database
    .selectFrom('source_streams')
    .selectAll()
    .where('source_id', '=', sourceId)
    .where('stream', '=', 'page')
    .executeTakeFirstOrThrow()

async function settle(over: Partial<SettledStream>, given?: LeasedStream) {
  const leased = given ?? (await taken())
  const settled = { leased, now: NOW, outcome: 'fresh' as const, dueAt: NOW, ...over }
  await inTransaction(database, (writer) => settleStreams([settled], writer))
  return rowOf(leased.sourceId)
}

test('[R55] a slower or faster cadence neither opens nor hides a gap in what a present state covers', async () => {
  await aHourlyStream()
  const slow = { cadenceSeconds: DAY }
  expect(await settle(slow)).toMatchObject({ cadence_seconds: DAY, covers_from: NOW })
  expect(await settle({ ...slow, now: hours(48) })).toMatchObject({ covers_from: NOW })
  const awake = await settle({ cadenceSeconds: HOUR, now: hours(72) })
  expect(awake).toMatchObject({ cadence_seconds: HOUR, covers_from: NOW })
  expect(await settle({ ...slow, now: hours(75) })).toMatchObject({ covers_from: hours(75) })
})

test('[R55] only a good reading changes how often a stream is read', async () => {
  await aHourlyStream()
  expect(await settle({ cadenceSeconds: DAY })).toMatchObject({ cadence_seconds: DAY })
  expect(await settle({ outcome: 'unavailable' })).toMatchObject({ cadence_seconds: DAY })
  expect(await settle({ outcome: 'rate_limited' })).toMatchObject({ cadence_seconds: DAY })
})

test('[R55] a slow stream is leased with the cadence of its collector', async () => {
  await aHourlyStream({ cadenceSeconds: DAY })
  expect(await taken()).toMatchObject({ cadenceSeconds: HOUR, changedAt: null })
})

test('[R55] the newest change of a source is that of all of its streams, and never goes back', async () => {
  const id = await aHourlyStream()
  const other = { source_id: id, stream: 'declarations', provider: 'site', changed_at: hours(-5) }
  await aStream(other, database)
  expect(await settle({ changedAt: hours(-3) })).toMatchObject({ changed_at: hours(-3) })
  expect(await settle({ changedAt: hours(-9) })).toMatchObject({ changed_at: hours(-3) })
  const { changedAt } = await taken()
  expect(changedAt).toBe(hours(-3))
})

test('[R55] a stream that becomes slow is due at once when its source showed a change meanwhile', async () => {
  const id = await aHourlyStream()
  await aStream({ source_id: id, stream: 'declarations', provider: 'site', changed_at: hours(-99) }, database)
  /** Settles the stream while another reading stores a change of the source, before the streams are woken. */
  const settledBeside = async (over: Partial<SettledStream>, changedAt: Instant) => {
    const leased = await taken()
    await inTransaction(database, async (writer) => {
      await settleStreams([{ leased, now: NOW, outcome: 'fresh', dueAt: hours(24), ...over }], writer)
      await database
        .updateTable('source_streams')
        .set({ changed_at: changedAt })
        .where('stream', '=', 'declarations')
        .execute()
      await wakeStreams({ readings: [leased], now: NOW }, writer)
    })
    return rowOf(id)
  }
  const slow = { cadenceSeconds: DAY }
  expect(await settledBeside(slow, hours(-99))).toMatchObject({ due_at: hours(24) })
  expect(await settledBeside(slow, hours(-9))).toMatchObject({ due_at: NOW })
  expect(await settledBeside({ cadenceSeconds: HOUR }, hours(-1))).toMatchObject({ due_at: hours(24) })
})

test('[R55] a change of a source makes its slow streams due now, and never later', async () => {
  const late = { dueAt: hours(1), changedAt: hours(-2) }
  const [slow, other] = [
    await aHourlyStream({ ...late, cadenceSeconds: DAY }),
    await aHourlyStream({ ...late, cadenceSeconds: DAY }),
  ]
  const overdue = await aHourlyStream({ ...late, dueAt: hours(-1), cadenceSeconds: DAY })
  const alive = await aHourlyStream(late)
  const unchanged = await aHourlyStream({ ...late, changedAt: hours(-9), cadenceSeconds: DAY })
  const readings = [slow, alive, overdue, unchanged].map((sourceId) => ({ sourceId, changedAt: hours(-9) }))
  await inTransaction(database, (writer) => wakeStreams({ readings, now: NOW }, writer))
  const all = [slow, alive, other, overdue, unchanged]
  const due = await Promise.all(all.map(async (id) => (await rowOf(id)).due_at))
  expect(due).toEqual([NOW, hours(1), hours(1), hours(-1), hours(1)])
})
