import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, type Instant } from '#contract/time.ts'
import { runLedger } from '#ledger/write.ts'
import { getOfProject } from '#records/by-project.ts'
import { getSignals } from '#records/project/signals.ts'
import * as given from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { evaluateDue } from './run.ts'
import { runSignals } from './signals.ts'

const NOW = given.DEFAULT_NOW
const TOKEN = given.addressOf(7)
const later = (days: number): Instant => addMs(NOW, days * DAY_MS)

const { database } = await fileDatabase()
await database
  .updateTable('ledger_state')
  .set({ first_run_at: later(-90) })
  .execute()
const projectId = String((await given.aProject({}, database)).id)
await given.aProject({ state: 'hidden' }, database)
await given.aToken({ project_id: projectId, address: TOKEN }, database)
const market = { project_id: projectId, kind: 'market', locator: `dexscreener:${TOKEN}` }
const sourceId = (await given.aSource(market, database)).id

/** Hourly readings of one UTC day, and the first reading of the next. `day` counts from the day of `NOW`. */
async function readDay(day: number, usd: { readonly liquidity: number; readonly volume: number }) {
  const midnight = addMs(NOW, (day - 0.5) * DAY_MS)
  await database
    .insertInto('market_readings')
    .values(
      Array.from({ length: 25 }, (_, hour) => ({
        id: randomUUID(),
        chain_id: 4663,
        address: TOKEN,
        project_id: projectId,
        source_id: sourceId,
        provider: 'dexscreener',
        observed_at: addMs(midnight, hour * HOUR_MS + hour),
        pools: 1,
        liquidity_usd: `${usd.liquidity}`,
        volume_24h_usd: `${usd.volume}`,
        pool_liquidity: '{}',
      })),
    )
    .execute()
}

async function signalsAt(now: Instant) {
  await runSignals({ signal: new AbortController().signal }, { database, clock: () => now })
  const rows = await database
    .selectFrom('signals')
    .select(['kind', 'ended_at'])
    .orderBy('detected_at')
    .execute()
  return rows.map(({ kind, ended_at: endedAt }) => `${kind}${endedAt === null ? '' : ' ended'}`)
}

/** Runs the pipelines that follow the signals: evaluation and ledger. */
async function write(now: Instant): Promise<void> {
  await evaluateDue({ signal: new AbortController().signal }, { database, clock: () => now })
  await runLedger({ now }, { database })
}

async function announced() {
  const rows = await database
    .selectFrom('changes')
    .select(['type', 'op', 'origin', 'precision', 'occurred_at', 'contract', 'summary'])
    .where('domain', '=', 'market')
    .orderBy('position')
    .execute()
  return rows
}

test('signals are looked for in published projects, and in none once the run is ended', async () => {
  const deps = { database, clock: () => NOW }
  const { signal } = new AbortController()
  expect(await runSignals({ signal }, deps)).toEqual({ projects: 1, moved: 0 })
  expect(await runSignals({ signal: AbortSignal.abort() }, deps)).toEqual({ projects: 0, moved: 0 })
})

test('liquidity that doubled for two days is one event while it lasts, and is not on the card', async () => {
  for (let day = -9; day <= -3; day += 1) await readDay(day, { liquidity: 20_000, volume: 5_000 })
  for (const day of [-2, -1]) await readDay(day, { liquidity: 50_000, volume: 5_000 })
  const deps = { database, clock: () => NOW }
  const { signal } = new AbortController()
  expect(await runSignals({ signal }, deps)).toEqual({ projects: 1, moved: 1 })
  expect(await runSignals({ signal }, deps)).toEqual({ projects: 1, moved: 0 })
  expect(await signalsAt(NOW)).toEqual(['liquidity_rose'])
  expect(await signalsAt(addMs(NOW, HOUR_MS))).toEqual(['liquidity_rose'])
  await write(addMs(NOW, HOUR_MS))
  await write(addMs(NOW, 8 * HOUR_MS))
  expect(await announced()).toEqual([
    {
      type: 'market.liquidity_moved',
      op: 'upsert',
      origin: 'live',
      precision: 'WINDOW',
      occurred_at: '2026-11-20T00:00:00.000Z',
      contract: TOKEN,
      summary: 'Liquidity at least doubled over two days',
    },
  ])
  const signals = await getOfProject({ projectId, get: getSignals }, database)
  expect(signals.filter(({ group }) => group !== 'market')).toEqual([])
})

test('the signal stays while nothing is read, and ends when the earlier days are not lower', async () => {
  expect(await signalsAt(later(5))).toEqual(['liquidity_rose'])
  for (let day = 0; day <= 8; day += 1) await readDay(day, { liquidity: 50_000, volume: 5_000 })
  expect(await signalsAt(later(9))).toEqual(['liquidity_rose ended'])
})

test('a day of five times the volume is one event', async () => {
  await readDay(9, { liquidity: 50_000, volume: 40_000 })
  expect(await signalsAt(later(10))).toEqual(['liquidity_rose ended', 'volume_spike'])
  await write(later(10))
  expect((await announced()).map(({ type, origin }) => [type, origin])).toEqual([
    ['market.liquidity_moved', 'live'],
    ['market.volume_spike', 'live'],
  ])
})

test('a run reports each batch, and a pace that stands keeps a lower bound than one that ended', async () => {
  const paced = async (endedAt: Instant | null) => {
    const id = String((await given.aProject({}, database)).id)
    const { id: source_id } = await given.aSource({ project_id: id }, database)
    const read = { source_id, first_ok_at: later(-100), covers_from: later(-100) }
    for (const stream of ['releases', 'commits']) await given.aStream({ ...read, stream }, database)
    for (const days of [-5, -9, -14, -20, -40, -47, -54]) {
      const at = later(days)
      const ship = { project_id: id, source_id, title: `Work of ${-days} days`, version: `${-days}.0.0` }
      await given.aShip({ ...ship, occurred_at: at, detected_at: at }, database)
    }
    await given.aSignal({ project_id: id, evidence: ['ship:a'], ended_at: endedAt }, database)
    return id
  }
  const [ended, standing] = [await paced(NOW), await paced(null)]
  const reported: unknown[] = []
  const { signal } = new AbortController()
  const deps = { database, clock: () => NOW }
  const counts = await runSignals({ signal, progress: (done) => reported.push(done) }, deps)
  expect(reported).toEqual([counts])
  expect(counts.projects).toBe(3)
  const rows = database.selectFrom('signals').select(['project_id', 'kind', 'ended_at'])
  expect(await rows.where('project_id', 'in', [ended, standing]).orderBy('ended_at').execute()).toEqual([
    { project_id: ended, kind: 'accelerating', ended_at: NOW },
    { project_id: standing, kind: 'accelerating', ended_at: null },
  ])
})
