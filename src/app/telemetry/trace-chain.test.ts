import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import type { Tracer } from '#contract/tracing.ts'
import { evaluateDue } from '#evaluate/run.ts'
import { runLedger } from '#ledger/write.ts'
import { inTransaction } from '#records/database.ts'
import { type Causes, markForEvaluation } from '#records/project/work.ts'
import { aShip } from '#test/given/records.ts'
import { forFile } from '#test/run/for-file.ts'
import { openTracedTest, SAMPLED, type Traced } from '#test/service/traced.ts'
import { openDeliveries } from '#test/webhooks/deliveries.ts'
import { aWatchedProject, revisionsOf } from '#test/webhooks/ledger.ts'
import { deliverDue } from '#webhooks/deliver.ts'

const { signal } = new AbortController()
const OTHER = '00-2cf7651916cd43dd8448eb211c80319c-d7ad6b7169203331-01'
const given = await forFile(openDeliveries())
let traced: Traced
beforeEach(async () => {
  await given.begin()
  await given.stage.database.deleteFrom('project_work').execute()
  traced = await openTracedTest()
})

/** A project with a new ship. */
async function aShippingProject(): Promise<string> {
  const { database, now } = given.stage
  const { project, ship } = await aWatchedProject(database)
  await aShip({ ...ship, occurred_at: now(), detected_at: now() }, database)
  return String(project.id)
}

/**
 * Marks projects with the causes, then evaluates, writes the ledger, fans out and delivers. Returns what was received.
 */
async function liveThrough(causes: Causes, projectIds: readonly string[], tracer: Tracer | undefined) {
  const { database, deps, now, fanOut } = given.stage
  await inTransaction(database, (writer) => markForEvaluation({ projectIds, now: now(), causes }, writer))
  await evaluateDue({ signal }, { database, clock: now, tracer })
  await runLedger({ now: now() }, { database, tracer })
  await fanOut()
  await deliverDue(signal, { ...deps, tracer })
  await traced[Symbol.asyncDispose]()
  return given.receivedAt('/traced').filter(({ body }) => body['type'] === 'build.release')
}

async function slugOf(project: string): Promise<string> {
  const found = given.stage.database.selectFrom('projects').select('slug').where('id', '=', project)
  return (await found.executeTakeFirstOrThrow()).slug
}

/** The ledger's entry of a project's release. */
async function releaseOf(project: string) {
  const entries = await revisionsOf(project, given.stage.database)
  const released = entries.filter(({ type }) => type === 'build.release')
  expect(released).toHaveLength(1)
  return released[0]
}

const leftOver = async () => {
  const { database } = given.stage
  const work = await sql`select from project_work
    where evaluate_causes is not null or ledger_causes is not null`.execute(database)
  const changes = await database.selectFrom('traced_changes').selectAll().execute()
  return [...work.rows, ...changes]
}

test('a sampled reading, its evaluation, its entry and its delivery are one trace, and the receiver can join it', async () => {
  const id = await given.subscribe('/traced')
  const project = await aShippingProject()
  const [received] = await liveThrough(new Map([[project, [SAMPLED, OTHER]]]), [project], traced.tracer)
  const { spans } = traced.receiver
  const named = (name: string) => {
    const found = spans.filter((span) => span.name === name)
    expect([name, found.length]).toEqual([name, 1])
    return found[0]
  }
  const chain = ['evaluate project', 'compare project with ledger', 'append build.release'].map(named)
  const delivery = spans.find(
    ({ name, parentSpanId }) => name === 'deliver webhook' && parentSpanId === chain[2]?.spanId,
  )
  expect([...chain, delivery].map((span) => [span?.traceId, span?.parentSpanId])).toEqual(
    [SAMPLED.slice(36, 52), chain[0]?.spanId, chain[1]?.spanId, chain[2]?.spanId].map((parent) => [
      SAMPLED.slice(3, 35),
      parent,
    ]),
  )
  expect(chain[0]?.links).toEqual([`${OTHER.slice(3, 35)}/${OTHER.slice(36, 52)}`])
  expect(received?.headers['traceparent']).toBe(`00-${delivery?.traceId}-${delivery?.spanId}-01`)
  expect(delivery?.attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.response.status_code': 204,
    'server.address': '127.0.0.1',
    'svc.delivery.id': received?.headers['svc-delivery-id'],
    'svc.subscription.id': id,
    'svc.delivery.attempt': 1,
    'svc.delivery.outcome': 'succeeded',
  })
  const about = { 'svc.project.id': project, 'svc.project.slug': await slugOf(project) }
  expect(chain[0]?.attributes).toEqual({ ...about, 'svc.evaluation.projects': 1 })
  expect(chain[1]?.attributes).toEqual({ ...about, 'svc.ledger.entries': 2 })
  const entry = await releaseOf(project)
  expect(chain[2]?.attributes).toEqual({
    'svc.event.id': entry?.id,
    'svc.event.type': 'build.release',
    'svc.event.op': 'upsert',
    'svc.event.origin': entry?.origin,
    'svc.event.position': entry?.position,
  })
  expect(await leftOver()).toEqual([])
})

