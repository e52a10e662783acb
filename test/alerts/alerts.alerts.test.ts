import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { HOUR_MS } from '#contract/time.ts'
import { countRunningAttempts, findNextAttempt } from '#records/webhooks/attempts.ts'
import { forFile } from '#test/run/for-file.ts'
import { answering, startReceiver } from '#test/webhooks/receiver.ts'
import { aSubscription } from '#test/webhooks/webhooks.ts'
import { ALERTS } from './rules.ts'
import { FACTOR, openWatchedService } from './watched-service.ts'

const MINUTE_MS = 60_000
const watched = await forFile(openWatchedService())
const receiver = await forFile(startReceiver())

/** An alert, with the values of its labels that are expected. */
type Expected = readonly [alert: string, ...labels: readonly string[]]
const fires = async ([alert, ...labels]: Expected) => {
  const firing = await watched.prometheus.firing(alert)
  return firing.some((found) => labels.every((label) => Object.values(found).includes(label)))
}
const poll = (within: number) => ({ timeout: within * 1000, interval: 200 })

/** Waits until the alert fires, and prints after how long. */
async function seeFiring(expected: Expected, within: number): Promise<void> {
  const begun = performance.now()
  await expect.poll(() => fires(expected), { ...poll(within), message: `${expected} fires` }).toBe(true)
  const seconds = (performance.now() - begun) / 1000
  console.log(
    `${expected.join(' ')}: fired after ${seconds.toFixed(1)} s, ${FACTOR} times faster than its rule`,
  )
}

/**
 * Waits until none of these alerts fires, so that only the coming fault can make them fire. The longest window of an
 * alert is six minutes.
 */
async function seeQuiet(...alerts: readonly string[]): Promise<void> {
  const firing = async () => {
    const found = await Promise.all(alerts.map((alert) => watched.prometheus.firing(alert)))
    return alerts.filter((_, index) => (found[index]?.length ?? 0) > 0)
  }
  await expect.poll(firing, poll(400)).toEqual([])
}

async function seeCleared(expected: Expected, within: number): Promise<void> {
  const begun = performance.now()
  await expect.poll(() => fires(expected), { ...poll(within), message: `${expected} clears` }).toBe(false)
  console.log(`${expected.join(' ')}: cleared after ${((performance.now() - begun) / 1000).toFixed(1)} s`)
}

const value = async (expression: string) => (await watched.prometheus.query(expression))[0]?.value
const fault = (provider: string, kind: string, more = {}) =>
  watched.world.ask('/fault', { provider, kind, ...more })
const clearFaults = () => watched.world.ask('/fault/clear', {})
// A test that fails leaves its fault behind.
afterEach(async () => {
  await clearFaults()
})

test('promtool accepts the rules, and their unit tests pass', () => {
  const folder = join(import.meta.dirname, '../../deploy/prometheus')
  const promtool = (...args: readonly string[]) =>
    spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' })
  expect(promtool('check', 'rules', 'rules.yml')).toMatchObject({ status: 0 })
  expect(promtool('check', 'config', '--syntax-only', 'prometheus.yml')).toMatchObject({ status: 0 })
  expect(promtool('test', 'rules', 'rules.test.yml')).toMatchObject({ status: 0 })
})

test('nothing fires while all is well', async () => {
  await expect.poll(() => value('min(up)'), poll(30)).toBe(1)
  await seeQuiet(...ALERTS.map(({ alert }) => alert))
})

test('the database goes away: DatabaseUnreachable, ReadsFailing and ReadsFailingSlowly fire', async () => {
  await seeQuiet('DatabaseUnreachable', 'ReadsFailing', 'ReadsFailingSlowly')
  watched.cutDatabase()
  await seeFiring(['DatabaseUnreachable', 'svc-serve'], 40)
  await seeFiring(['ReadsFailing'], 40)
  await seeFiring(['ReadsFailingSlowly'], 60)
  await watched.joinDatabase()
  await seeCleared(['DatabaseUnreachable'], 60)
  await seeCleared(['ReadsFailing'], 120)
})

test('a provider breaks connections: ProviderOutage, FactsStale and FactsStaleSlowly fire', async () => {
  await seeQuiet('ProviderOutage', 'FactsStale', 'FactsStaleSlowly')
  await fault('dexscreener', 'reset')
  await seeFiring(['ProviderOutage', 'dexscreener'], 120)
  await seeFiring(['FactsStale', 'dexscreener'], 180)
  await seeFiring(['FactsStaleSlowly', 'dexscreener'], 60)
  await clearFaults()
  await seeCleared(['ProviderOutage'], 120)
  await seeCleared(['FactsStale'], 120)
})

test('a provider limits requests: ProviderRefusing fires', async () => {
  await seeQuiet('ProviderRefusing')
  await fault('geckoterminal', 'too_many', { delayMs: HOUR_MS })
  await seeFiring(['ProviderRefusing', 'geckoterminal'], 90)
  await clearFaults()
  await watched.pass(HOUR_MS)
  await seeCleared(['ProviderRefusing'], 60)
})

