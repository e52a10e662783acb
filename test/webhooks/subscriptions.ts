import { randomUUID } from 'node:crypto'
import type { DeliveryStatus } from '#contract/enums.ts'
import { addMs, type Instant } from '#contract/time.ts'
import type { Database } from '#records/database.ts'
import { issueKey } from '#test/given/accounts.ts'
import { type Answer, type HttpService, NOW } from '#test/service/http-service.ts'

/** An account that manages its subscriptions over HTTP. */
export type Subscriber = {
  readonly key: string
  readonly accountId: string
  readonly send: (line: string, body?: unknown) => Promise<Answer>
  /** Creates a subscription and returns its answer. @throws Error when it is refused */
  readonly create: (body?: Readonly<Record<string, unknown>>) => Promise<Created>
}
type Created = Readonly<Record<string, unknown>> & { readonly id: string; readonly secret: string }

export const CALLBACK = 'https://hooks.example.com/svc'

/** Gives an account of its own a key. */
export async function openSubscriber(service: HttpService): Promise<Subscriber> {
  const { key, account } = await issueKey(service.database)
  const { id: accountId } = await service.database
    .selectFrom('accounts')
    .select('id')
    .where('name', '=', account)
    .executeTakeFirstOrThrow()
  const send: Subscriber['send'] = (line, body) =>
    service.send(line, { key, ...(body === undefined ? {} : { body }) })
  return {
    key,
    accountId,
    send,
    async create(body = {}) {
      const created = await send('POST /api/webhooks', { url: CALLBACK, ...body })
      if (created.status !== 201) throw new Error(`refused: ${created.text}`)
      return created.body as Created
    },
  }
}

/** Sets the head of the ledger and the position to which it is fanned out. Stores no events. */
export async function setLedger(
  at: { readonly head: number; readonly fannedOutTo: number },
  database: Database,
) {
  await database.updateTable('ledger_state').set({ head: at.head }).execute()
  await database.updateTable('webhook_fan_out').set({ position: at.fannedOutTo }).execute()
}

/** Stores a delivery of an event, by default a waiting delivery at a new position of the ledger. */
export async function aDelivery(
  given: {
    readonly subscriptionId: string
    readonly position?: number
    readonly status?: DeliveryStatus
    readonly createdAt?: Instant
    readonly settledAt?: Instant
  },
  database: Database,
): Promise<string> {
  const { subscriptionId, status = 'QUEUED', createdAt = NOW } = given
  const settledAt = given.settledAt ?? (status === 'QUEUED' || status === 'RETRYING' ? null : NOW)
  const change = await aChange(given.position, database)
  const id = randomUUID()
  await database
    .insertInto('webhook_deliveries')
    .values({
      id,
      subscription_id: subscriptionId,
      kind: 'event',
      type: 'build.release',
      status,
      position: change.position,
      event_id: change.id,
      revision: 1,
      content_digest: 'x',
      created_at: createdAt,
      due_at: settledAt === null ? addMs(createdAt, 60_000) : null,
      settled_at: settledAt,
    })
    .execute()
  return id
}

/** The next event of the ledger, or one at a position. */
async function aChange(position: number | undefined, database: Database) {
  const { last } = await database
    .selectFrom('changes')
    .select((row) => row.fn.max('position').as('last'))
    .executeTakeFirstOrThrow()
  const at = position ?? (last === null ? 1 : last + 1)
  const id = `ship:${randomUUID()}`
  await database
    .insertInto('changes')
    .values({
      position: at,
      first_position: at,
      id,
      revision: 1,
      op: 'upsert',
      type: 'build.release',
      domain: 'build',
      recorded_at: NOW,
      detected_at: NOW,
      precision: 'OBSERVED',
      origin: 'live',
      first_seen_live: true,
      content_digest: 'x',
      summary: 'Release v1',
      facts: '{}',
      evidence: [id],
    })
    .execute()
  return { position: at, id }
}

/** The deliveries of a subscription with their states, oldest first. */
export function deliveriesOf(subscriptionId: string, database: Database) {
  return database
    .selectFrom('webhook_deliveries')
    .select(['id', 'kind', 'status', 'due_at', 'settled_at', 'failures'])
    .where('subscription_id', '=', subscriptionId)
    .orderBy('created_at')
    .orderBy('position')
    .execute()
}

/** Stores an active subscription of an account of its own, for every type and every project. */
export async function aSubscription(
  given: { readonly startsAfter: number },
  database: Database,
): Promise<{ readonly id: string; readonly accountId: string }> {
  const [id, accountId] = [randomUUID(), randomUUID()]
  await database
    .insertInto('accounts')
    .values({ id: accountId, name: `account ${accountId}`, created_at: NOW })
    .execute()
  await database
    .insertInto('webhook_subscriptions')
    .values({
      id,
      account_id: accountId,
      url: CALLBACK,
      all_projects: true,
      status: 'active',
      starts_after: given.startsAfter,
      created_at: NOW,
      updated_at: NOW,
    })
    .execute()
  return { id, accountId }
}
