import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { DeliveryStatus } from '#contract/enums.ts'
import { msOf } from '#contract/time.ts'
import { renameProject } from '#operator/projects.ts'
import { inTransaction } from '#records/database.ts'
import { queueAgain } from '#records/webhooks/commands.ts'
import { type DeliveryLease, leaseAttempts } from '#records/webhooks/leases.ts'
import { settleAttempts } from '#records/webhooks/settlements.ts'
import { forFile } from '#test/run/for-file.ts'
import { aPing, disable, enable, hold, openWebhookStage, type WebhookStage } from '#test/webhooks/webhooks.ts'

/**
 * The contract's table of retries, written independently of the rules: minutes from each failure to the next attempt.
 */
const MINUTES = [1, 5, 30, 120, 360, 720]
const MINUTE = 60_000
const LEASE_MS = 20_000
const COUNTED_MS = 60_500
const INTERRUPTED_MS = 5_000

type Modelled = {
  readonly kind: 'event' | 'ping'
  status: DeliveryStatus
  failures: number
  attempts: number
  dueAt: number | null
  leasedUntil: number
}
type Model = {
  readonly deliveries: Map<string, Modelled>
  readonly requests: {
    readonly id: string
    readonly number: number
    startedAt: number
    endedAt: number | null
  }[]
  events: number
  /** The text of each event that was not withdrawn. */
  readonly texts: Map<string, string>
  deadInARow: number
  disabled: boolean
  held: boolean
  /** The last gap that the late reader has not read. */
  gap: Gap | undefined
  readonly readers: { readonly atOnce: Copy; readonly late: Copy }
}
type Gap = { readonly after: number; readonly until: number }
/**
 * A reader's copy of the events in gaps: the highest revision that it read of each, and the digest of that revision.
 */
type Copy = Map<string, { readonly revision: number; readonly digest: string }>
type Real = {
  readonly stage: WebhookStage
  readonly project: string
  readonly subscription: string
  /** Makes event ids of one run differ from those of another. */
  readonly run: number
  /** Leases whose worker was stopped. */
  readonly lost: DeliveryLease[]
}
type Command = fc.AsyncCommand<Model, Real>

const stage = await forFile(openWebhookStage())

const isWaiting = ({ status }: Modelled) => status === 'QUEUED' || status === 'RETRYING'
const queued = (kind: 'event' | 'ping', now: number): Modelled => ({
  kind,
  status: 'QUEUED',
  failures: 0,
  attempts: 0,
  dueAt: now,
  leasedUntil: 0,
})

/** How many attempts the limits allow now. */
function allowed(model: Model, now: number): number {
  if (model.held || model.disabled) return 0
  const open = model.requests.filter((one) => one.endedAt === null && one.startedAt + LEASE_MS > now)
  const recent = model.requests.filter((one) => {
    const arrivedBy = one.endedAt ?? one.startedAt + INTERRUPTED_MS
    return arrivedBy + COUNTED_MS > now
  })
  return Math.max(0, Math.min(2 - open.length, 20 - recent.length))
}

function fail(delivery: Modelled, now: number): void {
  delivery.failures += 1
  if (delivery.status === 'CANCELLED') return
  const minutes = MINUTES[delivery.failures - 1]
  if (delivery.kind === 'ping') delivery.status = 'FAILED'
  else delivery.status = minutes === undefined ? 'DEAD' : 'RETRYING'
  delivery.dueAt = delivery.status === 'RETRYING' ? now + (minutes ?? 0) * MINUTE : null
}

function settleModel(model: Model, id: string, succeeded: boolean, now: number): void {
  const delivery = model.deliveries.get(id)
  if (delivery === undefined) throw new Error(`Unknown delivery ${id}: expected one of the model`)
  delivery.leasedUntil = 0
  if (succeeded) Object.assign(delivery, { status: 'SUCCEEDED', dueAt: null })
  else fail(delivery, now)
  if (delivery.kind === 'ping') return
  if (succeeded) model.deadInARow = 0
  if (delivery.status === 'DEAD') model.deadInARow += 1
}

