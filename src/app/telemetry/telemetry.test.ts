import { expect, test } from 'vitest'
import { addMs, dateOf, msOf } from '#contract/time.ts'
import { countProviderReadings } from '#records/collecting/status.ts'
import { inTransaction, openDatabase } from '#records/database.ts'
import { aProject, aSource, aStream } from '#test/given/records.ts'
import { forFile } from '#test/run/for-file.ts'
import { openTestService } from '#test/service/test-service.ts'
import { aDelivery, aSubscription } from '#test/webhooks/subscriptions.ts'
import { registerPipelines, runNow } from '../pipelines/pipelines.ts'
import { measureRecords } from './records.ts'
import { measureProcess, openProcessTelemetry } from './telemetry.ts'
import { measureWebhooks } from './webhooks.ts'

const service = await forFile(openTestService())
const logged: object[] = []
let reachable = true
service.logger.error = (fields: object) => logged.push(fields)
const registers = [service.telemetry.registry]
measureProcess(service.telemetry.registry)
measureRecords(service, { registers, isReachable: () => reachable })
measureWebhooks(service, { registers, isReachable: () => reachable })
await registerPipelines(service)

const { signal } = new AbortController()
/** The value of a series, by its name with labels; undefined when there is none. */
async function metric(series: string): Promise<number | undefined> {
  const lines = (await service.telemetry.registry.metrics()).split('\n')
  const line = lines.find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number.parseFloat(line.slice(series.length + 1))
}

test('[R13] the metrics of the process and of Node have their usual names, and the build is named', async () => {
  // It counts from the opening of the service, and the system counts processor time in ticks.
  await expect.poll(() => metric('process_cpu_user_seconds_total')).toBeGreaterThan(0)
  expect(await metric('nodejs_heap_size_used_bytes')).toBeGreaterThan(0)
  const text = await service.telemetry.registry.metrics()
  expect(text).toMatch(/^svc_build_info\{version="\d+\.\d+\.\d+",node="v\d+\.\d+\.\d+"\} 1$/m)
})

test('[R13] runs count with their result; a pipeline that never ran has no age of its success', async () => {
  expect(await metric('svc_pipeline_success_age_seconds{pipeline="retention"}')).toBeUndefined()
  await runNow({ name: 'retention', extent: 'due', signal }, service)
  expect(await metric('svc_pipeline_runs_total{pipeline="retention",result="ran"}')).toBe(1)
  expect(await metric('svc_pipeline_run_seconds_total{pipeline="retention"}')).toBeGreaterThan(0)
  expect(await metric('svc_pipeline_success_age_seconds{pipeline="retention"}')).toBeLessThan(600)
  expect(await metric('svc_pipeline_cadence_seconds{pipeline="retention"}')).toBe(86_400)
})

test('[R13] a provider has its state, streams and age; what nobody measured has no series', async () => {
  const { database, clock } = service
  const { id } = await aProject({}, database)
  const now = clock.now()
  const source = await aSource({ project_id: String(id) }, database)
  const read = { last_tried_at: addMs(now, -60_000), last_ok_at: addMs(now, -90_000) }
  await aStream({ source_id: String(source.id), provider: 'github', ...read }, database)
  await inTransaction(database, (writer) => countProviderReadings({ now }, writer))
  expect(await metric('svc_provider_state{provider="github",state="answering"}')).toBe(1)
  expect(await metric('svc_provider_state{provider="github",state="outage"}')).toBe(0)
  expect(await metric('svc_provider_streams{provider="github",state="fresh"}')).toBe(1)
  const age = await metric('svc_provider_reading_age_seconds{provider="github"}')
  expect(age).toBeGreaterThanOrEqual(90)
  expect(age).toBeLessThan(600)
  expect(await metric('svc_provider_tolerance_seconds{provider="github"}')).toBe(3 * 3600)
  expect(await metric('svc_provider_budget_left{provider="github"}')).toBeUndefined()
  await database
    .insertInto('provider_budgets')
    .values({ provider: 'github', day: dateOf(now), used: 30, daily_limit: 100, outage_since: now })
    .execute()
  expect(await metric('svc_provider_budget_left{provider="github"}')).toBe(70)
  expect(await metric('svc_provider_budget_limit{provider="github"}')).toBe(100)
  expect(await metric('svc_provider_state{provider="github",state="outage"}')).toBe(1)
  expect(await metric('svc_chain_safe_block_age_seconds')).toBeUndefined()
})

