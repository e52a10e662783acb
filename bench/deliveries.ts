import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { Agent, request } from 'undici'
import { startEmbeddedPostgres } from '#app/embedded-postgres.ts'
import { instantOfMs } from '#contract/time.ts'
import { type Database, openDatabase } from '#records/database.ts'
import { migrate } from '#records/migrate.ts'
import { type DeliverDeps, deliverDue, deliverUntil } from '#webhooks/deliver.ts'
import { fanOut } from '#webhooks/enqueue.ts'
import type { SendRequest } from '#webhooks/send.ts'
import { openSender } from '#webhooks/send.ts'
import { openSigner } from '#webhooks/sign.ts'
import { openWaker } from '#webhooks/waker.ts'
import { figure, tableOf, timed, timingOf } from './figures.ts'

/**
 * Measures fan-out and delivery with durable state, on a PostgreSQL server that syncs its log. The baseline sends the
 * same signed bodies in a bare loop, each on a connection of its own.
 */
const { values } = parseArgs({
  options: {
    subscriptions: { type: 'string', default: '50000' },
    deliveries: { type: 'string', default: '20000' },
    queued: { type: 'string', default: '10000' },
    data: { type: 'string', default: '.data/bench-deliveries' },
  },
})
const ACCOUNT = randomUUID()
const SUBSCRIPTIONS = Number.parseInt(values.subscriptions, 10)
const DELIVERIES = Number.parseInt(values.deliveries, 10)
const QUEUED = Number.parseInt(values.queued, 10)
const BARE_AT_ONCE = 64
const HEALTHY = 100
const ROUNDS = 15
const ROUND_MS = 2_000
const RUNNING = new AbortController().signal

await using server = await startEmbeddedPostgres({ dataDir: values.data })
const url = new URL(server.url)
url.pathname = `/deliveries_${randomUUID().replaceAll('-', '')}`
const administering = openDatabase(server.url, { maxConnections: 1 })
await sql`create database ${sql.id(url.pathname.slice(1))}`.execute(administering)
const database = openDatabase(url.href, { maxConnections: 10 })
const receiver = fork(new URL('deliveries-receiver.ts', import.meta.url), { execArgv: [] })
const [{ port }] = (await once(receiver, 'message')) as [{ port: number }]
const base = `http://127.0.0.1:${port}`
const now = () => instantOfMs(Date.now())
const bodies: SendRequest[] = []
const sender = openSender({ rules: { production: false, ownHosts: [], originAddresses: [] } })
const signer = openSigner('a master key of the benchmark alone')
if (signer === undefined) throw new Error('No signer: expected one of the master key')
const deps: DeliverDeps = {
  ...{ database, now, signatureOf: signer.signatureOf, site: { baseUrl: 'https://svc.example' } },
  logger: { warn: console.error, error: console.error },
  send: (one) => {
    if (bodies.length < DELIVERIES) bodies.push(one)
    return sender.send(one)
  },
}
try {
  await migrate(database)
  await measure()
} finally {
  receiver.disconnect()
  await database.destroy()
  await sql`drop database ${sql.id(url.pathname.slice(1))} with (force)`.execute(administering)
  await administering.destroy()
}

async function measure(): Promise<void> {
  await sql`insert into accounts (id, name, created_at) values (${ACCOUNT}, 'bench', ${now()})`.execute(
    database,
  )
  await subscribe({ count: SUBSCRIPTIONS, path: '/ok' }, database)
  await sql`vacuum analyze`.execute(database)
  await say(1)
  const fanned = await timed(() => fanOut({ signal: RUNNING, now }, { database }))
  console.log(
    `one event to ${figure(fanned.answer.queued)} subscriptions: ${figure(fanned.ms / 1000)} s (aim 5)`,
  )
  await sql`delete from webhook_schedule where subscription_id in (
    select subscription_id from webhook_schedule order by subscription_id offset ${DELIVERIES})`.execute(
    database,
  )
  const delivered = await timed(() => deliverDue(RUNNING, deps))
  const rate = (delivered.answer.attempts / delivered.ms) * 1000
  const bare = await timed(() => bareLoop(bodies))
  const bareRate = (bodies.length / bare.ms) * 1000
  console.log(
    tableOf([
      ['', 'deliveries', 'a second'],
      ['durable', figure(delivered.answer.attempts), figure(rate)],
      ['bare loop', figure(bodies.length), figure(bareRate)],
      ['share', '', figure(rate / bareRate)],
    ]),
  )
  if (QUEUED > 0) await measureBesideDead()
}

