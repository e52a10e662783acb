import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { build } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#app/instance/embedded-postgres.ts'
import { LIMITS } from '#contract/limits.ts'
import { instantOfMs, msOf } from '#contract/time.ts'
import { type Database, inTransaction, openDatabase } from '#records/database.ts'
import { migrate } from '#records/migrate.ts'
import { disableSubscriptions } from '#records/webhooks/commands.ts'
import { lockSubscriptions } from '#records/webhooks/leases.ts'
import { isFannedOut } from '#records/webhooks/outbox.ts'
import { randomFrom } from '#sandbox/random.ts'
import { send } from '#test/service/processes.ts'
import { answering, type Received, type Receiver, startReceiver } from '#test/webhooks/receiver.ts'
import { type DeliveryRow, openWebhookStage, type WebhookStage } from '#test/webhooks/webhooks.ts'

const KILLS = 200
const PROJECTS = 30
/** Events for the busy project: more than an endpoint may be sent in a minute. */
const AT_BUSY_PROJECT = 30
/** A request that was under way at its cancellation arrives within the time limit of an attempt. */
const UNDER_WAY_MS = 5000
const MINUTE_MS = 60_000
const PROGRAM = join(import.meta.dirname, '../webhooks/delivering-process.ts')

type Endpoint = { readonly id: string; readonly path: string; readonly project: string }
const random = randomFrom('webhook crashes')
const endpoints: Endpoint[] = []
/** The project of each event. */
const said = new Map<string, string>()
const disabled = new Set<string>()
/** The attempts that a delivery had when its subscription was disabled. */
const attemptsBefore = new Map<string, number>()
const withdrawn = new Set<string>()
const prepared: Promise<ChildProcess>[] = []
let kills = 0
let restarts = 0

