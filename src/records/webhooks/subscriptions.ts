import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Instant } from '#contract/time.ts'
import type { Subscription } from '#domain/webhooks/subscription.ts'
import { fromColumns, insertAll } from '#records/columns.ts'
import { countRows } from '#records/counted-rows.ts'
import type { Reader, Writer } from '#records/database.ts'

/** A project that a subscription is for, with the slug that the account gave. */
export type SubscribedProject = { readonly projectId: string; readonly slug: string }

/** The subscriptions of an account, oldest first, without removed ones. */
export async function getSubscriptions(
  of: { readonly accountId: string },
  reader: Reader,
): Promise<readonly Subscription[]> {
  const rows = await standing(of, reader).orderBy('created_at').orderBy('id').execute()
  return rows.map(fromColumns)
}

type OfAccount = { readonly accountId: string; readonly id: string }

/** A subscription of an account; undefined when the account has no such subscription or removed it. */
export async function findSubscription(of: OfAccount, reader: Reader): Promise<Subscription | undefined> {
  const row = await standing(of, reader).where(hasId(of)).executeTakeFirst()
  return row && fromColumns(row)
}

/** A subscription as `findSubscription` gives it, locked until the transaction ends. Its deliveries are not locked. */
export async function lockSubscription(of: OfAccount, writer: Writer): Promise<Subscription | undefined> {
  const locked = await writer
    .selectFrom('webhook_subscriptions')
    .select('id')
    .where('account_id', '=', of.accountId)
    .where(hasId(of))
    .forNoKeyUpdate()
    .executeTakeFirst()
  return locked && findSubscription(of, writer)
}

/**
 * Locks an account until the transaction ends, so that its subscriptions can be counted.
 * @throws Error when there is no such account
 */
export async function lockAccount(
  { accountId }: { readonly accountId: string },
  writer: Writer,
): Promise<{ readonly isHeld: boolean }> {
  const row = await writer
    .selectFrom('accounts')
    .select('held_since')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return { isHeld: row.held_since !== null }
}

/** The number of an account's subscriptions, without removed ones. */
export async function countSubscriptions(
  { accountId }: { readonly accountId: string },
  reader: Reader,
): Promise<number> {
  return countRows(
    reader
      .selectFrom('webhook_subscriptions')
      .where('account_id', '=', accountId)
      .where('removed_at', 'is', null),
  )
}

/** Stops the fan-out until the transaction ends. Call it before any lock of a subscription. */
export async function holdFanOut(writer: Writer): Promise<void> {
  await writer.selectFrom('webhook_fan_out').select('position').forShare().execute()
}

/**
 * Stops the fan-out until the transaction ends, and returns the ledger's head. A subscription that starts after this
 * position is sent every later event, because no later event is fanned out before the subscription is visible.
 */
export async function lockStart(writer: Writer): Promise<number> {
  await holdFanOut(writer)
  const { head } = await writer.selectFrom('ledger_state').select('head').executeTakeFirstOrThrow()
  return head
}

/** The choices of an account for a subscription. `projects` is null when it is for every published project. */
export type Chosen = Pick<Subscription, 'url' | 'description' | 'eventTypes'> & {
  readonly projects: readonly SubscribedProject[] | null
}

