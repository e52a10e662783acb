import { type RawBuilder, sql } from 'kysely'
import { countedOrZero } from '#contract/counted.ts'
import type { ChangeOp } from '#contract/enums.ts'
import type { ChangeType } from '#contract/events.ts'
import type { Instant } from '#contract/time.ts'
import { anyOf } from '#records/any-of.ts'
import type { Reader, Writer } from '#records/database.ts'
import { cancelWaiting } from './commands.ts'

const NO_UUID = '00000000-0000-0000-0000-000000000000'
const LAST_UUID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** A revision to fan out. `mayBeWanted` is false when no subscription can be notified of it. */
export type OutboxEntry = {
  readonly position: number
  readonly id: string
  readonly op: ChangeOp
  readonly mayBeWanted: boolean
}

/**
 * How far the ledger is fanned out. All entries up to `position` are. The next entry is fanned out to the subscriptions
 * up to `subscriptionId`, in the order of ids; null means to none.
 */
type OutboxCheckpoint = { readonly position: number; readonly subscriptionId: string | null }

/** Subscriptions with an id after `after`, up to `through`. Null means without that bound. */
type SubscriptionSpan = { readonly after: string | null; readonly through: string | null }

/** Whether every revision of the ledger is fanned out. Takes no lock. */
export async function isFannedOut(reader: Reader): Promise<boolean> {
  const row = await reader
    .selectFrom('webhook_fan_out')
    .innerJoin('ledger_state', (join) => join.onTrue())
    .select(sql<boolean>`webhook_fan_out.position >= ledger_state.head`.as('isFannedOut'))
    .executeTakeFirstOrThrow()
  return row.isFannedOut
}

/**
 * Locks the checkpoint of the outbox until the transaction ends, so that one process fans out at a time. The ledger is
 * not locked. Positions commit in order: a visible entry implies all earlier ones.
 */