test('[R13] the ledger has its head and the age of its run, and deliveries their counts', async () => {
  await service.database.updateTable('ledger_state').set({ last_run_at: null }).execute()
  expect(await metric('svc_ledger_run_age_seconds')).toBeUndefined()
  await runNow({ name: 'ledger', extent: 'due', signal }, service)
  expect(await metric('svc_ledger_run_age_seconds')).toBeLessThan(600)
  expect(await metric('svc_ledger_head')).toBe(0)
  expect(await metric('svc_webhook_deliveries_pending')).toBe(0)
  expect(await metric('svc_webhook_deliveries_dead')).toBe(0)
})

test('the age of the head of the ledger grows with the clock while nothing is recorded', async () => {
  const { database, clock } = service
  expect(await metric('svc_ledger_head_age_seconds')).toBeUndefined()
  await aDelivery({ subscriptionId: (await aSubscription({ startsAfter: 0 }, database)).id }, database)
  const { recorded_at } = await database.selectFrom('changes').select('recorded_at').executeTakeFirstOrThrow()
  const before = (msOf(clock.now()) - msOf(recorded_at)) / 1000
  const age = await metric('svc_ledger_head_age_seconds')
  expect(age).toBeGreaterThanOrEqual(before)
  expect(age).toBeLessThan(before + 600)
})

test('while the database is away its metrics are absent, and nothing is asked or logged', async () => {
  reachable = false
  logged.length = 0
  for (const name of ['svc_ledger_head', 'svc_webhook_deliveries_pending', 'svc_webhook_backlog_age_seconds'])
    expect([name, await metric(name)]).toEqual([name, undefined])
  expect(logged).toEqual([])
  reachable = true
  expect(await metric('svc_ledger_head')).toBe(0)
})

test('a database that cannot be read leaves its metrics out and is logged; the others stay', async () => {
  const away = openDatabase('postgres://svc:x@127.0.0.1:9/svc', { maxConnections: 1 })
  const telemetry = openProcessTelemetry()
  measureProcess(telemetry.registry)
  measureRecords({ ...service, database: away }, { registers: [telemetry.registry], isReachable: () => true })
  logged.length = 0
  const text = await telemetry.registry.metrics()
  await away.destroy()
  expect(text).not.toMatch(/^svc_ledger_head /m)
  expect(text).toMatch(/^svc_build_info\{/m)
  expect(logged).toEqual([{ err: expect.any(Error) }])
})

test('a provider that says that an endpoint ends is counted by run', async () => {
  const telemetry = openProcessTelemetry()
  telemetry.deprecated('github')
  telemetry.deprecated('github')
  const lines = (await telemetry.registry.metrics()).split('\n')
  expect(lines).toContain('svc_provider_deprecations_total{provider="github"} 2')
})

test.each([
  [
    'outcomes of readings by provider',
    { pipeline: 'collect:github', counts: { 'github.fresh': 3, 'github.unavailable': 1 } },
    ['svc_readings_total{provider="github",outcome="fresh"} 3'],
  ],
  [
    'entries of the ledger by kind',
    { pipeline: 'ledger', counts: { projects: 2, upserts: 4, revisions: 0, retractions: 1 } },
    ['svc_ledger_entries_total{kind="upserts"} 4', 'svc_ledger_entries_total{kind="retractions"} 1'],
  ],
  [
    'no readings of a run that counts something else',
    { pipeline: 'evaluate', counts: { evaluated: 2 } },
    ['svc_pipeline_runs_total{pipeline="evaluate",result="ran"} 1'],
  ],
])('[R13] a run adds %s', async (_, run, lines) => {
  const telemetry = openProcessTelemetry()
  telemetry.ran({ ...run, result: 'ran', ms: 20 })
  const text = await telemetry.registry.metrics()
  for (const line of lines) expect(text.split('\n')).toContain(line)
  if (run.pipeline === 'evaluate') expect(text).not.toMatch(/^svc_readings_total\{/m)
})