async function measureBesideDead(): Promise<void> {
  await unsubscribeAll()
  await subscribe({ count: HEALTHY, path: '/ok' }, database)
  const alone = await latencies()
  await unsubscribeAll()
  await subscribe({ count: 1, path: '/hang' }, database)
  for (let said = 0; said < QUEUED; said += 1000) await say(1000)
  await fanOut({ signal: RUNNING, now }, { database })
  // New ones: those before have used up their minute.
  await subscribe({ count: HEALTHY, path: '/ok' }, database)
  const beside = await latencies()
  const row = (name: string, timing: ReturnType<typeof timingOf>) => [
    name,
    figure(timing.times),
    figure(timing.p50),
    figure(timing.p99),
  ]
  console.log(
    tableOf([
      [`${HEALTHY} healthy endpoints, ms from fan-out to arrival`, 'deliveries', 'p50', 'p99'],
      row('alone', alone),
      row(`beside a dead one with ${figure(QUEUED)} queued`, beside),
    ]),
  )
  console.log(`p99 beside ÷ alone: ${figure(beside.p99 / alone.p99)} (aim 1.2)`)
}

/** How long after its creation each delivery of some rounds of events arrived. */
async function latencies(): Promise<ReturnType<typeof timingOf>> {
  receiver.send('forget')
  await once(receiver, 'message')
  const ending = new AbortController()
  const waker = openWaker()
  const running = deliverUntil({ signal: ending.signal, waker, looked: async () => {} }, deps)
  const from = await head()
  for (let round = 0; round < ROUNDS; round += 1) {
    await say(1)
    await fanOut({ signal: RUNNING, now }, { database })
    waker.wake()
    await wait(ROUND_MS)
  }
  ending.abort()
  await running
  receiver.send('tell')
  const [{ arrived }] = (await once(receiver, 'message')) as [{ arrived: Record<string, number> }]
  const { rows } = await sql<{ id: string; created_at: string }>`select id, created_at from webhook_deliveries
    where position > ${from}`.execute(database)
  return timingOf(
    rows.flatMap(({ id, created_at: at }) => {
      const arrivedAt = arrived[id]
      return arrivedAt === undefined ? [] : [arrivedAt - Date.parse(at)]
    }),
  )
}

/** Sends what was sent before, without any state. */
async function bareLoop(requests: readonly SendRequest[]): Promise<void> {
  let next = 0
  const lane = async () => {
    for (;;) {
      const one = requests[next]
      next += 1
      if (one === undefined) return
      const dispatcher = new Agent()
      const { body } = await request(one.url, {
        ...{ method: 'POST', headers: one.headers, body: one.body, dispatcher },
      })
      await body.dump()
      await dispatcher.destroy()
    }
  }
  await Promise.all(Array.from({ length: BARE_AT_ONCE }, lane))
}

async function head(): Promise<number> {
  const { rows } = await sql<{ head: number }>`select head from ledger_state`.execute(database)
  return rows[0]?.head ?? 0
}

/** Writes live events to the ledger. */
async function say(count: number): Promise<void> {
  await sql`
    with said as (
      insert into changes select head + n, 'bench:' || head + n, 1, 'upsert', 'build.release', 'build', null, null, head + n,
        ${now()}::timestamptz, null, ${now()}::timestamptz, 'OBSERVED', 'live', true, 'Lumen released 1.0.0',
        '{"version": "1.0.0", "url": "https://github.example/lumen-labs/lumen/releases/1"}'::jsonb,
        array['ship:' || gen_random_uuid()], md5((head + n)::text), null, null
      from ledger_state, generate_series(1, ${count}::int) as n returning position)
    update ledger_state set head = (select max(position) from said)`.execute(database)
}

async function unsubscribeAll(): Promise<void> {
  await sql`update webhook_subscriptions set removed_at = ${now()}::timestamptz`.execute(database)
}

async function subscribe(
  given: { readonly count: number; readonly path: string },
  to: Database,
): Promise<void> {
  await sql`insert into webhook_subscriptions (id, account_id, url, all_projects, status, starts_after, created_at,
      updated_at)
    select gen_random_uuid(), ${ACCOUNT}, ${`${base}${given.path}/`} || n, true, 'active', head, ${now()}, ${now()}
    from ledger_state, generate_series(1, ${given.count}::int) as n`.execute(to)
}