test('the requests of a day are used up: ProviderBudgetSpent fires until the next day', async () => {
  const { database } = watched.world.service
  await seeQuiet('ProviderBudgetSpent')
  await sql`update provider_budgets set used = daily_limit where provider = 'blockscout'`.execute(database)
  await seeFiring(['ProviderBudgetSpent', 'blockscout'], 60)
  await watched.pass(24 * HOUR_MS)
  await seeCleared(['ProviderBudgetSpent'], 60)
})

test('a record of the status cannot be read: StatusUnreadable fires', async () => {
  const { database } = watched.world.service
  await seeQuiet('StatusUnreadable')
  await sql`alter table rpc_endpoints rename to rpc_endpoints_away`.execute(database)
  await seeFiring(['StatusUnreadable', 'svc-serve'], 60)
  await sql`alter table rpc_endpoints_away rename to rpc_endpoints`.execute(database)
  await seeCleared(['StatusUnreadable'], 60)
})

test('work ends: TargetDown, LedgerStopped, PipelineLate and DeliveriesLate fire', async () => {
  const { service, act } = watched.world
  receiver.answer = answering(500)
  await aSubscription({ url: `${receiver.url}/late`, now: service.clock.now() }, service.database)
  await act('release', 'lumen')
  await watched.pass(2 * MINUTE_MS)
  await expect.poll(() => receiver.received.length, poll(90)).toBeGreaterThan(0)
  await seeQuiet('TargetDown', 'LedgerStopped', 'PipelineLate', 'DeliveriesLate')
  await watched.stopWork()
  await watched.pass(10 * MINUTE_MS)
  await seeFiring(['TargetDown', 'svc-work'], 60)
  await seeFiring(['DeliveriesLate'], 60)
  await seeFiring(['LedgerStopped'], 60)
  await seeFiring(['PipelineLate', 'ledger'], 60)
  receiver.answer = answering(204)
  await watched.startWork()
  await seeCleared(['TargetDown'], 60)
  for (const alert of ['DeliveriesLate', 'LedgerStopped', 'PipelineLate']) await seeCleared([alert], 120)
})

/** Whether no attempt is due and none is running. */
async function isDelivered(): Promise<boolean> {
  const { database, clock } = watched.world.service
  const now = clock.now()
  const next = await findNextAttempt(database)
  return (next === undefined || next > now) && (await countRunningAttempts({ now }, database)) === 0
}

test('a receiver refuses every attempt: DeliveriesDead fires', async () => {
  const { service, act } = watched.world
  receiver.answer = answering(500)
  await aSubscription({ url: `${receiver.url}/dead`, now: service.clock.now() }, service.database)
  await act('release', 'lumen')
  await watched.pass(2 * MINUTE_MS)
  await expect.poll(() => receiver.received.some(({ path }) => path === '/dead'), poll(90)).toBe(true)
  await seeQuiet('DeliveriesDead')
  for (const waitMs of LIMITS.delivery.retryAfterMs) {
    await watched.pass(waitMs + MINUTE_MS)
    await expect.poll(isDelivered, poll(60)).toBe(true)
  }
  await seeFiring(['DeliveriesDead'], 60)
  receiver.answer = answering(204)
  await watched.pass(6 * MINUTE_MS)
  await seeCleared(['DeliveriesDead'], 60)
})

test('one client goes beyond its limit: RefusalsSurging fires', async () => {
  await seeQuiet('RefusalsSurging')
  const flood = new AbortController()
  const ask = async () => {
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    while (!flood.signal.aborted)
      await (await fetch(`${watched.baseUrl}/api/projects`, { headers })).arrayBuffer()
  }
  const flooding = Promise.all([ask(), ask()])
  await seeFiring(['RefusalsSurging', 'rate_limited'], 90)
  flood.abort()
  await flooding
  await seeCleared(['RefusalsSurging'], 60)
})

test('providers go on answering while their newest facts age: ChainStandsStill and LedgerHeadOld fire', async () => {
  const { act } = watched.world
  await act('release', 'gantry')
  await watched.pass(2 * MINUTE_MS)
  await expect.poll(() => value('max(svc_ledger_head_age_seconds)'), poll(90)).toBeLessThan(110)
  await seeQuiet('ChainStandsStill', 'LedgerHeadOld')
  for (const provider of ['code', 'chain', 'explorers', 'markets', 'sites']) await fault(provider, 'stale')
  await watched.passAndRead(2 * MINUTE_MS, 'github', 'chain')
  await act('release', 'lumen')
  await watched.pass(25 * MINUTE_MS)
  await seeFiring(['ChainStandsStill'], 60)
  await seeFiring(['LedgerHeadOld'], 60)
  await expect
    .poll(() => value('count(svc_provider_state{job="svc-work",state="answering"} == 1)'), poll(60))
    .toBe(7)
  await expect.poll(() => value('count(svc:provider_silent:state == 1) or vector(0)'), poll(90)).toBe(0)
  expect((await fetch(`${watched.baseUrl}/api/changes?limit=1`)).status).toBe(200)
  await clearFaults()
  await watched.pass(2 * MINUTE_MS)
  await seeCleared(['ChainStandsStill'], 120)
  await seeCleared(['LedgerHeadOld'], 120)
})

test('the slow alerts of both objectives clear when their long windows have passed', async () => {
  await seeCleared(['FactsStaleSlowly', 'dexscreener'], 400)
  await seeCleared(['ReadsFailingSlowly'], 400)
})
