import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChangeType } from '#contract/events.ts'
import { type Database, openDatabase } from '#records/database.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { openWebhookStage, type WebhookStage } from '#test/webhooks.ts'
import { fanOut } from './enqueue.ts'

const SUBSCRIPTIONS = 20_000
const ENTRIES = 60
const RUNNING = new AbortController().signal
const TYPE: ChangeType = 'build.release'

let opened: TestDatabase
let stage: WebhookStage
/** One connection, whose reads are counted. */
let counted: Database
beforeAll(async () => {
  opened = await openTestDatabase()
  stage = await openWebhookStage({ opened })
  counted = openDatabase(opened.url, { maxConnections: 1 })
})
afterAll(async () => {
  await counted.destroy()
  await stage[Symbol.asyncDispose]()
})

type Kind = { readonly types: readonly ChangeType[] | null; readonly projects: 'all' | 'each' | 'one' }
const KINDS: readonly [string, Kind][] = [
  ['of one type', { types: [TYPE], projects: 'all' }],
  ['of one project each', { types: null, projects: 'each' }],
  ['of the same project', { types: null, projects: 'one' }],
  ['of all types', { types: null, projects: 'all' }],
]
const STATISTICS = ['without statistics', 'with statistics'] as const
const PLANS = ['force_custom_plan', 'force_generic_plan'] as const

/** Leaves only subscriptions of one kind. Returns a project that some are for. */
async function subscribe({ types, projects }: Kind): Promise<string> {
  const { database } = opened
  const [account, project, now] = [randomUUID(), await stage.project(), stage.now()]
  await sql`truncate webhook_subscriptions, webhook_subscription_projects, webhook_deliveries, webhook_sent,
    webhook_schedule cascade`.execute(database)
  await sql`insert into accounts (id, name, created_at) values (${account}, ${account}, ${now})`.execute(
    database,
  )
  await sql`insert into webhook_subscriptions (id, account_id, url, event_types, all_projects, status, starts_after,
      created_at, updated_at)
    select gen_random_uuid(), ${account}, 'http://127.0.0.1:1/none', ${types}::text[], ${projects === 'all'}, 'active',
      head, ${now}, ${now}
    from ledger_state, generate_series(1, ${SUBSCRIPTIONS}::int)`.execute(database)
  if (projects !== 'all')
    await sql`
      with made as (
        select id as subscription_id, case when ${projects === 'one'} or row_number() over () = 1 then ${project}::uuid
          else gen_random_uuid() end as project_id
        from webhook_subscriptions
      ), named as (
        insert into projects (id, slug, name, state, created_at, first_published_at, published_at)
        select project_id, 'p-' || project_id, 'p', 'published', ${now}, ${now}, ${now}
        from made where project_id <> ${project}
      )
      insert into webhook_subscription_projects select *, 'p-' || project_id from made`.execute(database)
  return project
}

/** Writes events that no subscription of a kind is for: new, revised, withdrawn and past ones. */
async function sayToNobody({ types, projects }: Kind): Promise<void> {
  const project = await stage.project()
  const forEverything = projects === 'all' && types === null
  const type = forEverything ? 'build.code_activity' : 'research.published'
  const events = Array.from({ length: ENTRIES }, () => ({ id: `ship:${randomUUID()}`, type }) as const)
  await stage.say(project, ...events)
  await stage.say(project, ...events.map((event) => ({ ...event, summary: 'told better' })))
  await stage.withdraw(...events.map(({ id }) => id))
  const past = { type: TYPE, seen: { by: 'research' } } as const
  await stage.say(project, ...events.map(() => ({ ...past, id: `ship:${randomUUID()}` })))
}

/** Rows of tables that the counted connection has read, with and without an index. */
async function rowsRead(names: readonly string[]): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(counted)
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_user_tables
    where relname = any(${[...names]}::text[])`.execute(counted)
  return rows.reduce((sum, { read }) => sum + read, 0)
}
const CHOSEN = ['webhook_subscriptions', 'webhook_subscription_projects']
const SENT = ['webhook_deliveries', 'webhook_sent']

describe.each(KINDS)('subscriptions %s', (_, kind) => {
  test.for(STATISTICS.flatMap((known) => PLANS.map((plan) => [known, plan] as const)))(
    '%s and with %s: little is read for events that are for none of them',
    async ([known, plan]) => {
      const project = await subscribe(kind)
      await stage.say(project, { id: `ship:${randomUUID()}`, type: TYPE })
      const { queued } = await stage.fanOut()
      expect(queued).toBe(kind.projects === 'each' ? 1 : SUBSCRIPTIONS)
      if (known === 'with statistics') await sql`vacuum analyze`.execute(opened.database)
      await sql`set plan_cache_mode = ${sql.lit(plan)}`.execute(counted)
      await sayToNobody(kind)
      const [chosen, sent] = [await rowsRead(CHOSEN), await rowsRead(SENT)]
      const counts = await fanOut({ signal: RUNNING, now: stage.now }, { database: counted })
      expect(counts).toEqual({ entries: 4 * ENTRIES, queued: 0, cancelled: 0 })
      expect((await rowsRead(CHOSEN)) - chosen).toBeLessThan(ENTRIES)
      // Without statistics, each of two statements that cancel what waits may read the deliveries once.
      expect((await rowsRead(SENT)) - sent).toBeLessThan(3 * SUBSCRIPTIONS)
    },
  )
})
