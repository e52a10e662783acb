import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Clock, prepareClock, startClock } from '#app/clock/clock.ts'
import { Secret } from '#app/config.ts'
import { type Delivering, deliverNow } from '#app/pipelines/delivering.ts'
import { startLogger } from '#app/process/logger.ts'
import { addMs, HOUR_MS, type Instant, msOf } from '#contract/time.ts'
import { leasePipeline, savePipelines } from '#records/collecting/pipelines.ts'
import { inTransaction, openDatabase } from '#records/database.ts'
import { type MovedPostgres, startMovedPostgres } from '#test/postgres/moved-postgres.ts'
import { hasFakeTime } from '#test/postgres/postgres-server.ts'
import { type Deliveries, openDeliveries } from '#test/webhooks/deliveries.ts'
import { answering } from '#test/webhooks/receiver.ts'
import { openSigner } from '#webhooks/sign.ts'

const HOUR_SECONDS = HOUR_MS / 1000
const NEVER_ENDS = new AbortController().signal

/**
 * A tolerance: the machine's clock and a test's differ by the time that passes, which is much less than the steps of an
 * hour.
 */
const MINUTE_MS = 60_000

let postgres: MovedPostgres
let given: Deliveries
beforeAll(async () => {
  if (!hasFakeTime) return
  postgres = await startMovedPostgres(await mkdtemp(join(tmpdir(), 'svc-clock-')))
  const database = openDatabase(postgres.url, { maxConnections: 12 })
  given = await openDeliveries({
    opened: { database, url: postgres.url, [Symbol.asyncDispose]: () => database.destroy() },
  })
})
beforeEach(async () => {
  if (!hasFakeTime) return
  await postgres.setClock(0)
  await given.stage.database.updateTable('service_clock').set({ held_ms: 0, held_at: null }).execute()
  await given.stage.database.deleteFrom('pipelines').execute()
  await given.begin()
})
afterAll(async () => {
  await given?.[Symbol.asyncDispose]()
  await postgres?.[Symbol.asyncDispose]()
})

const started = () => startClock(given.stage.database)
const agoOf = (clock: Clock, at: Instant) => msOf(clock.now()) - msOf(at)
/** A process that delivers on a clock. */
const deliverOn = (clock: Clock) =>
  deliverNow(NEVER_ENDS, {
    database: given.stage.database,
    databaseUrl: new Secret(postgres.url),
    clock,
    logger: startLogger('silent'),
    signer: openSigner('a master key of this test alone'),
    destinationRules: { production: false, ownHosts: [], originAddresses: [] },
    config: { baseUrl: 'https://svc.example' },
  } satisfies Delivering)
/** Moves the stage's time, by which it writes, to the time of a clock. */
const follow = (clock: Clock) => given.stage.pass(msOf(clock.now()) - msOf(given.stage.now()))
const lease = (clock: Clock, leaseMs: number) => {
  const at = { now: clock.now(), leasesAt: clock.leasesNow() }
  const leased = { name: 'ledger', token: crypto.randomUUID(), release: [0], leaseMs, when: 'now' as const }
  return inTransaction(given.stage.database, (writer) => leasePipeline({ ...leased, ...at }, writer))
}
const register = (clock: Clock) =>
  inTransaction(given.stage.database, (writer) =>
    savePipelines(
      { pipelines: [{ name: 'ledger', cadenceSeconds: 300 }], release: [0], now: clock.now() },
      writer,
    ),
  )

test.skipIf(!hasFakeTime)(
  '[R110] [R152] the clock of PostgreSQL goes an hour back: the time goes on, and a process that starts later tells the same',
  async () => {
    const [clock, other] = [await started(), await started()]
    const before = clock.now()
    await postgres.setClock(-HOUR_SECONDS)
    const step = await clock.sync(given.stage.database)
    expect(step && Math.round(step.databaseMs / MINUTE_MS)).toBe(-60)
    // The other finds what the first has set right.
    expect(await other.sync(given.stage.database)).toBeUndefined()
    for (const one of [clock, other, await started()]) {
      expect(agoOf(one, before)).toBeGreaterThanOrEqual(0)
      expect(agoOf(one, before)).toBeLessThan(MINUTE_MS)
      const now = one.now()
      await expect.poll(() => msOf(one.now())).toBeGreaterThan(msOf(now))
    }
  },
)

test.skipIf(!hasFakeTime)(
  'the clock of PostgreSQL goes back by two days: the service clock cannot keep its time, and no process starts',
  async () => {
    const clock = await started()
    await register(clock)
    expect(await lease(clock, MINUTE_MS)).toBe(true)
    await postgres.setClock(-48 * HOUR_SECONDS)
    const step = await clock.sync(given.stage.database)
    expect(step && Math.round(step.serviceMs / HOUR_MS)).toBe(-48)
    await expect(prepareClock(given.stage.database)).rejects.toThrow('more than a day after')
  },
)

