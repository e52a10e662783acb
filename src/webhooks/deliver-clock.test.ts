import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { addMs, DAY_MS, HOUR_MS, type Instant, msOf, toInstant } from '#contract/time.ts'
import { openDatabase } from '#records/database.ts'
import { openTestDatabase } from '#test/postgres/database.ts'
import { WEBHOOKS } from '#test/service/http-service.ts'
import { type Deliveries, openDeliveries } from '#test/webhooks/deliveries.ts'
import { answering } from '#test/webhooks/receiver.ts'
import { rotateWebhook } from './rotate.ts'

afterEach(() => vi.unstubAllEnvs())

/** Deliveries on connections whose sessions have the time zone of an operator's server. */
async function openInBerlin(): Promise<Deliveries> {
  const opened = await openTestDatabase()
  const name = sql.id(new URL(opened.url).pathname.slice(1))
  await sql`alter database ${name} set timezone = 'Europe/Berlin'`.execute(opened.database)
  const database = openDatabase(opened.url, { maxConnections: 4 })
  return await openDeliveries({
    opened: {
      url: opened.url,
      database,
      [Symbol.asyncDispose]: async () => {
        await database.destroy()
        await opened[Symbol.asyncDispose]()
      },
    },
  })
}

test.each([
  ['leaves out an hour', '2027-03-28T01:00:00Z'],
  ['repeats an hour', '2027-10-31T01:00:00Z'],
])(
  '[webhooks 36] the time zone %s: retries wait as long as ever, and a rotation ends after 24 hours [contract limit secret-overlap]',
  async (_, at) => {
    vi.stubEnv('TZ', 'Europe/Berlin')
    await using berlin = await openInBerlin()
    const { stage, receiver } = berlin
    stage.pass(msOf(toInstant(at)) - 2 * HOUR_MS - msOf(stage.now()))
    const began = msOf(stage.now())
    const id = await berlin.subscribe('/berlin')
    const { account_id } = await stage.subscription(id)
    const deps = {
      database: stage.database,
      now: stage.now(),
      account: { id: account_id },
      webhooks: WEBHOOKS,
    }
    const { previousSecretUntil } = await rotateWebhook({ id, ignoredParameters: [] }, deps)
    expect(previousSecretUntil).toBe(addMs(stage.now(), DAY_MS))
    await berlin.tell()
    receiver.answer = answering(500)
    await berlin.liveThrough(DAY_MS - 1)
    await berlin.tell()
    await stage.deliver()
    stage.pass(1)
    await berlin.tell()
    await stage.deliver()
    const sent = berlin.receivedAt('/berlin').map(({ body, headers }) => ({
      after: msOf(body['sentAt'] as Instant) - began,
      signed: String(headers['svc-signature']).replace(/t=\d+,/, ''),
    }))
    const waits = [0, ...LIMITS.delivery.retryAfterMs]
    const times = waits.map((_wait, index) => waits.slice(0, index + 1).reduce((sum, wait) => sum + wait))
    expect(sent).toEqual([
      ...[...times, DAY_MS - 1].map((after) => ({ after, signed: 'v1=2,v1=1' })),
      { after: DAY_MS, signed: 'v1=2' },
    ])
  },
)
