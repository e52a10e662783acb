import { sql } from 'kysely'
import type { DeliveryStatus } from '#contract/enums.ts'
import type { Instant } from '#contract/time.ts'
import type { Attempt, LoggedDelivery } from '#domain/webhooks/logged-delivery.ts'
import { anyOf } from '#records/any-of.ts'
import { fromColumns } from '#records/columns.ts'
import type { Reader } from '#records/database.ts'

type LogQuery = {
  readonly status: DeliveryStatus | undefined
  /** Deliveries that were settled before this instant are left out. */
  readonly settledSince: Instant
  readonly limit: number
}

/**
 * Deliveries of a subscription, newest first, after the delivery `after`. Empty when `after` is no delivery of the
 * subscription.
 */
export async function getDeliveryLog(
  query: LogQuery & { readonly subscriptionId: string; readonly after: string | undefined },
  reader: Reader,
): Promise<readonly LoggedDelivery[]> {
  const { subscriptionId, after } = query
  const rows = await inLog(query, reader)
    .where('delivery.subscription_id', '=', subscriptionId)
    .$if(after !== undefined, (log) =>
      log.where(
        sql<boolean>`(delivery.created_at, delivery.id) < (select created_at, id from webhook_deliveries
          where id = ${after} and subscription_id = ${subscriptionId})`,
      ),
    )
    .execute()
  return withAttempts(rows, reader)
}

/** Whether a subscription has a delivery of this id. */
export async function hasDelivery(
  of: { readonly subscriptionId: string; readonly id: string },
  reader: Reader,
): Promise<boolean> {
  const row = await reader
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('id', '=', of.id)
    .where('subscription_id', '=', of.subscriptionId)
    .executeTakeFirst()
  return row !== undefined
}

/** A delivery with its account and callback URL, for operators. */
export type OperatedDelivery = LoggedDelivery & { readonly account: string; readonly url: string }

/**
 * Deliveries of every account with any of these statuses, newest first. Reads the newest of each status separately and
 * merges them, so that a rare status is found by index too.
 */
export async function getDeliveries(
  { statuses, ...query }: Omit<LogQuery, 'status'> & { readonly statuses: readonly DeliveryStatus[] },
  reader: Reader,
): Promise<readonly OperatedDelivery[]> {
  const ofStatus = inLog({ ...query, status: undefined }, reader).where(
    'delivery.status',
    '=',
    sql<DeliveryStatus>`given.status`,
  )
  const given = sql<{ status: string }>`unnest(${[...statuses]}::text[])`.as<'given'>(sql`given(status)`)
  const newest = reader
    .selectFrom(given)
    .innerJoinLateral(ofStatus.as('log'), (join) => join.onTrue())
    .select('log.id')
    .orderBy('log.created_at', 'desc')
    .orderBy('log.id', 'desc')
    .limit(query.limit)
  const rows = await withAccount(delivery(reader))
    .where('delivery.id', 'in', newest)
    .orderBy('delivery.created_at', 'desc')
    .orderBy('delivery.id', 'desc')
    .execute()
  return withAttempts(rows, reader)
}

/** The delivery with an id, and its account; undefined when there is none. */
export async function findDelivery(id: string, reader: Reader): Promise<OperatedDelivery | undefined> {
  const rows = await withAccount(delivery(reader)).where('delivery.id', '=', id).execute()
  const [found] = await withAttempts(rows, reader)
  return found
}

function delivery(reader: Reader) {
  return reader
    .selectFrom('webhook_deliveries as delivery')
    .select(['delivery.id', 'delivery.subscription_id', 'delivery.kind', 'delivery.type'])
    .select(['delivery.event_id', 'delivery.revision', 'delivery.status', 'delivery.created_at'])
    .select(['delivery.due_at', 'delivery.settled_at'])
}

function inLog({ status, settledSince, limit }: LogQuery, reader: Reader) {
  return delivery(reader)
    .where((row) =>
      row.or([row('delivery.settled_at', 'is', null), row('delivery.settled_at', '>=', settledSince)]),
    )
    .where((row) => (status === undefined ? row.val(true) : row('delivery.status', '=', status)))
    .orderBy('delivery.created_at', 'desc')
    .orderBy('delivery.id', 'desc')
    .limit(limit)
}

function withAccount(log: ReturnType<typeof delivery>) {
  return log
    .innerJoin('webhook_subscriptions as subscription', 'subscription.id', 'delivery.subscription_id')
    .innerJoin('accounts', 'accounts.id', 'subscription.account_id')
    .select(['accounts.name as account', 'subscription.url'])
}

type Row = Awaited<ReturnType<ReturnType<typeof delivery>['executeTakeFirstOrThrow']>>

async function withAttempts<R extends Row>(rows: readonly R[], reader: Reader) {
  const attempts = await getAttempts(
    rows.map(({ id }) => id),
    reader,
  )
  return rows.map((row) => ({
    ...fromColumns(row),
    attempts: attempts.get(row.id) ?? NONE,
  }))
}

const NONE: readonly Attempt[] = []

async function getAttempts(
  deliveryIds: readonly string[],
  reader: Reader,
): Promise<ReadonlyMap<string, readonly Attempt[]>> {
  if (deliveryIds.length === 0) return new Map()
  const rows = await reader
    .selectFrom('webhook_attempts')
    .select(['delivery_id', 'number', 'started_at', 'outcome', 'status_code', 'latency_ms', 'excerpt'])
    .where('delivery_id', '=', anyOf(deliveryIds, 'uuid'))
    .orderBy('number')
    .execute()
  const grouped = Map.groupBy(rows, (row) => row.delivery_id)
  return new Map(
    [...grouped].map(([id, attempts]) => [
      id,
      attempts.map(({ delivery_id: _, ...row }) => fromColumns(row)),
    ]),
  )
}
