import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { beforeEach, expect, test } from 'vitest'
import { DAY_MS, type Instant, msOf } from '#contract/time.ts'
import { inTransaction, openDatabase } from '#records/database.ts'
import { advanceServiceClock, readServiceClock } from '#records/service-clock.ts'
import { openRelay } from '#test/postgres/relay.ts'
import { forFile } from '#test/run/for-file.ts'
import { openDeliveries } from '#test/webhooks/deliveries.ts'
import { answering } from '#test/webhooks/receiver.ts'
import { openSigner } from '#webhooks/sign.ts'
import { type Clock, startClock } from '../clock/clock.ts'
import { Secret } from '../config.ts'
import { startLogger } from '../process/logger.ts'
import { type Delivering, deliverNow, deliverWebhooks } from './delivering.ts'

const MINUTE_MS = 60_000
const NEVER_ENDS = new AbortController().signal

const given = await forFile(openDeliveries())
beforeEach(() => given.begin())

/** The parts that deliver on a clock, as in every process of a service. */
function deliveringOn(clock: Clock, at: Partial<Delivering> = {}): Delivering {
  return {
    database: given.stage.database,
    databaseUrl: new Secret(given.stage.url),
    clock,
    logger: startLogger('silent'),
    signer: openSigner('a master key of this test alone'),
    destinationRules: { production: false, ownHosts: [], originAddresses: [] },
    config: { baseUrl: 'https://svc.example' },
    ...at,
  }
}

/** Moves the service time in the database, as a step of its machine's clock does. */
const step = (ms: number) =>
  inTransaction(given.stage.database, (writer) => advanceServiceClock({ ms }, writer))
const databaseMs = async () => msOf(await readServiceClock(given.stage.database))
const dueAt = async (id: string) => {
  const [first] = await given.stage.deliveries(id)
  return msOf(first?.due_at as Instant)
}
const failuresOf = async (id: string) => (await given.stage.deliveries(id)).map(({ failures }) => failures)
/** The minutes between the attempts of the first delivery that arrived at a path. */
function waitsAt(path: string): readonly number[] {
  const received = given.receivedAt(path)
  const times = received
    .filter(({ body }) => body['deliveryId'] === received[0]?.body['deliveryId'])
    .map(({ body }) => msOf(body['sentAt'] as Instant))
  return times.slice(1).map((at, index) => (at - (times[index] ?? at)) / MINUTE_MS)
}

test.each([
  ['ten minutes', 10 * MINUTE_MS],
  ['a leap second', 1000],
])(
  '[webhooks 36] the clock steps back by %s during an attempt: no retry is early and no wait is negative',
  async (_, backMs) => {
    const { database } = given.stage
    given.stage.pass((await databaseMs()) + DAY_MS - msOf(given.stage.now()))
    const id = await given.subscribe('/stepped')
    await given.tell()
    await step(msOf(given.stage.now()) - (await databaseMs()))
    const clock = await startClock(database)
    const began = clock.now()
    given.receiver.answer = (one, response) => {
      void step(-backMs)
        .then(() => clock.sync(database))
        .then(() => answering(500)(one, response))
    }
    expect(await deliverNow(NEVER_ENDS, deliveringOn(clock))).toEqual({ attempts: 1 })
    given.receiver.answer = answering(204)
    const retriedAt = await dueAt(id)
    expect(retriedAt - msOf(began)).toBeGreaterThanOrEqual(MINUTE_MS)
    const startedLater = await startClock(database)
    await step(retriedAt - MINUTE_MS / 2 - (await databaseMs()))
    for (const each of [clock, startedLater]) {
      await each.sync(database)
      expect(await deliverNow(NEVER_ENDS, deliveringOn(each))).toEqual({ attempts: 0 })
    }
    await step(MINUTE_MS)
    await startedLater.sync(database)
    expect(await deliverNow(NEVER_ENDS, deliveringOn(startedLater))).toEqual({ attempts: 1 })
    const attempts = await database
      .selectFrom('webhook_attempts')
      .selectAll()
      .where('subscription_id', '=', id)
      .execute()
    expect(attempts.map(({ outcome }) => outcome)).toEqual(['status', 'succeeded'])
    for (const { started_at, ended_at } of attempts)
      expect(msOf(ended_at as Instant)).toBeGreaterThanOrEqual(msOf(started_at))
  },
)

test('while the database is away, both loops log it once', async () => {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `postgres://svc@127.0.0.1:${(server.address() as AddressInfo).port}/svc`
  await using database = openDatabase(url, { maxConnections: 4 })
  const ending = new AbortController()
  const logged: unknown[] = []
  const clock = await startClock(given.stage.database)
  const logger = Object.assign(startLogger('silent'), {
    error: ({ work }: { readonly work: string }) => logged.push(work),
  })
  const running = deliverWebhooks(ending.signal, deliveringOn(clock, { database, logger }))
  // The second turn of fanning out begins after the fifth of delivering.
  await expect.poll(() => connections).toBeGreaterThan(8)
  expect(logged.toSorted()).toEqual(['deliver', 'fan_out'])
  ending.abort()
  await running
  server.close()
})

test('[webhooks 8] after ten minutes without a database, what waits is sent late, and nothing early', async () => {
  const { stage, receiver } = given
  const near = await openRelay(stage.url)
  await using database = openDatabase(near.url, { maxConnections: 4 })
  const ending = new AbortController()
  const clock: Clock = { now: stage.now, leasesNow: stage.now, sync: async () => undefined }
  const running = deliverWebhooks(
    ending.signal,
    deliveringOn(clock, { database, databaseUrl: new Secret(near.url) }),
  )
  const late = await given.subscribe('/late')
  receiver.answer = answering(500)
  await given.tell()
  for (const [index, waitMs] of [MINUTE_MS, 5 * MINUTE_MS, 0].entries()) {
    await expect.poll(() => failuresOf(late)).toEqual([index + 1])
    stage.pass(waitMs)
  }
  const [failing, held] = [await given.subscribe('/failing'), await given.subscribe('/held')]
  const answers: (() => void)[] = []
  receiver.answer = (one, response) => {
    if (one.path === '/held') answers.push(() => answering(204)(one, response))
    else answering(500)(one, response)
  }
  await given.tell()
  await expect.poll(() => failuresOf(failing)).toEqual([1])
  await expect.poll(() => answers.length).toBe(1)

  near.close()
  receiver.answer = answering(204)
  for (const answer of answers) answer()
  stage.pass(10 * MINUTE_MS)
  const back = await openRelay(stage.url, near.port)

  await expect.poll(() => given.statusesOf(failing)).toEqual(['SUCCEEDED'])
  await expect.poll(() => given.statusesOf(held)).toEqual(['SUCCEEDED'])
  await expect.poll(() => given.statusesOf(late)).toEqual(['RETRYING', 'SUCCEEDED'])
  expect(new Set(given.receivedAt('/held').map(({ body }) => body['deliveryId'])).size).toBe(1)
  stage.pass(20 * MINUTE_MS)
  await expect.poll(() => given.statusesOf(late)).toEqual(['SUCCEEDED', 'SUCCEEDED'])
  expect([await failuresOf(late), await failuresOf(failing), await failuresOf(held)]).toEqual([
    [3, 1],
    [1],
    [0],
  ])
  expect(waitsAt('/failing')).toEqual([10])
  expect(waitsAt('/late')).toEqual([1, 5, 30])
  ending.abort()
  await running
  back.close()
})
