import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { Insertable, Selectable } from 'kysely'
import type { EvidenceId } from '#contract/ids.ts'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import type { ChangeDraft } from '#domain/ledger/draft.ts'
import { append } from '#ledger/append.ts'
import { runLedger } from '#ledger/write.ts'
import { type Database, inTransaction, type Writer } from '#records/database.ts'
import type { Tables } from '#records/tables.ts'
import { cancelWaiting, disableSubscriptions, queuePing } from '#records/webhooks/commands.ts'
import { lockSubscriptions } from '#records/webhooks/leases.ts'
import { lockStart, saveEnabled } from '#records/webhooks/subscriptions.ts'
import { aProject, DEFAULT_NOW } from '#test/given/records.ts'
import { openTestDatabase, type TestDatabase } from '#test/postgres/database.ts'
import { type DeliverDeps, deliverDue } from '#webhooks/deliver.ts'
import { type FanOutCounts, fanOut } from '#webhooks/enqueue.ts'
import type { SendRequest } from '#webhooks/send.ts'

export type DeliveryRow = Selectable<Tables['webhook_deliveries']>

/** Webhooks on a database and a clock of the test's own. Nothing runs unless a test calls it. */
export type WebhookStage = AsyncDisposable & {
  readonly database: Database
  readonly url: string
  readonly now: () => Instant
  readonly pass: (ms: number) => void
  /** The dependencies of delivery, on this stage's clock. */
  readonly deps: DeliverDeps
  /** A published project; answers its id. */
  readonly project: (state?: 'published' | 'draft') => Promise<string>
  /** An active subscription for everything after the ledger's head; answers its id. */
  readonly subscribe: (
    given?: Partial<Insertable<Tables['webhook_subscriptions']>>,
    projects?: readonly string[],
  ) => Promise<string>
  /** Writes live events of a project, or new revisions of them. */
  readonly say: (projectId: string, ...events: readonly Said[]) => Promise<void>
  readonly withdraw: (...ids: readonly string[]) => Promise<void>
  readonly fanOut: (bounds?: { readonly pairsAtOnce: number }) => Promise<FanOutCounts>
  /** Sends due attempts. Answers the number of attempts. */
  readonly deliver: () => Promise<number>
  /** Fans out new events of the ledger, and sends due attempts. */
  readonly send: () => Promise<void>
  readonly deliveries: (subscriptionId: string) => Promise<readonly DeliveryRow[]>
  /** A subscription's row, with its next attempt in the schedule. */
  readonly subscription: (
    id: string,
  ) => Promise<Selectable<Tables['webhook_subscriptions']> & { readonly next_attempt_at: Instant | null }>
}
export type Said = Partial<ChangeDraft> & { readonly id: string }

const NEVER_ENDS = new AbortController().signal

/** Opens a stage on a database of the caller's, or on a new one. */
export async function openWebhookStage(
  options: { maxConnections?: number; opened?: TestDatabase } = {},
): Promise<WebhookStage> {
  const opened = options.opened ?? (await openTestDatabase(options))
  const { database } = opened
  let at = DEFAULT_NOW
  const now = () => at
  await runLedger({ now: addMs(now(), -DAY_MS) }, { database })
  const deps = { database, now, site: { baseUrl: 'https://svc.example' }, send, signaturesOf, logger: SILENT }
  return {
    database,
    url: opened.url,
    now,
    deps,
    pass: (ms) => {
      at = addMs(at, ms)
    },
    project: async (state = 'published') => (await aProject({ state }, database)).id ?? '',
    subscribe: (given = {}, projects) => aSubscription({ ...given, projects, now: now() }, database),
    say: async (projectId, ...events) => {
      const drafted = events.map((event) => ({
        draft: { ...DRAFT, detectedAt: now(), ...event },
        projectId,
        publishedAt: addMs(DEFAULT_NOW, -100 * DAY_MS),
      }))
      await inTransaction(database, (writer) =>
        append({ events: drafted, retractions: [], now: now() }, writer),
      )
    },
    withdraw: async (...ids) => {
      const retractions = ids.map((id) => ({ id, because: 'withdrawn' as const }))
      await inTransaction(database, (writer) => append({ events: [], retractions, now: now() }, writer))
    },
    fanOut: (bounds) => fanOut({ signal: NEVER_ENDS, now, ...bounds }, { database }),
    deliver: async () => (await deliverDue(NEVER_ENDS, deps)).attempts,
    send: async () => {
      await fanOut({ signal: NEVER_ENDS, now }, { database })
      await deliverDue(NEVER_ENDS, deps)
    },
    deliveries: (id) =>
      database
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('subscription_id', '=', id)
        .orderBy('position')
        .execute(),
    subscription: (id) =>
      database
        .selectFrom('webhook_subscriptions as subscription')
        .leftJoin('webhook_schedule as schedule', 'schedule.subscription_id', 'subscription.id')
        .selectAll('subscription')
        .select('schedule.next_attempt_at')
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
  }
}