test('of two projects in one transaction only the one whose reading was sampled is traced', async () => {
  await given.subscribe('/traced')
  const projects = [await aShippingProject(), await aShippingProject()]
  const [sampled = '', unsampled = ''] = projects
  const causes = new Map<string, readonly string[]>([
    [sampled, [SAMPLED]],
    [unsampled, []],
  ])
  await liveThrough(causes, projects, traced.tracer)
  const spans = traced.receiver.spans.filter(({ name }) => name !== 'deliver webhook')
  expect(spans.map(({ name }) => name).toSorted()).toEqual([
    'append build.release',
    'append research.published',
    'compare project with ledger',
    'evaluate project',
  ])
  const about = spans.flatMap(({ attributes }) => attributes['svc.project.id'] ?? [])
  expect(about).toEqual([sampled, sampled])
  const evaluated = spans.find(({ name }) => name === 'evaluate project')
  expect(evaluated?.attributes['svc.evaluation.projects']).toBe(2)
  const released = spans.find(({ name }) => name === 'append build.release')
  expect(released?.attributes['svc.event.id']).toBe((await releaseOf(sampled))?.id)
  expect(await leftOver()).toEqual([])
})

test('an evaluation that time alone made due begins a trace', async () => {
  await given.subscribe('/traced')
  const project = await aShippingProject()
  await liveThrough(new Map(), [project], traced.tracer)
  const begun = traced.receiver.spans.filter(({ parentSpanId }) => parentSpanId === undefined)
  expect(begun.map(({ name }) => name)).toEqual(['evaluate project'])
})

test.each([
  ['a reading without a sampled trace', () => traced.tracer, [] as readonly string[]],
  ['a process that traces nothing', () => undefined, [SAMPLED]],
])('%s leads to no span, and its webhooks have no traceparent', async (_, tracerOf, causes) => {
  await given.subscribe('/traced')
  const project = await aShippingProject()
  const before = given.receivedAt('/traced').length
  await liveThrough(new Map([[project, causes]]), [project], tracerOf())
  const received = given.receivedAt('/traced').slice(before)
  expect(received.length).toBeGreaterThan(0)
  for (const { headers } of received) expect(headers).not.toHaveProperty('traceparent')
  expect(traced.receiver.spans).toEqual([])
  expect(await leftOver()).toEqual([])
})

test('an attempt that fails is an error of its span', async () => {
  await given.subscribe('/traced')
  given.receiver.answer = (_, response) => response.writeHead(503).end()
  const project = await aShippingProject()
  await liveThrough(new Map([[project, [SAMPLED]]]), [project], traced.tracer)
  const attempts = traced.receiver.spans.filter(({ name }) => name === 'deliver webhook')
  expect(attempts.length).toBeGreaterThan(0)
  for (const { hasFailed, attributes } of attempts)
    expect([hasFailed, attributes['http.response.status_code']]).toEqual([true, 503])
})

test('work that is rolled back has no span', async () => {
  const { database, now } = given.stage
  const projects = [await aShippingProject(), await aShippingProject()]
  const [broken = '', whole = ''] = projects
  await sql`update ships set facts = 'null' where project_id = ${broken}`.execute(database)
  const causes = new Map(projects.map((id) => [id, [SAMPLED]]))
  await inTransaction(database, (writer) =>
    markForEvaluation({ projectIds: projects, now: now(), causes }, writer),
  )
  const run = evaluateDue({ signal }, { database, clock: now, tracer: traced.tracer })
  await expect(run).rejects.toThrow(broken)
  await sql`delete from ships where project_id = ${broken}`.execute(database)
  given.stage.pass(DAY_MS)
  await traced[Symbol.asyncDispose]()
  const spans = traced.receiver.spans.filter(({ name }) => name === 'evaluate project')
  expect(spans.map(({ attributes }) => attributes['svc.project.id'])).toEqual([whole])
})
