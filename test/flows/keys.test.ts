import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig, Secret } from '#app/config.ts'
import { findFreePort } from '#app/instance/address.ts'
import { openService, type Service } from '#app/service.ts'
import { listen } from '#app/serving.ts'
import { LIMITS } from '#contract/limits.ts'
import { createKey, holdAccount, releaseAccount, revoke } from '#operator/accounts.ts'
import { inTransaction } from '#records/database.ts'
import { advanceServiceClock } from '#records/service-clock.ts'
import { openTestDatabase, type TestDatabase } from '#test/postgres/database.ts'
import { hasRedis, startRedis } from '#test/postgres/redis.ts'

type Serving = {
  readonly service: Service
  readonly ask: (key?: string, path?: string) => Promise<Response>
}
/** Requests a minute of a client without a key, and refusals of a client with a key. A poll needs fewer. */
const ANONYMOUS = 60

const stack = new AsyncDisposableStack()
let opened: TestDatabase
let first: Serving
let second: Serving
beforeAll(async () => {
  opened = stack.use(await openTestDatabase({ maxConnections: 4 }))
  const redis = hasRedis() ? stack.use(await startRedis()) : undefined
  // Without the time limit of a command: on a busy machine each process would count for itself.
  const url = redis && `${redis.url}?commandTimeout=none`
  first = await serve(url)
  second = await serve(url)
})
afterAll(() => stack.disposeAsync())

/** The API as `svc serve` has it, on a port of its own. */
async function serve(redisUrl: string | undefined): Promise<Serving> {
  const port = await findFreePort()
  const config = {
    ...readConfig({ LOG_LEVEL: 'silent', BASE_URL: `http://127.0.0.1:${port}` }),
    port,
    anonymousPerMinute: ANONYMOUS,
    redisUrl: redisUrl === undefined ? undefined : new Secret(redisUrl),
  }
  const service = stack.use(
    await openService({
      config,
      databaseUrl: opened.url,
      sandboxControlUrl: undefined,
      maxConnections: 4,
    }),
  )
  stack.use(await listen(new AbortController().signal, service))
  return {
    service,
    ask: (key, path = '/api/status') =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      }),
  }
}

const at = () => ({ database: opened.database, now: first.service.clock.now() })
const both = async (key: string) =>
  (await Promise.all([first.ask(key), second.ask(key)])).map(({ status }) => status)
const left = async (serving: Serving, key: string) => {
  const { headers } = await serving.ask(key)
  return Number(headers.get('svc-monthly-remaining'))
}

describe('two processes on one database', () => {
  test('share the monthly count, and start it again in the next month', async () => {
    const { key } = await createKey({ account: 'counted', tier: '3' }, at())
    for (let index = 0; index < 20; index += 1) await first.ask(key)
    await expect.poll(() => left(second, key)).toBeLessThanOrEqual(9_999_980)
    await inTransaction(opened.database, (writer) => advanceServiceClock({ ms: 32 * 86_400_000 }, writer))
    await second.service.clock.sync(second.service.database)
    expect(await left(second, key)).toBe(9_999_999)
  })

  test.skipIf(!hasRedis())('share the minute limit through Redis', async () => {
    const { key } = await createKey({ account: 'shared', tier: '1' }, at())
    const full = LIMITS.keyedPerMinute[1] / LIMITS.scanTokens
    const tokens = Array(LIMITS.scanTokens).fill(`0x${'12'.repeat(20)}`)
    const scan = `/api/v1/scan?tokens=${tokens.join(',')}`
    const inTurns = async (count: number, ask: (serving: Serving) => Promise<Response>) => {
      const statuses: number[] = []
      for (let turn = 0; turn < count; turn += 1)
        statuses.push((await ask(turn % 2 === 0 ? first : second)).status)
      return statuses
    }
    expect(await inTurns(full + 2, (serving) => serving.ask(key, scan))).toEqual([
      ...Array(full).fill(200),
      429,
      429,
    ])
    expect(await inTurns(ANONYMOUS + 2, (serving) => serving.ask())).toEqual([
      ...Array(ANONYMOUS).fill(200),
      429,
      429,
    ])
  })

  // The last one: each refusal counts against the client, whose new keys are then looked up no more for a minute.
  test('apply a hold, a release and a revocation', async () => {
    const { key, id } = await createKey({ account: 'heard', tier: '3' }, at())
    expect(await both(key)).toEqual([200, 200])
    await holdAccount({ name: 'heard', reason: 'unpaid' }, at())
    await expect.poll(() => both(key)).toEqual([403, 403])
    await releaseAccount({ name: 'heard' }, at())
    await expect.poll(() => both(key)).toEqual([200, 200])
    await revoke({ id }, at())
    await expect.poll(() => both(key)).toEqual([401, 401])
  })
})