/** Disables the subscription after ten DEAD deliveries in a row. Attempts that are recorded together all end before. */
function disableModel(model: Model): void {
  if (model.deadInARow < 10 || model.disabled) return
  turnOff(model)
}

function turnOff(model: Model): void {
  model.disabled = true
  for (const other of [...model.deliveries.values()].filter(isWaiting))
    Object.assign(other, { status: 'CANCELLED', dueAt: null })
}

async function lease(model: Model): Promise<readonly DeliveryLease[]> {
  const now = msOf(stage.now())
  const due = [...model.deliveries].filter(
    ([, one]) => isWaiting(one) && (one.dueAt ?? Infinity) <= now && one.leasedUntil <= now,
  )
  const expected = Math.min(due.length, allowed(model, now))
  const leases = await inTransaction(stage.database, (writer) =>
    leaseAttempts({ now: stage.now(), limit: 1000 }, writer),
  )
  expect(leases).toHaveLength(expected)
  for (const { deliveryId, number } of leases) {
    expect(due.map(([id]) => id)).toContain(deliveryId)
    const delivery = model.deliveries.get(deliveryId) as Modelled
    Object.assign(delivery, { attempts: delivery.attempts + 1, leasedUntil: now + LEASE_MS })
    model.requests.push({ id: deliveryId, number, startedAt: now, endedAt: null })
  }
  return leases
}

async function settle(leases: readonly DeliveryLease[], succeeded: boolean): Promise<void> {
  const ended = leases.map((one) => ({
    lease: one,
    endedAt: stage.now(),
    outcome: succeeded ? ('succeeded' as const) : ('timeout' as const),
    statusCode: undefined,
    latencyMs: 1,
    excerpt: undefined,
  }))
  await inTransaction(stage.database, (writer) => settleAttempts(ended, { now: stage.now() }, writer))
}

/** Reads what the ledger lists of a gap, up to its end and not further. */
async function readGap(copy: Copy, { after, until }: Gap): Promise<void> {
  const rows = await stage.database
    .selectFrom('changes')
    .select(['id', 'revision', 'content_digest'])
    .where('superseded_by', 'is', null)
    .where('position', '>', after)
    .where('position', '<=', until)
    .execute()
  for (const { id, revision, content_digest: digest } of rows) copy.set(id, { revision, digest })
}

/**
 * Lets the late reader read its gap. It does so when the next gap begins, because the subscription shows one gap only.
 */
async function readLate(model: Model): Promise<void> {
  if (model.gap !== undefined) await readGap(model.readers.late, model.gap)
  model.gap = undefined
}

/**
 * Expects that the current text of each event was sent, was read in a gap, waits, or is listed as DEAD, whenever the
 * gap was read. While the subscription is disabled, the event may also lie in the gap that began.
 */
async function expectNothingLost(model: Model, { subscription }: Real): Promise<void> {
  await readLate(model)
  const { gap_after: gapAfter } = await stage.subscription(subscription)
  const heads = await stage.database
    .selectFrom('changes')
    .select(['id', 'position', 'content_digest'])
    .where('id', 'in', [...model.texts.keys(), ''])
    .where('superseded_by', 'is', null)
    .execute()
  const sent = await stage.deliveries(subscription)
  for (const [name, copy] of Object.entries(model.readers)) {
    const lost = heads.filter(({ id, position, content_digest: digest }) => {
      const own = sent.filter((row) => row.event_id === id && row.status !== 'CANCELLED')
      const lies = model.disabled && position > (gapAfter ?? 0)
      return !lies && copy.get(id)?.digest !== digest && !own.some((row) => row.content_digest === digest)
    })
    expect({ [name]: lost }).toEqual({ [name]: [] })
  }
}