const SILENT: DeliverDeps['logger'] = { warn: () => {}, error: () => {} }
const EVIDENCE = [`ship:${randomUUID()}`] as [EvidenceId]
const DRAFT: Omit<ChangeDraft, 'id' | 'detectedAt'> = {
  type: 'build.release',
  contract: null,
  occurredAt: null,
  precision: 'OBSERVED',
  summary: 'Lumen released 1.0.0',
  facts: { version: '1.0.0' },
  evidence: EVIDENCE,
  seen: { by: 'service' },
  order: [],
}

type NewSubscription = Partial<Insertable<Tables['webhook_subscriptions']>> & {
  readonly projects?: readonly string[] | undefined
  readonly now: Instant
}

/** An active subscription of an account of its own. */
export async function aSubscription(
  { projects, now, ...given }: NewSubscription,
  database: Database | Writer,
): Promise<string> {
  const id = given.id ?? randomUUID()
  const accountId = given.account_id ?? (await anAccount(now, database))
  const { head } = await database.selectFrom('ledger_state').select('head').executeTakeFirstOrThrow()
  const row = {
    id,
    account_id: accountId,
    url: 'http://127.0.0.1:1/none',
    status: 'active',
    starts_after: head,
    all_projects: projects === undefined,
    created_at: now,
    updated_at: now,
    ...given,
  }
  await database.insertInto('webhook_subscriptions').values(row).execute()
  const chosen = (projects ?? []).map((project) => ({
    subscription_id: id,
    project_id: project,
    slug: `p-${project.slice(0, 8)}`,
  }))
  if (chosen.length > 0) await database.insertInto('webhook_subscription_projects').values(chosen).execute()
  return id
}

async function anAccount(now: Instant, database: Database | Writer): Promise<string> {
  const id = randomUUID()
  await database
    .insertInto('accounts')
    .values({ id, name: `a ${id}`, created_at: now })
    .execute()
  return id
}

/** Puts an account on hold, or lifts it. */
export async function hold(subscriptionId: string, since: Instant | null, database: Database): Promise<void> {
  await database
    .updateTable('accounts')
    .set({ held_since: since, held_reason: since === null ? null : 'unpaid' })
    .where('id', '=', (query) =>
      query.selectFrom('webhook_subscriptions').select('account_id').where('id', '=', subscriptionId),
    )
    .execute()
}

/** Disables a subscription as its account does. */
export async function disable(id: string, now: Instant, database: Database): Promise<void> {
  await inTransaction(database, async (writer) => {
    await lockSubscriptions([id], writer)
    await disableSubscriptions({ ids: [id], because: 'requested', now }, writer)
  })
}

/** Enables a subscription as its account does, without the ping. */
export async function enable(id: string, now: Instant, database: Database): Promise<void> {
  await inTransaction(database, async (writer) => {
    const startsAfter = await lockStart(writer)
    await lockSubscriptions([id], writer)
    await cancelWaiting({ subscriptionIds: [id], now }, writer)
    await saveEnabled({ id, startsAfter, now }, writer)
  })
}

/** Queues a ping as the API does. */
export async function aPing(subscriptionId: string, now: Instant, database: Database): Promise<string> {
  const deliveryId = randomUUID()
  await inTransaction(database, async (writer) => {
    await lockSubscriptions([subscriptionId], writer)
    await queuePing({ subscriptionId, deliveryId, now }, writer)
  })
  return deliveryId
}

/** Headers that name the signing versions in place of signatures. */
export function signaturesOf({ id, t, versions, standardFrom }: Parameters<DeliverDeps['signaturesOf']>[0]) {
  const own = versions.map((version) => `v1=${version}`)
  return {
    'svc-signature': [`t=${t}`, ...own].join(','),
    'webhook-signature': `v1,${id} ${versions} ${standardFrom}`,
  }
}

/** Sends on a connection of its own. Answers the outcome, the status and the latency. */
export function send({ url, headers, body }: SendRequest) {
  const started = performance.now()
  const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<DeliverDeps['send']>>>()
  const latencyMs = () => Math.round(performance.now() - started)
  const sending = request(url, { method: 'POST', headers: { ...headers }, agent: false }, (answer) => {
    answer.resume()
    const statusCode = answer.statusCode ?? 0
    const outcome = statusCode >= 200 && statusCode < 300 ? 'succeeded' : 'status'
    resolve({ outcome, statusCode, latencyMs: latencyMs() })
  })
  sending.on('error', () => resolve({ outcome: 'connect', latencyMs: latencyMs() }))
  sending.end(body)
  return promise
}
