import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { sql } from 'kysely'
import { startEmbeddedPostgres } from '#app/instance/embedded-postgres.ts'
import type { ChangeType } from '#contract/events.ts'
import { instantOfMs } from '#contract/time.ts'
import { type Database, openDatabase } from '#records/database.ts'
import { migrate } from '#records/migrate.ts'
import type { DeliverDeps } from '#webhooks/deliver.ts'
import { type FanOutCounts, fanOut } from '#webhooks/enqueue.ts'
import { openSender } from '#webhooks/send.ts'
import { openSigner } from '#webhooks/sign.ts'

/** The setting of delivery benchmarks: a database of its own, on a server that syncs its log, and a receiver. */
export type DeliveryStage = AsyncDisposable & {
  readonly database: Database
  readonly deps: DeliverDeps
  readonly receiver: ChildProcess
  /** The id of PostgreSQL's main process, which starts its other processes. */
  readonly serverPid: number
  /** Writes live events without a project to the ledger. */
  readonly say: (count: number) => Promise<void>
  readonly fanOut: () => Promise<FanOutCounts>
  readonly subscribe: (given: {
    readonly count: number
    readonly path: string
    readonly type?: ChangeType
  }) => Promise<void>
  readonly unsubscribeAll: () => Promise<void>
  /** When each delivery since the last call arrived, in milliseconds since the Unix epoch by delivery id. */
  readonly arrivals: () => Promise<Readonly<Record<string, number>>>
}

/** The machine's time. */
export const now = () => instantOfMs(Date.now())
const RUNNING = new AbortController().signal

/** Starts the server in a folder, and opens the stage on a new database. */
export async function openDeliveryStage(dataDir: string): Promise<DeliveryStage> {
  const server = await startEmbeddedPostgres({ dataDir })
  const name = `deliveries_${randomUUID().replaceAll('-', '')}`
  const administering = openDatabase(server.url, { maxConnections: 1 })
  await sql`create database ${sql.id(name)}`.execute(administering)
  const database = openDatabase(new URL(`/${name}`, server.url).href, { maxConnections: 10 })
  await migrate(database)
  const receiver = fork(new URL('deliveries-receiver.ts', import.meta.url), { execArgv: [] })
  const [{ port }] = (await once(receiver, 'message')) as [{ port: number }]
  const account = randomUUID()
  await sql`insert into accounts (id, name, created_at) values (${account}, 'bench', ${now()})`.execute(
    database,
  )
  return {
    database,
    receiver,
    deps: depsOn(database),
    serverPid: await serverPidOf(database),
    say: (count) => say(count, database),
    fanOut: () => fanOut({ signal: RUNNING, now }, { database }),
    subscribe: ({ path, ...given }) =>
      subscribe({ ...given, account, url: `http://127.0.0.1:${port}${path}/` }, database),
    async unsubscribeAll() {
      await sql`update webhook_subscriptions set removed_at = ${now()}::timestamptz`.execute(database)
      await sql`delete from webhook_schedule`.execute(database)
    },
    async arrivals() {
      receiver.send('tell')
      const [{ arrived }] = (await once(receiver, 'message')) as [{ arrived: Record<string, number> }]
      return arrived
    },
    async [Symbol.asyncDispose]() {
      receiver.disconnect()
      await database.destroy()
      await sql`drop database ${sql.id(name)} with (force)`.execute(administering)
      await administering.destroy()
      await server[Symbol.asyncDispose]()
    },
  }
}

function depsOn(database: Database): DeliverDeps {
  const signer = openSigner('a master key of the benchmark alone')
  if (signer === undefined) throw new Error('No signer: expected one of the master key')
  const { send } = openSender({ rules: { production: false, ownHosts: [], originAddresses: [] } })
  return {
    database,
    now,
    send,
    signaturesOf: signer.signaturesOf,
    site: { baseUrl: 'https://svc.example' },
    logger: { warn: console.error, error: console.error },
  }
}

async function serverPidOf(database: Database): Promise<number> {
  const { rows } = await sql<{ pid: number }>`
    select split_part(pg_read_file('postmaster.pid'), E'\n', 1)::int as pid`.execute(database)
  const [row] = rows
  if (row === undefined) throw new Error('No lock file: expected that of a running server')
  return row.pid
}

async function say(count: number, database: Database): Promise<void> {
  await sql`
    with said as (
      insert into changes select head + n, 'bench:' || head + n, 1, 'upsert', 'build.release', 'build', null, null, head + n,
        ${now()}::timestamptz, null, ${now()}::timestamptz, 'OBSERVED', 'live', true, 'Lumen released 1.0.0',
        '{"version": "1.0.0", "url": "https://github.example/lumen-labs/lumen/releases/1"}'::jsonb,
        array['ship:' || gen_random_uuid()], md5((head + n)::text), null, null
      from ledger_state, generate_series(1, ${count}::int) as n returning position)
    update ledger_state set head = (select max(position) from said)`.execute(database)
}

async function subscribe(
  given: {
    readonly count: number
    readonly account: string
    readonly url: string
    readonly type?: ChangeType
  },
  database: Database,
): Promise<void> {
  const types = given.type === undefined ? null : [given.type]
  await sql`insert into webhook_subscriptions (id, account_id, url, event_types, all_projects, status, starts_after,
      created_at, updated_at)
    select gen_random_uuid(), ${given.account}, ${given.url} || n, ${types}::text[], true, 'active', head, ${now()}, ${now()}
    from ledger_state, generate_series(1, ${given.count}::int) as n`.execute(database)
  await sql`vacuum analyze`.execute(database)
}