/** Expects the database to equal the model. */
async function compare(model: Model, { subscription }: Real): Promise<void> {
  if (model.disabled) await readLate(model)
  const rows = await stage.deliveries(subscription)
  const stored = rows.map((row) => [
    row.id,
    {
      status: row.status,
      failures: row.failures,
      attempts: row.attempts,
      dueAt: row.due_at && msOf(row.due_at as never),
    },
  ])
  const expected = [...model.deliveries].map(([id, { status, failures, attempts, dueAt }]) => [
    id,
    { status, failures, attempts, dueAt },
  ])
  expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(expected))
  expect(await stage.subscription(subscription)).toMatchObject({
    status: model.disabled ? 'disabled' : 'active',
    dead_in_a_row: model.deadInARow,
  })
}

function command(name: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    toString: () => name,
    async run(model, real) {
      await run(model, real)
      await compare(model, real)
    },
  }
}

/** Fans out, and adds the queued deliveries to the model. Returns their number. */
async function fanOut(model: Model, real: Real): Promise<number> {
  await stage.fanOut()
  const rows = await stage.deliveries(real.subscription)
  const fresh = rows.filter((row) => !model.deliveries.has(row.id))
  if (model.disabled) expect(fresh).toEqual([])
  for (const { id } of fresh) model.deliveries.set(id, queued('event', msOf(stage.now())))
  return fresh.length
}

const tell = command('tell', async (model, real) => {
  model.events += 1
  const id = `ship:${real.run}-${model.events}`
  model.texts.set(id, 'first')
  await stage.say(real.project, { id, summary: 'first' })
  expect(await fanOut(model, real)).toBe(model.disabled ? 0 : 1)
})
/** Gives the newest event that was not withdrawn another text. */
const revise = command('revise', async (model, real) => {
  const id = [...model.texts.keys()].at(-1)
  if (id === undefined) return
  const summary = `${model.texts.get(id)} again`
  model.texts.set(id, summary)
  await stage.say(real.project, { id, summary })
  expect(await fanOut(model, real)).toBe(model.disabled ? 0 : 1)
})
/**
 * Renames the project, so that each event has a revision with the same text. It is no news for a subscription without a
 * gap.
 */
const rename = command('rename', async (model, real) => {
  const projects = stage.database.selectFrom('projects').select('slug').where('id', '=', real.project)
  const { slug } = await projects.executeTakeFirstOrThrow()
  await renameProject({ slug, newSlug: `${slug}-x` }, { database: stage.database, now: stage.now() })
  await stage.say(real.project, ...[...model.texts].map(([id, summary]) => ({ id, summary })))
  const fresh = await fanOut(model, real)
  const { gap_after: gapAfter } = await stage.subscription(real.subscription)
  if (gapAfter === null) expect(fresh).toBe(0)
})
const turnedOff = command('disable', async (model, real) => {
  if (model.disabled) return
  await disable(real.subscription, stage.now(), stage.database)
  turnOff(model)
})
const turnedOn = command('enable', async (model, real) => {
  if (!model.disabled) return
  await enable(real.subscription, stage.now(), stage.database)
  Object.assign(model, { disabled: false, deadInARow: 0 })
  const { gap_after: after, starts_after: until } = await stage.subscription(real.subscription)
  model.gap = { after: after ?? until, until }
  await readGap(model.readers.atOnce, model.gap)
})
const ping = command('ping', async (model, real) => {
  if (model.disabled) return
  const id = await aPing(real.subscription, stage.now(), stage.database)
  model.deliveries.set(id, queued('ping', msOf(stage.now())))
})
const attempt = (succeeded: boolean) =>
  command(succeeded ? 'succeed' : 'fail', async (model) => {
    const leases = await lease(model)
    await settle(leases, succeeded)
    const now = msOf(stage.now())
    for (const one of leases) {
      settleModel(model, one.deliveryId, succeeded, now)
      const request = model.requests.find((sent) => sent.id === one.deliveryId && sent.number === one.number)
      Object.assign(request ?? {}, { endedAt: now })
    }
    disableModel(model)
  })