let folder: string
/** The workers' program in one file. A worker spends most of its start on loading a thousand modules. */
let program: string
let server: EmbeddedPostgres
let database: Database
let stage: WebhookStage
let receiver: Receiver
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-crashes-'))
  program = join(folder, 'delivering-process.mjs')
  await build({ input: PROGRAM, platform: 'node', output: { file: program }, logLevel: 'silent' })
  const restarted = (failure: unknown) => {
    if (failure === undefined) restarts += 1
  }
  server = await startEmbeddedPostgres({ dataDir: folder, restarted })
  database = openDatabase(server.url, { maxConnections: 4 })
  await migrate(database)
  const opened = { database, url: server.url, [Symbol.asyncDispose]: () => database.destroy() }
  stage = await openWebhookStage({ opened })
  receiver = await startReceiver()
  receiver.answer = answerSoon
  prepared.push(...Array.from({ length: 4 }, prepare))
})
afterAll(async () => {
  for (const worker of await Promise.all(prepared)) worker.kill('SIGKILL')
  await receiver[Symbol.asyncDispose]()
  await stage[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const answerSoon: Receiver['answer'] = (one, response) => {
  setTimeout(() => answering(204)(one, response), random.between(5, 80))
}

async function subscribe(project: string, path: string): Promise<Endpoint> {
  const endpoint = { id: await stage.subscribe({ url: `${receiver.url}${path}` }, [project]), path, project }
  endpoints.push(endpoint)
  return endpoint
}

async function say(project: string, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => `crash:${randomUUID()}`)
  await stage.say(project, ...ids.map((id) => ({ id })))
  for (const id of ids) said.set(id, project)
  return ids
}

async function withdraw(ids: readonly string[]): Promise<void> {
  await stage.withdraw(...ids)
  for (const id of ids) withdrawn.add(id)
}

async function disable(ids: readonly string[]): Promise<void> {
  await inTransaction(database, async (writer) => {
    await lockSubscriptions(ids, writer)
    const waiting = await writer
      .selectFrom('webhook_deliveries')
      .select(['id', 'attempts'])
      .where('subscription_id', 'in', ids)
      .where('settled_at', 'is', null)
      .execute()
    for (const { id, attempts } of waiting) attemptsBefore.set(id, attempts)
    await disableSubscriptions({ ids, because: 'requested', now: instantOfMs(Date.now()) }, writer)
  })
  for (const id of ids) disabled.add(id)
}

/** A worker that has loaded its code and waits for the message to begin. */
async function prepare(): Promise<ChildProcess> {
  const worker = fork(program, [server.url], { execArgv: [] })
  await once(worker, 'message')
  return worker
}

async function begin(): Promise<ChildProcess> {
  prepared.push(prepare())
  const worker = await prepared.shift()
  if (worker === undefined) throw new Error('No prepared worker: expected one for each that begins')
  worker.send('begin')
  return worker
}

async function kill(worker: ChildProcess): Promise<void> {
  const exited = once(worker, 'exit')
  worker.kill('SIGKILL')
  expect(await exited).toEqual([null, 'SIGKILL'])
  kills += 1
}

/** Begins a worker and kills it at a random moment. */
async function crash(): Promise<void> {
  const worker = await begin()
  await wait(random.between(20, 400))
  await kill(worker)
}

/** Begins a worker and returns when it has two requests under way, which are not answered. */
async function beginHolding(project: string) {
  const worker = await begin()
  const held: ServerResponse[] = []
  const ids: string[] = []
  receiver.answer = ({ body }, response) => {
    held.push(response)
    ids.push(String(body['deliveryId']))
  }
  await say(project, 2)
  await expect.poll(() => held.length).toBeGreaterThanOrEqual(2)
  return { worker, held, ids }
}

/** Kills a worker that has requests under way: what they sent is sent again. */
async function crashHolding(project: string): Promise<void> {
  const { worker, held } = await beginHolding(project)
  await kill(worker)
  receiver.answer = answerSoon
  for (const response of held) response.destroy()
}

/** Kills PostgreSQL while a worker has requests under way, and returns when that worker has recorded them. */
async function restartDatabase(project: string): Promise<void> {
  const before = restarts
  const { worker, held, ids } = await beginHolding(project)
  const [pid = ''] = (await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')
  send(Number.parseInt(pid, 10), 'SIGKILL')
  receiver.answer = answerSoon
  for (const response of held) response.writeHead(204).end()
  await expect.poll(() => restarts).toBe(before + 1)
  const unrecorded = async () => {
    const { rows } = await sql`select from webhook_deliveries
      where id = any(${ids}::uuid[]) and settled_at is null`.execute(database)
    return rows.length
  }
  await expect.poll(unrecorded).toBe(0)
  await kill(worker)
}

async function isSettled(): Promise<boolean> {
  const { rows } = await sql`select from webhook_deliveries where settled_at is null limit 1`.execute(
    database,
  )
  return rows.length === 0 && (await isFannedOut(database))
}

const keyOf = (path: string, eventId: unknown, revision: unknown) => `${path} ${eventId} ${revision}`
const keyOfRow = (row: DeliveryRow) =>
  keyOf(endpoints.find(({ id }) => id === row.subscription_id)?.path ?? '', row.event_id, row.revision)
const keyOfArrival = ({ path, body }: Received) => {
  const event = body['event'] as Record<string, unknown>
  return keyOf(path, event['id'], event['revision'])
}
const clockMs = ({ atMs }: Received) => performance.timeOrigin + atMs

/** Deliveries that the workers owed and did not send, deliveries with a wrong id, and attempts after a cancellation. */
function wrongIn(rows: readonly DeliveryRow[], arrivals: ReadonlyMap<string, readonly Received[]>) {
  const idOf = new Map(rows.map((row) => [keyOfRow(row), row.id]))
  const owed = [...said].flatMap(([event, project]) =>
    endpoints.flatMap(({ id, path, project: chosen }) => {
      if (chosen !== project || disabled.has(id)) return []
      if (!withdrawn.has(event)) return [keyOf(path, event, 1)]
      return arrivals.has(keyOf(path, event, 1)) ? [keyOf(path, event, 2)] : []
    }),
  )
  const succeeded = rows.filter(({ status }) => status === 'SUCCEEDED').map(keyOfRow)
  const late = rows
    .filter(({ status }) => status === 'CANCELLED')
    .flatMap((row) => (arrivals.get(keyOfRow(row)) ?? []).map((one) => ({ row, at: clockMs(one) })))
    .filter(({ row, at }) => row.settled_at !== null && at > msOf(row.settled_at) + UNDER_WAY_MS)
  return {
    lost: [...owed, ...succeeded].filter((key) => !arrivals.has(key)),
    otherIds: receiver.received.filter((one) => one.body['deliveryId'] !== idOf.get(keyOfArrival(one))),
    afterCancelled: [
      ...late,
      ...rows.filter(({ id, attempts }) => attempts > (attemptsBefore.get(id) ?? attempts)),
    ],
  }
}

/** The shortest time, in milliseconds, in which one endpoint was sent one request more than a minute allows. */
function shortestOverflow(): number {
  const over = LIMITS.delivery.perMinute
  const spans = endpoints.flatMap(({ path }) => {
    const times = receiver.received.filter((one) => one.path === path).map(({ atMs }) => atMs)
    return times.slice(over).map((at, index) => at - (times[index] ?? at))
  })
  return Math.min(...spans)
}

async function runKills(): Promise<void> {
  const projects = await Promise.all(Array.from({ length: PROJECTS }, () => stage.project()))
  const [busy = '', ...others] = projects
  for (const [index, project] of others.entries()) {
    for (const copy of ['a', 'b']) await subscribe(project, `/${index}${copy}`)
  }
  await subscribe(busy, '/busy-a')
  await subscribe(busy, '/busy-b')
  const leaving = await subscribe(busy, '/busy-c')
  const some = () => others[random.between(0, others.length - 1)] ?? busy
  const atBusy = await say(busy, AT_BUSY_PROJECT)
  for (let round = 0; kills < KILLS; round += 1) {
    const ids = await say(some(), 3)
    await say(some(), 2)
    if (round % 5 === 4) await withdraw(ids.slice(0, 1))
    if (round === 15) await withdraw(atBusy.slice(-6))
    if (round === 25) await disable([leaving.id, ...endpoints.slice(0, 4).map(({ id }) => id)])
    if (round === 30 || round === 60) await restartDatabase(some())
    if (round % 20 === 10) await crashHolding(some())
    await Promise.all([crash(), crash()])
  }
}

test('[webhooks 2] [webhooks 3] [webhooks 7] [webhooks 10] [webhooks 29] killed workers and two restarts of PostgreSQL lose nothing and pass no limit', {
  timeout: 600_000,
}, async () => {
  const began = performance.now()
  await runKills()
  const killedMs = performance.now() - began
  const last = await begin()
  await expect.poll(isSettled, { timeout: 240_000, interval: 250 }).toBe(true)
  const rows = await database.selectFrom('webhook_deliveries').selectAll().execute()
  const attempts = await database.selectFrom('webhook_attempts').selectAll().execute()
  const arrivals = Map.groupBy(receiver.received, keyOfArrival)
  const repeated = [...arrivals.values()].filter(({ length }) => length > 1)
  const cancelled = rows.filter(({ status }) => status === 'CANCELLED')
  const interrupted = attempts.filter(({ outcome }) => outcome === null)
  const failed = attempts.filter(({ outcome }) => outcome !== null && outcome !== 'succeeded')
  console.log({
    kills,
    restarts,
    events: said.size,
    endpoints: endpoints.length,
    withdrawn: withdrawn.size,
    deliveries: rows.length,
    cancelled: cancelled.length,
    attempts: attempts.length,
    arrived: receiver.received.length,
    repeated: repeated.length,
    interrupted: interrupted.length,
    failed: failed.length,
    mostAtOnce: receiver.mostAtOnce(),
    shortestOverflowMs: Math.round(shortestOverflow()),
    killingS: Math.round(killedMs / 1000),
    allS: Math.round((performance.now() - began) / 1000),
  })
  expect({ kills: kills >= KILLS, restarts }).toEqual({ kills: true, restarts: 2 })
  expect(wrongIn(rows, arrivals)).toEqual({ lost: [], otherIds: [], afterCancelled: [] })
  expect(new Set(rows.map(keyOfRow)).size).toBe(rows.length)
  expect(cancelled.length).toBeGreaterThan(0)
  expect(repeated.length).toBeGreaterThan(0)
  for (const copies of repeated) {
    const signed = new Set(copies.map(({ headers }) => headers['svc-signature']))
    expect(signed.size).toBe(copies.length)
  }
  expect(attempts.length).toBeGreaterThanOrEqual(receiver.received.length)
  expect(interrupted.length).toBeGreaterThan(0)
  expect(rows.reduce((sum, { failures }) => sum + failures, 0)).toBe(failed.length)
  expect(receiver.mostAtOnce()).toBeLessThanOrEqual(LIMITS.delivery.atOnce)
  expect(shortestOverflow()).toBeGreaterThanOrEqual(MINUTE_MS)
  await kill(last)
})
