import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { type Database, inTransaction, openDatabase, type Writer } from '#records/database.ts'
import { countWaiting } from '#test/postgres/database.ts'
import { forFile } from '#test/run/for-file.ts'
import { openDeliveries } from '#test/webhooks/deliveries.ts'
import { fanOut } from './enqueue.ts'
import { openSettling } from './settle.ts'

const NEVER_ENDS = new AbortController().signal

const given = await forFile(openDeliveries())
beforeEach(() => given.begin())

/** A step of the service that conflicts with another transaction. */
type Step = {
  readonly run: (database: Database) => Promise<unknown>
  /** The step's locks, the last one first. */
  readonly locks: readonly [(writer: Writer) => Promise<unknown>, (writer: Writer) => Promise<unknown>]
  /** Changes a row that the step changes too. */
  readonly change: (writer: Writer) => Promise<unknown>
  /** Expects the state that one run of the step leaves behind. */
  readonly done: () => Promise<void>
}

async function fanOutOfTwoEvents(): Promise<Step> {
  const [id, project] = [await given.subscribe('/fanned'), await given.stage.project()]
  const events = ['a', 'b'].map((name) => ({ id: `${name}:${id}` }))
  await given.stage.say(project, ...events)
  return {
    run: (database) => fanOut({ signal: NEVER_ENDS, now: given.stage.now }, { database }),
    locks: [
      (writer) => sql`select from webhook_subscriptions where id = ${id} for update`.execute(writer),
      (writer) => sql`select from webhook_fan_out for update`.execute(writer),
    ],
    change: (writer) => sql`update webhook_fan_out set position = position`.execute(writer),
    async done() {
      const rows = await given.stage.deliveries(id)
      expect(rows.map((row) => [row.event_id, row.status])).toEqual(events.map((one) => [one.id, 'QUEUED']))
    },
  }
}

async function completionOfAFailure(): Promise<Step> {
  const id = await given.subscribe('/failed')
  await given.tell()
  const [lease] = await given.lease()
  if (lease === undefined) throw new Error('No attempt was leased: expected one')
  const end = { lease, endedAt: given.stage.now(), outcome: 'status', statusCode: 500, latencyMs: 1 } as const
  return {
    run: (database) =>
      openSettling(NEVER_ENDS, { ...given.stage.deps, database }).settle({ ...end, excerpt: undefined }),
    locks: [
      (writer) =>
        sql`select from webhook_deliveries where subscription_id = ${id} for update`.execute(writer),
      (writer) => sql`select from webhook_subscriptions where id = ${id} for update`.execute(writer),
    ],
    change: (writer) =>
      sql`update webhook_deliveries set due_at = due_at where subscription_id = ${id}`.execute(writer),
    async done() {
      const left = { status: 'RETRYING', failures: 1, attempts: 1, lease_token: null }
      expect(await given.stage.deliveries(id)).toMatchObject([left])
    },
  }
}

const STEPS = { 'a fan-out': fanOutOfTwoEvents, 'a completion': completionOfAFailure }

/** New connections to the database, with a setting that its operator made. */
async function openWith(setting: string): Promise<Database> {
  const name = sql.id(new URL(given.stage.url).pathname.slice(1))
  await sql`alter database ${name} set ${sql.raw(setting)}`.execute(given.stage.database)
  const database = openDatabase(given.stage.url, { maxConnections: 1 })
  await sql`select`.execute(database)
  await sql`alter database ${name} reset all`.execute(given.stage.database)
  return database
}

const countDeadlocks = async () => {
  const { rows } = await sql<{ count: number }>`select deadlocks::int as count from pg_stat_database
    where datname = current_database()`.execute(given.stage.database)
  return rows[0]?.count ?? 0
}

test.each(Object.entries(STEPS))(
  '[webhooks 9] %s that PostgreSQL ends for a deadlock is repeated',
  async (_, prepare) => {
    const step = await prepare()
    const before = await countDeadlocks()
    // PostgreSQL ends the transaction that checks for a deadlock first. The step checks only once, after 15 s: by then
    // the other transaction must wait for it. The other would check after 10 minutes, so it never does.
    await using database = await openWith(`deadlock_timeout = '15s'`)
    const running = await inTransaction(given.stage.database, async (writer) => {
      await sql`set local deadlock_timeout = '10min'`.execute(writer)
      const [last, first] = step.locks
      await last(writer)
      const started = { ended: step.run(database) }
      await expect.poll(() => countWaiting(given.stage.database)).toBe(1)
      await first(writer)
      return started
    })
    await running.ended
    await step.done()
    // It may be ended twice: repeated at once, it can lock its row again before PostgreSQL wakes the other transaction.
    await expect.poll(() => countDeadlocks()).toBeGreaterThan(before)
  },
)

test.each(Object.entries(STEPS))(
  '[webhooks 9] %s that cannot be serialized is repeated',
  async (_, prepare) => {
    const step = await prepare()
    // PostgreSQL then refuses to change a row that another transaction changed meanwhile.
    await using database = await openWith(`default_transaction_isolation = 'repeatable read'`)
    const running = await inTransaction(given.stage.database, async (writer) => {
      await step.change(writer)
      const started = { ended: step.run(database) }
      await expect.poll(() => countWaiting(given.stage.database)).toBe(1)
      return started
    })
    await running.ended
    await step.done()
  },
)
