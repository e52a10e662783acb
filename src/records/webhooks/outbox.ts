import { sql } from 'kysely'
import type { ChangeOp } from '#contract/enums.ts'
import type { ChangeType } from '#contract/events.ts'
import type { Instant } from '#contract/time.ts'
import type { Reader, Writer } from '#records/database.ts'

/** A revision that is to be fanned out. */
export type OutboxEntry = { readonly position: number; readonly id: string; readonly op: ChangeOp }

/** Whether the ledger has revisions that are not fanned out. Takes no lock. */
export async function isFannedOut(reader: Reader): Promise<boolean> {
  const { behind } = await reader
    .selectFrom('webhook_fan_out')
    .innerJoin('ledger_state', (join) => join.onTrue())
    .select(sql<boolean>`webhook_fan_out.position < ledger_state.head`.as('behind'))
    .executeTakeFirstOrThrow()
  return !behind
}

/**
 * Takes the place in the outbox until the transaction ends, and returns it: one process fans out at a time. The ledger
 * is not locked: it is written in the order of its positions, so every entry before one that is seen is seen too.
 */
export async function lockOutbox(writer: Writer): Promise<number> {
  const { position } = await writer
    .selectFrom('webhook_fan_out')
    .select('position')
    .forUpdate()
    .executeTakeFirstOrThrow()
  return position
}

/**
 * The next revisions after a position, in ledger order: `limit` at most, and no further one once `pairs` or more pairs of
 * revision and subscription may match.
 */
export async function getOutboxEntries(
  input: {
    readonly after: number
    readonly limit: number
    readonly pairs: number
    readonly types: readonly ChangeType[]
  },
  reader: Reader,
): Promise<readonly OutboxEntry[]> {
  const { after, limit, pairs, types } = input
  const taken = sql<OutboxEntry>`(
    with recursive entry (position, id, op, number, pairs) as (
      select ${after}::bigint, null::text, null::text, 0, 0::bigint
      union all
      select event.position, event.id, event.op, number + 1,
        pairs + (select count(*) from ${CANDIDATES} as candidate)
      from entry cross join lateral (
        select * from ${events(types)} as event where position > entry.position order by position limit 1
      ) as event
      where number < ${limit} and pairs < ${pairs}
    )
    select position, id, op from entry where number > 0)`
  return reader.selectFrom(taken.as('taken')).selectAll().orderBy('position').execute()
}

/** Moves the place in the outbox forward. */
export async function saveOutboxPosition(position: number, writer: Writer): Promise<void> {
  await writer.updateTable('webhook_fan_out').set({ position }).execute()
}

/**
 * Cancels what waits of events that were withdrawn. A request in flight ends by itself; its result is still recorded.
 * Whoever begins an attempt locks the subscription first, so every attempt that was not prevented is seen afterwards.
 */
export async function cancelWithdrawn(
  input: { readonly eventIds: readonly string[]; readonly now: Instant },
  writer: Writer,
): Promise<number> {
  if (input.eventIds.length === 0) return 0
  const waiting = sql`event_id = any(${[...input.eventIds]}::text[]) and settled_at is null
    and type <> 'event.retracted'`
  await sql`select from webhook_subscriptions
    where id in (select subscription_id from webhook_deliveries where ${waiting})
    order by id for no key update`.execute(writer)
  const cancelled = await sql`update webhook_deliveries
    set status = 'CANCELLED', due_at = null, settled_at = ${input.now}::timestamptz
    where ${waiting} returning id`.execute(writer)
  return cancelled.rows.length
}

/** The ledger's revisions, with whether each is an upsert that is public and of one of these types. */
function events(types: readonly ChangeType[]) {
  return sql`(
    select change.*, change.op = 'upsert' and coalesce(projects.state = 'published', true)
      and change.type = any(${[...types]}::text[]) as is_public
    from changes as change left join projects on projects.id = change.project_id)`
}

const IS_NEWS = sql`event.is_public and event.origin = 'live'`
const IS_FOR_THOSE_WITH_IT = sql`event.revision > 1
  and (event.op = 'retract' or event.is_public and event.origin <> 'live')`

/**
 * The subscriptions that a revision `event` may be for, as a lateral relation: those that take its type, those that chose
 * its project, and for a revision that is not news those that have the event. Each part is found by an index, so a
 * revision that is for nobody costs little, however many subscriptions there are.
 */