export async function lockOutbox(
  writer: Writer,
): Promise<{ readonly checkpoint: OutboxCheckpoint; readonly head: number; readonly subscriptions: number }> {
  const { position, subscription_id: subscriptionId } = await writer
    .selectFrom('webhook_fan_out')
    .select(['position', 'subscription_id'])
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { head, subscriptions } = await writer
    .selectFrom('ledger_state')
    .select('head')
    .select((row) =>
      row
        .selectFrom('webhook_subscriptions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('status', '=', 'active')
        .where('removed_at', 'is', null)
        .as('subscriptions'),
    )
    .executeTakeFirstOrThrow()
  return {
    checkpoint: { position, subscriptionId },
    head,
    subscriptions: countedOrZero(subscriptions ?? undefined),
  }
}

/**
 * The next revisions after a position, in ledger order. A later revision of an event may always be wanted. A first
 * revision may be wanted only if it is live, of one of these types, and of a type that an active subscription takes for
 * all projects or for the event's project.
 */
export async function getOutboxEntries(
  input: { readonly after: number; readonly limit: number; readonly types: readonly ChangeType[] },
  reader: Reader,
): Promise<readonly OutboxEntry[]> {
  const entries = sql<OutboxEntry>`(
    with next as (
      select position, id, op, type, project_id, revision > 1 as is_revised,
        revision = 1 and origin = 'live' and type = ${anyOf(input.types, 'text')} as is_news
      from changes where position > ${input.after} order by position limit ${input.limit}
    ), taken as (
      select type from (select distinct type from next where is_news) as news where exists (
        select from webhook_subscriptions where all_projects and status = 'active' and removed_at is null
          and (event_types is null or news.type = any(event_types)))
    ), taken_of_project as (
      select type, project_id from (
        select distinct type, project_id from next where is_news and type not in (select type from taken)
      ) as news where exists (
        select from webhook_subscription_projects as chosen
        join webhook_subscriptions as subscription on subscription.id = chosen.subscription_id
        where chosen.project_id = news.project_id and status = 'active' and removed_at is null
          and (event_types is null or news.type = any(event_types)))
    )
    select position, id, op, is_revised or is_news and (type in (select type from taken) or exists (
      select from taken_of_project as chosen
      where chosen.type = next.type and chosen.project_id = next.project_id)) as "mayBeWanted"
    from next)`
  return reader.selectFrom(entries.as('entry')).selectAll().orderBy('position').execute()
}

/** The last of the next `count` active subscriptions after `after`, in the order of ids. Null when there are fewer. */
export async function getEndOfSpan(
  input: { readonly after: string | null; readonly count: number },
  reader: Reader,
): Promise<string | null> {
  const row = await reader
    .selectFrom('webhook_subscriptions')
    .select('id')
    .where('status', '=', 'active')
    .where('removed_at', 'is', null)
    .where('id', '>', input.after ?? NO_UUID)
    .orderBy('id')
    .offset(input.count - 1)
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Moves the checkpoint of the outbox forward, and deletes the traces of the entries up to it. */
export async function saveOutboxCheckpoint(checkpoint: OutboxCheckpoint, writer: Writer): Promise<void> {
  const { position, subscriptionId } = checkpoint
  await writer.updateTable('webhook_fan_out').set({ position, subscription_id: subscriptionId }).execute()
  await writer.deleteFrom('traced_changes').where('position', '<=', position).execute()
}

/**
 * Cancels the pending deliveries of withdrawn events, for the subscriptions of a span. Returns their number. A request
 * in flight goes on, and its result is still recorded. Every new attempt locks its subscription first, so an attempt
 * that this call did not prevent is visible afterwards.
 */
export async function cancelWithdrawn(
  input: { readonly eventIds: readonly string[]; readonly span: SubscriptionSpan; readonly now: Instant },
  writer: Writer,
): Promise<number> {
  if (input.eventIds.length === 0) return 0
  const waiting = sql`event_id = ${anyOf(input.eventIds, 'text')} and settled_at is null
    and type <> 'event.retracted' and ${inSpan('subscription_id', input.span)}`
  await sql`select from webhook_subscriptions
    where id in (select subscription_id from webhook_deliveries where ${waiting})
    order by id for no key update`.execute(writer)
  const cancelled = await sql`update webhook_deliveries
    set status = 'CANCELLED', due_at = null, settled_at = ${input.now}::timestamptz
    where ${waiting} returning id`.execute(writer)
  return cancelled.rows.length
}

/**
 * Queues these revisions for the subscriptions that must be notified of them, each at most once. Returns the number of
 * queued deliveries.
 *
 * An upsert goes to the subscriptions that match its type and project, unless it repeats what they know. They know the
 * last revision of the event that they were sent, or without one the revision before the upsert. A subscription that
 * missed a revision in its gap gets the upsert even then, because nobody knows which revision it has.
 * An upsert that is not live goes only to subscriptions that have the event. After a retraction it goes only to those
 * that were notified of the retraction or missed it.
 * A retraction goes to subscriptions with an attempt of the event that were not notified of the retraction yet, or that
 * missed the return of the event.
 *
 * Locks every notified subscription. Otherwise a worker that ends the last request of a subscription meanwhile would
 * not see the new delivery, and would unschedule the subscription. If a subscription was disabled or removed before it
 * was locked, its deliveries are cancelled, because nothing else would end them.
 * @source contract, Delivery rules
 */
export async function queueEntries(
  input: {
    readonly positions: readonly number[]
    readonly span: SubscriptionSpan
    readonly types: readonly ChangeType[]
    readonly now: Instant
  },
  writer: Writer,
): Promise<number> {
  if (input.positions.length === 0) return 0
  const { rows } = await sql<{ queued: number; ended: string[] }>`
    with event as (
      select change.*, coalesce(projects.state = 'published', true) as is_public,
        coalesce(before.op = 'retract', false) as returned, before.content_digest as earlier_digest
      from changes as change left join projects on projects.id = change.project_id
      left join changes as before on before.id = change.id and before.revision = change.revision - 1
      where change.position = ${anyOf(input.positions, 'bigint')}
    ), last as (${lastSent(input.span)}), fresh as (
      insert into webhook_deliveries (id, subscription_id, kind, position, event_id, revision, type, content_digest,
        status, created_at, due_at, traceparent)
      select uuidv7(), subscription.id, 'event', event.position, event.id, event.revision,
        case event.op when 'retract' then 'event.retracted' else event.type end, event.content_digest,
        'QUEUED', ${input.now}::timestamptz, ${input.now}::timestamptz, traced.traceparent
      from event
      left join traced_changes as traced on traced.position = event.position
      join webhook_subscriptions as subscription on subscription.status = 'active'
        and subscription.removed_at is null and subscription.starts_after < event.position
        and ${inSpan('subscription.id', input.span)}
      left join last on last.position = event.position and last.subscription_id = subscription.id
      where case when event.op = 'retract' then not last.retracted or (last.retracted and ${MISSED})
        else event.is_public and event.type = ${anyOf(input.types, 'text')}
          and (event.content_digest is distinct from coalesce(last.content_digest, event.earlier_digest) or ${MISSED})
          and (event.origin = 'live' or last.retracted
            or (last.retracted is not null and (not event.returned or ${MISSED})))
          and (subscription.event_types is null or event.type = any(subscription.event_types))
          and (subscription.all_projects or exists (
            select from webhook_subscription_projects as chosen
            where chosen.subscription_id = subscription.id and chosen.project_id = event.project_id))
        end
      on conflict (event_id, subscription_id, revision) do nothing
      returning subscription_id
    ), locked as (
      select id, status = 'active' and removed_at is null as is_active from webhook_subscriptions
      where id in (select subscription_id from fresh) order by id for no key update
    ), woken as (
      insert into webhook_schedule as schedule (subscription_id, next_attempt_at)
      select id, ${input.now}::timestamptz from locked where is_active
      on conflict (subscription_id) do update set next_attempt_at = excluded.next_attempt_at
      where schedule.next_attempt_at > excluded.next_attempt_at
    )
    select count(*)::int as queued, array(select id from locked where not is_active) as ended
    from fresh`.execute(writer)
  const ended = rows.flatMap((row) => row.ended)
  if (ended.length > 0) await cancelWaiting({ subscriptionIds: ended, now: input.now }, writer)
  return rows.reduce((sum, { queued }) => sum + queued, 0)
}

/**
 * Whether a subscription missed a revision of the event: a revision in its gap, later than the last one that it is
 * known to have. A receiver that has read its gap on /api/changes has that revision.
 */
const MISSED = sql`(subscription.gap_after < subscription.starts_after and exists (
  select from changes as missed
  where missed.id = event.id and missed.revision < event.revision and missed.revision > coalesce(last.known_to, 0)
    and missed.position > subscription.gap_after and missed.position <= subscription.starts_after))`

/**
 * The last earlier revision of each event that each subscription was sent or will be sent: the newest one with an
 * attempt or a pending delivery. Empty for a first revision. `known_to` is that revision if it was received or is
 * pending. If nobody knows whether it was received, `known_to` is the revision before it.
 */
function lastSent(span: SubscriptionSpan): RawBuilder<unknown> {
  return sql`
    select distinct on (event.position, sent.subscription_id) event.position, sent.subscription_id,
      sent.content_digest, sent.retracted, sent.known_to
    from event, lateral (
      select subscription_id, revision, content_digest, type = 'event.retracted' as retracted,
        case when status in ('DEAD', 'CANCELLED') then revision - 1 else revision end as known_to
      from webhook_deliveries where event_id = event.id and (status <> 'CANCELLED' or attempts > 0)
      union all
      select subscription_id, revision, content_digest, retracted, revision - 1
      from webhook_sent where event_id = event.id
    ) as sent
    where event.revision > 1 and sent.revision < event.revision and ${inSpan('sent.subscription_id', span)}
    order by event.position, sent.subscription_id, sent.revision desc`
}

function inSpan(id: string, { after, through }: SubscriptionSpan): RawBuilder<unknown> {
  const [first, last] = [after ?? NO_UUID, through ?? LAST_UUID]
  return sql`(${sql.ref(id)} > ${first}::uuid and ${sql.ref(id)} <= ${last}::uuid)`
}