/** Inserts an active subscription with the first version of its secret. */
export async function insertSubscription(
  subscription: Chosen & OfAccount & { readonly startsAfter: number; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  const { projects, eventTypes, now, ...own } = subscription
  await writer
    .insertInto('webhook_subscriptions')
    .values({
      id: own.id,
      account_id: own.accountId,
      url: own.url,
      description: own.description,
      starts_after: own.startsAfter,
      event_types: eventTypes === null ? null : [...eventTypes],
      all_projects: projects === null,
      status: 'active',
      created_at: now,
      updated_at: now,
    })
    .execute()
  await insertProjects({ id: own.id, projects }, writer)
}

/** Saves the changed choices of an account. A choice that is left out stays. */
export async function saveChosen(
  chosen: Partial<Chosen> & { readonly id: string; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  const { id, now, projects, eventTypes, ...own } = chosen
  await writer
    .updateTable('webhook_subscriptions')
    .set({
      ...own,
      updated_at: now,
      ...(eventTypes === undefined ? {} : { event_types: eventTypes === null ? null : [...eventTypes] }),
      ...(projects === undefined ? {} : { all_projects: projects === null }),
    })
    .where('id', '=', id)
    .execute()
  if (projects === undefined) return
  await writer.deleteFrom('webhook_subscription_projects').where('subscription_id', '=', id).execute()
  await insertProjects({ id, projects }, writer)
}

async function insertProjects(
  { id, projects }: { readonly id: string; readonly projects: readonly SubscribedProject[] | null },
  writer: Writer,
): Promise<void> {
  if (projects === null) return
  const rows = projects.map(({ projectId, slug }) => ({ subscription_id: id, project_id: projectId, slug }))
  await insertAll('webhook_subscription_projects', rows, writer).execute()
}

/** Gives a subscription the next version of its secret. The previous version also signs until an instant. */
export async function saveRotation(
  rotation: { readonly id: string; readonly previousUntil: Instant; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  await writer
    .updateTable('webhook_subscriptions')
    .set((row) => ({
      secret_version: sql<number>`${row.ref('secret_version')} + 1`,
      previous_until: rotation.previousUntil,
      updated_at: rotation.now,
    }))
    .where('id', '=', rotation.id)
    .execute()
}

/**
 * Makes a disabled subscription active again, from a ledger position on. Its count of DEAD deliveries in a row starts
 * at 0.
 */
export async function saveEnabled(
  enabled: { readonly id: string; readonly startsAfter: number; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  await writer
    .updateTable('webhook_subscriptions')
    .set({
      status: 'active',
      disabled_because: null,
      disabled_at: null,
      dead_in_a_row: 0,
      starts_after: enabled.startsAfter,
      updated_at: enabled.now,
    })
    .where('id', '=', enabled.id)
    .execute()
}

/** Marks a subscription as removed. Its deliveries stay until retention deletes them. */
export async function saveRemoved(
  removed: { readonly id: string; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  await writer
    .updateTable('webhook_subscriptions')
    .set({ removed_at: removed.now, updated_at: removed.now })
    .where('id', '=', removed.id)
    .execute()
}

const COLUMNS = [
  'id',
  'account_id',
  'url',
  'description',
  'event_types',
  'status',
  'disabled_because',
  'disabled_at',
  'starts_after',
  'gap_after',
  'dead_in_a_row',
  'secret_version',
  'standard_from',
  'previous_until',
  'created_at',
  'updated_at',
] as const

const PROJECTS: RawBuilder<string[] | null> = sql`case when subscription.all_projects then null else array(
  select case when projects.state = 'published' then projects.slug else chosen.slug end as shown
  from webhook_subscription_projects as chosen join projects on projects.id = chosen.project_id
  where chosen.subscription_id = subscription.id order by shown) end`

/**
 * Whether a subscription has an id. Compares texts, because a caller may ask for an id that is no uuid. An account has
 * few rows to compare.
 */
function hasId({ id }: OfAccount): RawBuilder<SqlBool> {
  return sql`id::text = ${id}`
}

function standing({ accountId }: { readonly accountId: string }, reader: Reader) {
  return reader
    .selectFrom('webhook_subscriptions as subscription')
    .innerJoinLateral(
      (delivery) =>
        delivery
          .selectFrom('webhook_deliveries')
          .select((row) => [
            row.fn.countAll<number>().as('waiting'),
            row.fn.min('created_at').as('waiting_since'),
            row.fn.min('position').as('oldest_waiting'),
          ])
          .whereRef('subscription_id', '=', 'subscription.id')
          .where('settled_at', 'is', null)
          .as('backlog'),
      (join) => join.onTrue(),
    )
    .innerJoin('webhook_fan_out', (join) => join.onTrue())
    .leftJoin('webhook_schedule as schedule', 'schedule.subscription_id', 'subscription.id')
    .select(COLUMNS)
    .select(['waiting', 'waiting_since', 'oldest_waiting', 'webhook_fan_out.position as fanned_out_to'])
    .select('schedule.next_attempt_at')
    .select(PROJECTS.as('projects'))
    .where('account_id', '=', accountId)
    .where('removed_at', 'is', null)
}
