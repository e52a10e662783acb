import { addMs, HOUR_MS, type Instant, msOf } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { findNextAttempt } from '#records/webhooks/attempts.ts'
import { type DeliveryLease, leaseAttempts } from '#records/webhooks/leases.ts'
import { settleAttempts } from '#records/webhooks/settlements.ts'
import type { TestDatabase } from '#test/postgres/database.ts'
import { answering, type Received, type Receiver, startReceiver } from './receiver.ts'
import { openWebhookStage, type WebhookStage } from './webhooks.ts'

/** A stage with a receiver, for the tests of one file. */
type ReceivedStage = AsyncDisposable & {
  readonly stage: WebhookStage
  readonly receiver: Receiver
  /** Begins a test: removes the subscriptions of earlier tests. The receiver answers 204 again. */
  readonly begin: () => Promise<void>
}

/** Opens a stage with a receiver, on a database of the caller's or on a new one. */
export async function openReceivedStage(
  options: { readonly opened?: TestDatabase } = {},
): Promise<ReceivedStage> {
  const stage = await openWebhookStage(options)
  const receiver = await startReceiver()
  return {
    stage,
    receiver,
    async begin() {
      receiver.answer = answering(204)
      await stage.database.updateTable('webhook_subscriptions').set({ removed_at: stage.now() }).execute()
    },
    async [Symbol.asyncDispose]() {
      await receiver[Symbol.asyncDispose]()
      await stage[Symbol.asyncDispose]()
    },
  }
}

/** The actions and reads of tests of an event's audience. */
export function audienceOf({ stage, receiver }: ReceivedStage) {
  return {
    head: async () =>
      (await stage.database.selectFrom('ledger_state').select('head').executeTakeFirstOrThrow()).head,
    /** Type, revision and status of the deliveries of events after a position. */
    textsOf: async (id: string, after = 0) =>
      (await stage.deliveries(id))
        .filter(({ position }) => position !== null && position > after)
        .map(({ type, revision, status }) => `${type} ${revision} ${status}`),
    subscribe: (given = {}, projects?: readonly string[]) =>
      stage.subscribe({ url: `${receiver.url}/told`, ...given }, projects),
  }
}

/** A stage with a receiver, and a project whose events are delivered. */
export type Deliveries = Awaited<ReturnType<typeof openDeliveries>>

/** Opens a stage for tests of deliveries. Each test begins an hour after the one before. */
export async function openDeliveries(options: { readonly opened?: TestDatabase } = {}) {
  const opened = await openReceivedStage(options)
  const { stage, receiver } = opened
  const project = await stage.project()
  let events = 0
  return {
    ...opened,
    async begin() {
      await opened.begin()
      stage.pass(HOUR_MS)
    },
    /** Writes live events and fans them out. */
    async tell(count = 1): Promise<readonly string[]> {
      const ids = Array.from({ length: count }, () => {
        events += 1
        return `ship:${events}`
      })
      await stage.say(project, ...ids.map((id) => ({ id })))
      await stage.fanOut()
      return ids
    },
    subscribe: (path: string) => stage.subscribe({ url: `${receiver.url}${path}` }),
    receivedAt: (path: string): readonly Received[] => receiver.received.filter((one) => one.path === path),
    lease: (limit = 100) =>
      inTransaction(stage.database, (writer) => leaseAttempts({ now: stage.now(), limit }, writer)),
    settle: (leases: readonly DeliveryLease[], outcome: 'succeeded' | 'status' = 'succeeded') =>
      inTransaction(stage.database, (writer) =>
        settleAttempts(
          leases.map((lease) => endOf(lease, { outcome, endedAt: stage.now() })),
          { now: stage.now() },
          writer,
        ),
      ),
    statusesOf: async (id: string) => (await stage.deliveries(id)).map(({ status }) => status),
    /** Delivers each due attempt in turn until none is due within this time. Then moves the clock to its end. */
    async liveThrough(ms: number): Promise<void> {
      const end = addMs(stage.now(), ms)
      for (;;) {
        await stage.deliver()
        const next = await findNextAttempt(stage.database)
        if (next === undefined || msOf(next) > msOf(end)) break
        stage.pass(Math.max(1, msOf(next) - msOf(stage.now())))
      }
      stage.pass(msOf(end) - msOf(stage.now()))
    },
  }
}

function endOf(
  lease: DeliveryLease,
  end: { readonly outcome: 'succeeded' | 'status'; readonly endedAt: Instant },
) {
  return { lease, ...end, statusCode: undefined, latencyMs: 1, excerpt: undefined }
}