test.skipIf(!hasFakeTime)(
  'the clock of PostgreSQL goes an hour back, and is put right while no process runs: the next one has the time of the clock',
  async () => {
    const clock = await started()
    await register(clock)
    expect(await lease(clock, MINUTE_MS)).toBe(true)
    await postgres.setClock(-HOUR_SECONDS)
    await clock.sync(given.stage.database)
    await postgres.setClock(0)
    await prepareClock(given.stage.database)
    expect(Math.abs(msOf((await started()).now()) - Date.now())).toBeLessThan(MINUTE_MS)
  },
)

test.skipIf(!hasFakeTime)(
  '[R110] [R152] the clock of PostgreSQL goes an hour back and forth: nothing is left of the hold',
  async () => {
    const clock = await started()
    const before = clock.now()
    for (const seconds of [-HOUR_SECONDS, 0]) {
      await postgres.setClock(seconds)
      await clock.sync(given.stage.database)
      expect(Math.abs(agoOf(clock, before))).toBeLessThan(MINUTE_MS)
      expect(msOf(clock.leasesNow())).toBeLessThanOrEqual(msOf(clock.now()))
    }
    const { held_ms } = await given.stage.database
      .selectFrom('service_clock')
      .select('held_ms')
      .executeTakeFirstOrThrow()
    expect(held_ms).toBeLessThan(MINUTE_MS)
  },
)

test.skipIf(!hasFakeTime)(
  '[R110] [R152] the clock of PostgreSQL goes an hour forward: every process follows, and leases end as before',
  async () => {
    const clock = await started()
    const before = clock.now()
    await postgres.setClock(HOUR_SECONDS)
    await clock.sync(given.stage.database)
    expect(agoOf(clock, before)).toBeGreaterThanOrEqual(HOUR_MS)
    expect(msOf(clock.now()) - msOf(clock.leasesNow())).toBeGreaterThan(HOUR_MS - MINUTE_MS)
  },
)

test.skipIf(!hasFakeTime)(
  '[R110] [R152] the clock of PostgreSQL goes an hour forward: no run that goes on is begun by another process',
  async () => {
    const [one, other] = [await started(), await started()]
    await register(one)
    expect(await lease(one, MINUTE_MS)).toBe(true)
    await postgres.setClock(HOUR_SECONDS)
    await other.sync(given.stage.database)
    expect(await lease(other, MINUTE_MS)).toBe(false)
  },
)

test.skipIf(!hasFakeTime)(
  '[R110] [R152] the clock of PostgreSQL goes an hour back: the lease of a process that is gone ends, for a process that starts later too',
  async () => {
    const clock = await started()
    await register(clock)
    await given.stage.database
      .updateTable('pipelines')
      .set({ lease_token: null, leased_until: null })
      .execute()
    expect(await lease(clock, 2_000)).toBe(true)
    await postgres.setClock(-HOUR_SECONDS)
    await clock.sync(given.stage.database)
    const later = await started()
    await expect.poll(() => lease(later, 2_000)).toBe(true)
  },
)

test.skipIf(!hasFakeTime).each([
  ['back', -HOUR_SECONDS],
  ['forward', HOUR_SECONDS],
])(
  '[R110] [R152] the clock of PostgreSQL goes an hour %s: a delivery in flight is not sent again, and what waits is sent once',
  async (_, seconds) => {
    const clock = await started()
    follow(clock)
    const id = await given.subscribe(`/clock${seconds}`)
    await given.tell()
    const arrived = Promise.withResolvers<void>()
    const answers: (() => void)[] = []
    given.receiver.answer = (one, response) => {
      answers.push(() => answering(204)(one, response))
      arrived.resolve()
    }
    const sending = deliverOn(clock)
    await arrived.promise
    await postgres.setClock(seconds)
    const other = await started()
    await clock.sync(given.stage.database)
    await other.sync(given.stage.database)
    expect(await deliverOn(clock)).toEqual({ attempts: 0 })
    for (const answer of answers) answer()
    await sending
    given.receiver.answer = answering(204)
    follow(clock)
    await given.tell()
    await deliverOn(clock)
    expect(await given.statusesOf(id)).toEqual(['SUCCEEDED', 'SUCCEEDED'])
    const sent = given.receivedAt(`/clock${seconds}`).map(({ body }) => body['deliveryId'])
    expect([sent.length, new Set(sent).size]).toEqual([2, 2])
  },
)

test.skipIf(!hasFakeTime)(
  '[R110] [R152] the clock of PostgreSQL goes an hour back and forth: positions have no gap, and neither they nor recordedAt go back',
  async () => {
    const { stage } = given
    const clock = await started()
    for (const seconds of [0, -HOUR_SECONDS, 0, HOUR_SECONDS, 0]) {
      await postgres.setClock(seconds)
      await clock.sync(stage.database)
      // A process that starts now has its time from the database alone.
      follow(await started())
      await given.tell(2)
    }
    const rows = await stage.database
      .selectFrom('changes')
      .select(['position', 'recorded_at'])
      .orderBy('position')
      .execute()
    const times = rows.map(({ recorded_at }) => recorded_at)
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1))
    expect(times).toEqual(times.toSorted())
    expect(addMs(times.at(-1) ?? clock.now(), -MINUTE_MS) < clock.now()).toBe(true)
  },
)