const crash = command('crash', async (model, real) => {
  real.lost.push(...(await lease(model)))
})
/** Wakes a worker after its lease, when another worker has the delivery, or none has. */
const wake = command('wake', async (model, real) => {
  const late = real.lost.filter(({ deliveryId, number }) => {
    const delivery = model.deliveries.get(deliveryId)
    return delivery !== undefined && delivery.attempts > number
  })
  await settle(late, true)
})
const withdraw = command('withdraw', async (model, real) => {
  await stage.withdraw(`ship:${real.run}-${model.events}`)
  model.texts.delete(`ship:${real.run}-${model.events}`)
  await stage.fanOut()
  const rows = await stage.deliveries(real.subscription)
  const withdrawn = rows.filter(({ event_id: id }) => id === `ship:${real.run}-${model.events}`)
  for (const row of withdrawn) {
    const known = model.deliveries.get(row.id)
    if (known === undefined) {
      const upserts = withdrawn.flatMap(({ id }) => model.deliveries.get(id) ?? [])
      expect(upserts.some(({ attempts }) => attempts > 0)).toBe(true)
      model.deliveries.set(row.id, queued('event', msOf(stage.now())))
    } else if (isWaiting(known) && row.type !== 'event.retracted') {
      Object.assign(known, { status: 'CANCELLED', dueAt: null })
    }
  }
})
const holding = (held: boolean) =>
  command(held ? 'hold' : 'lift', async (model, real) => {
    model.held = held
    await hold(real.subscription, held ? stage.now() : null, stage.database)
  })
/** Tells four events that nobody takes, and tries them until they are DEAD, unless the subscription is on hold. */
const giveUp = command('give up', async (model, real) => {
  for (let told = 0; told < 4; told += 1) await tell.run(model, real)
  for (let turn = 0; turn < 14; turn += 1) {
    await attempt(false).run(model, real)
    stage.pass(13 * 60 * MINUTE)
  }
})
/** Sends the oldest DEAD delivery again by hand, unless its event was withdrawn. */
const sendAgain = command('send again', async (model) => {
  const [id, delivery] = [...model.deliveries].find(([, { status }]) => status === 'DEAD') ?? []
  if (id === undefined || model.disabled) return
  const result = await inTransaction(stage.database, (writer) => queueAgain({ id, now: stage.now() }, writer))
  if (result === 'queued')
    Object.assign(delivery ?? {}, { status: 'QUEUED', failures: 0, dueAt: msOf(stage.now()) })
})
const pass = (ms: number) => command(`pass ${ms}`, async () => stage.pass(ms))

test('[webhooks 15] [webhooks 28] [webhooks 30] [webhooks 63] [webhooks 64] [webhooks 66] any order of events, revisions, renames, failures, crashes, gaps, holds, deliveries sent again and time leaves what the model says, and loses nothing', async () => {
  let runs = 0
  const steps = fc.commands(
    [
      ...[tell, tell, ping, attempt(true), attempt(false), attempt(false), attempt(false), crash, wake].map(
        (one) => fc.constant(one),
      ),
      ...[giveUp, giveUp, sendAgain, sendAgain, withdraw, holding(true), holding(false), holding(false)].map(
        (one) => fc.constant(one),
      ),
      ...[turnedOff, turnedOn, turnedOn, rename, rename, revise].map((one) => fc.constant(one)),
      fc.constantFrom(1000, 5000, 20_000, 61_000, 13 * 60 * MINUTE).map(pass),
      fc.constantFrom(61_000, 6 * MINUTE, 31 * MINUTE, 121 * MINUTE, 13 * 60 * MINUTE).map(pass),
    ],
    { maxCommands: 80, size: 'max' },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (commands) => {
      runs += 1
      await stage.database.updateTable('webhook_subscriptions').set({ removed_at: stage.now() }).execute()
      const [project, subscription] = [await stage.project(), await stage.subscribe()]
      const model: Model = {
        deliveries: new Map(),
        requests: [],
        events: 0,
        texts: new Map(),
        deadInARow: 0,
        disabled: false,
        held: false,
        gap: undefined,
        readers: { atOnce: new Map(), late: new Map() },
      }
      const real = { stage, project, subscription, run: runs, lost: [] }
      await fc.asyncModelRun(() => ({ model, real }), commands)
      await expectNothingLost(model, real)
    }),
    { numRuns: 30, endOnFailure: true },
  )
})
