import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ReadingOutcome } from '#contract/enums.ts'
import { addMs, type Instant } from '#contract/time.ts'
import { CONTEXT_STREAMS, WATCHING_RULE } from '#domain/collecting/watching.ts'
import { inTransaction } from '#records/database.ts'
import { findLedgerHead } from '#records/ledger/head.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { NOW, storeToken } from '#test/service/http-service.ts'
import { countDueStreams } from './due-counts.ts'
import { countProviderReadings, getProviderReadings } from './status.ts'

const { database } = await fileDatabase()

const HOUR_S = 3600
const hoursAgo = (hours: number) => addMs(NOW, -hours * HOUR_S * 1000)

async function storeStream(stream: {
  readonly provider: string
  readonly okAt: Instant | null
  readonly failures?: number
  readonly detached?: boolean
  readonly outcome?: ReadingOutcome
  readonly name?: string
  readonly cadenceSeconds?: number
}): Promise<void> {
  const { projectId } = await storeToken({}, database)
  const sourceId = randomUUID()
  const { provider, okAt, failures = 0, detached = false, outcome = null, name = 'x' } = stream
  await database
    .insertInto('sources')
    .values({
      id: sourceId,
      project_id: projectId,
      kind: 'website',
      locator: sourceId,
      established_by: 'mutual',
      counted: true,
      attached_at: NOW,
      detached_at: detached ? NOW : null,
    })
    .execute()
  await database
    .insertInto('source_streams')
    .values({
      source_id: sourceId,
      stream: name,
      provider,
      cadence_seconds: stream.cadenceSeconds ?? HOUR_S,
      coverage: 'present_state',
      due_at: NOW,
      first_ok_at: okAt,
      last_ok_at: okAt,
      last_tried_at: okAt,
      last_outcome: outcome,
      failures_in_a_row: failures,
      failing_since: failures === 0 ? null : hoursAgo(1),
    })
    .execute()
}

const count = (now: Instant) => inTransaction(database, (writer) => countProviderReadings({ now }, writer))

test('counts a stream as fresh within three cadences, and leaves out detached sources but for the last reading, and forbidden and context streams [contract GET /api/status]', async () => {
  await storeStream({ provider: 'a', okAt: hoursAgo(3) })
  await storeStream({ provider: 'a', okAt: hoursAgo(4), failures: 2 })
  await storeStream({ provider: 'a', okAt: null })
  await storeStream({ provider: 'a', okAt: hoursAgo(1), detached: true })
  await storeStream({ provider: 'a', okAt: null, failures: 1, outcome: 'disallowed' })
  await storeStream({ provider: 'a', okAt: null, failures: 1, name: CONTEXT_STREAMS[0] ?? '' })
  await storeStream({ provider: 'b', okAt: null })
  expect(await getProviderReadings(database)).toEqual([])
  await count(NOW)
  expect(await getProviderReadings(database)).toEqual([
    {
      provider: 'a',
      countedAt: NOW,
      streams: { total: 3, fresh: 1, failing: 1, missing: 0 },
      lastTriedAt: hoursAgo(1),
      lastReadAt: hoursAgo(1),
      toleranceSeconds: 3 * 3600,
    },
    {
      provider: 'b',
      countedAt: NOW,
      streams: { total: 1, fresh: 0, failing: 0, missing: 0 },
      lastTriedAt: null,
      lastReadAt: null,
      toleranceSeconds: 3 * 3600,
    },
  ])
})

test('counts again when due, which is later for many streams, and deletes counts without streams', async () => {
  const countedAt = async () =>
    (await getProviderReadings(database)).map((counted) => [counted.provider, counted.countedAt])
  await database.updateTable('provider_readings').set({ total: 300_000 }).execute()
  await database.updateTable('sources').set({ detached_at: NOW }).execute()
  await storeStream({ provider: 'c', okAt: NOW })
  await count(addMs(NOW, 59_000))
  expect(await countedAt()).toEqual([
    ['a', NOW],
    ['b', NOW],
  ])
  await count(addMs(NOW, 60_000))
  expect(await countedAt()).toEqual([['c', addMs(NOW, 60_000)]])
})

test('counts the due streams of a provider from the instant that they are due, without detached sources', async () => {
  for (const detached of [false, true]) await storeStream({ provider: 'due', okAt: null, detached })
  const dueAt = (now: Instant) => countDueStreams({ provider: 'due', now }, database)
  expect([await dueAt(addMs(NOW, -1)), await dueAt(NOW)]).toEqual([0, 1])
})

test('counts a stream of a short cadence as fresh for an hour, as coverage does', async () => {
  const hourAgo = addMs(NOW, -WATCHING_RULE.freshAtLeastMs)
  await storeStream({ provider: 'often', okAt: hourAgo, cadenceSeconds: 300 })
  await storeStream({ provider: 'often', okAt: addMs(hourAgo, -1), cadenceSeconds: 300 })
  await database.deleteFrom('provider_readings').execute()
  await count(NOW)
  const often = (await getProviderReadings(database)).find(({ provider }) => provider === 'often')
  expect(often?.streams).toMatchObject({ total: 2, fresh: 1 })
})

test('the position of an unwritten ledger is 0, and its last run is null', async () => {
  expect(await findLedgerHead(database)).toEqual({ position: 0, lastRunAt: null })
})