const CANDIDATES = sql`(
  select id as subscription_id from webhook_subscriptions
  where ${IS_NEWS} and coalesce(event_types, array['*']) && array[event.type, '*']
    and all_projects and status = 'active' and removed_at is null
  union
  select subscription_id from webhook_subscription_projects where ${IS_NEWS} and project_id = event.project_id
  union
  select subscription_id from webhook_deliveries where ${IS_FOR_THOSE_WITH_IT} and event_id = event.id
  union
  select subscription_id from webhook_sent where ${IS_FOR_THOSE_WITH_IT} and event_id = event.id)`

/**
 * Queues these revisions for the subscriptions that are told of them, each event at most once. Returns how many
 * deliveries were queued.
 *
 * An upsert goes to the subscriptions that match its type and project, if it says something else than what they were
 * last sent of the event. One that is not live goes only to those that have the event; after a retraction, only to
 * those that were told of it. A retraction goes to those with an attempt of the event that were not told yet.
 *
 * Every subscription that is told is locked, even when the schedule has it due: whoever ends its last request meanwhile
 * doesn't see what is queued here, and would take it from the schedule.
 *
 * With `offset 0` each candidate is looked up. Without statistics the planner would gather the candidates again for every
 * subscription: 20,000 then took half a minute.
 * @source contract, Delivery rules
 */
export async function queueEntries(
  input: {
    readonly positions: readonly number[]
    readonly types: readonly ChangeType[]
    readonly now: Instant
  },
  writer: Writer,
): Promise<number> {
  const { rows } = await sql<{ queued: number }>`
    with event as materialized (
      select event.*, exists (
        select from changes as before where before.id = event.id and before.revision = event.revision - 1
          and before.op = 'retract') as returned
      from ${events(input.types)} as event
      where event.position = any(${[...input.positions]}::bigint[])
    ), fresh as (
      insert into webhook_deliveries (id, subscription_id, kind, position, event_id, revision, type, content_digest,
        status, created_at, due_at)
      select uuidv7(), subscription.id, 'event', event.position, event.id, event.revision,
        case event.op when 'retract' then 'event.retracted' else event.type end, event.content_digest,
        'QUEUED', ${input.now}::timestamptz, ${input.now}::timestamptz
      from event cross join lateral ${CANDIDATES} as candidate
      cross join lateral (
        select * from webhook_subscriptions where id = candidate.subscription_id and status = 'active'
          and removed_at is null and starts_after < event.position offset 0
      ) as subscription
      left join lateral ${LAST_SENT} as last on true
      where case when event.op = 'retract' then not last.retracted
        else event.is_public and event.content_digest is distinct from last.content_digest
          and (event.origin = 'live' or last.retracted or (last.retracted is not null and not event.returned))
          and (subscription.event_types is null or event.type = any(subscription.event_types))
          and (subscription.all_projects or event.project_id in (
            select project_id from webhook_subscription_projects where subscription_id = subscription.id))
        end
      on conflict (event_id, subscription_id, revision) do nothing
      returning subscription_id
    ), locked as (
      select id from webhook_subscriptions where id in (select subscription_id from fresh)
      order by id for no key update
    ), woken as (
      insert into webhook_schedule as schedule (subscription_id, next_attempt_at)
      select id, ${input.now}::timestamptz from locked
      on conflict (subscription_id) do update set next_attempt_at = excluded.next_attempt_at
      where schedule.next_attempt_at > excluded.next_attempt_at
    )
    select count(*)::int as queued from fresh`.execute(writer)
  return rows.reduce((sum, { queued }) => sum + queued, 0)
}

/**
 * What a candidate was last sent of an event, or will be, as a lateral relation: the newest revision that has an attempt
 * or waits for one. A first revision has none before it.
 */
const LAST_SENT = sql`(
  select sent.content_digest, sent.retracted
  from (
    select revision, content_digest, type = 'event.retracted' as retracted
    from webhook_deliveries where event_id = event.id and subscription_id = candidate.subscription_id
      and (status <> 'CANCELLED' or attempts > 0)
    union all
    select revision, content_digest, retracted from webhook_sent
    where event_id = event.id and subscription_id = candidate.subscription_id
  ) as sent
  where event.revision > 1 and sent.revision < event.revision
  order by sent.revision desc limit 1)`
