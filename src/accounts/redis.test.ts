import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasRedis, startRedis, type TestRedis } from '#test/postgres/redis.ts'
import type { MinuteCharge } from './minute.ts'
import { openSharedCounters } from './redis.ts'

type Answer = {
  readonly charges: readonly MinuteCharge[]
  readonly logged: readonly string[]
  readonly tookMs: number
}
type Counting = AsyncDisposable & {
  readonly charge: (key: string, costs: readonly number[]) => Promise<Answer>
}

const PROGRAM = new URL('../../test/service/counting-process.ts', import.meta.url)
const AWAY = 'Redis cannot be used; each process counts rate limits for itself'
const BACK = 'Redis can be used; rate limits are shared again'

async function startCounting(url: string): Promise<Counting> {
  const child: ChildProcess = fork(PROGRAM, [url], { execArgv: [] })
  await once(child, 'message')
  return {
    async charge(key, costs) {
      child.send({ key, costs })
      const [answer] = (await once(child, 'message')) as [Answer]
      return answer
    },
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

const ones = (times: number) => Array.from({ length: times }, () => 1)
const chargedIn = (answers: readonly Answer[]) =>
  answers.flatMap(({ charges }) => charges).filter(({ charged }) => charged).length
const times = (answer: Answer, words: string) => answer.logged.filter((line) => line === words).length

describe.skipIf(!hasRedis())('processes with one Redis', () => {
  let redis: TestRedis
  let processes: readonly Counting[]
  const stack = new AsyncDisposableStack()
  beforeAll(async () => {
    redis = stack.use(await startRedis())
    processes = await Promise.all(
      Array.from({ length: 3 }, async () => stack.use(await startCounting(redis.url))),
    )
  })
  afterAll(() => stack.disposeAsync())

  const chargeInEach = (key: string, costs: readonly number[]) =>
    Promise.all(processes.map((process) => process.charge(key, costs)))
  /** Waits until every process shares again: a key that is used up in one is used up in all. */
  async function untilShared(key: string): Promise<void> {
    await expect
      .poll(async () => chargedIn(await chargeInEach(`${key} ${crypto.randomUUID()}`, ones(60))), {
        timeout: 20_000,
      })
      .toBe(120)
  }

  test('share one budget exactly', async () => {
    expect(chargedIn(await chargeInEach('one', ones(100)))).toBe(120)
    const refused = (await chargeInEach('one', [1])).flatMap(({ charges }) => charges)
    for (const { charged, remaining, resetsInMs } of refused) {
      expect([charged, remaining]).toEqual([false, 0])
      expect(resetsInMs).toBeGreaterThan(0)
      expect(resetsInMs).toBeLessThanOrEqual(60_000)
    }
    expect(chargedIn(await chargeInEach('another', ones(40)))).toBe(120)
  })

  test('charge a list completely or not at all', async () => {
    const answers = await chargeInEach('lists', [30, 30])
    expect(chargedIn(answers)).toBe(4)
    const [process] = processes
    await process?.charge('part', ones(100))
    const asked = await process?.charge('part', [30, 20, 1])
    expect(asked?.charges).toMatchObject([
      { charged: false, remaining: 20 },
      { charged: true, remaining: 0 },
      { charged: false, remaining: 0 },
    ])
  })

  test('count each for itself while it is down, log that once, and share again when it is back', async () => {
    await chargeInEach('killed', ones(40))
    await redis.kill()
    const alone = await chargeInEach('killed', ones(130))
    expect(chargedIn(alone)).toBe(3 * 120)
    await chargeInEach('killed', ones(10))
    await redis.start()
    await untilShared('back')
    for (const answer of await chargeInEach('after', [1])) {
      expect([times(answer, AWAY), times(answer, BACK)]).toEqual([1, 1])
    }
  })

  test('wait only once for a Redis that hangs', async () => {
    redis.freeze('frozen')
    const first = await chargeInEach('hung', ones(130))
    expect(chargedIn(first)).toBe(3 * 120)
    const next = await chargeInEach('hung on', ones(130))
    expect(chargedIn(next)).toBe(3 * 120)
    redis.freeze('going')
    await untilShared('thawed')
  })
})

test.skipIf(!hasRedis())('does not use a Redis that answers PING and refuses writes', async () => {
  await using redis = await startRedis()
  const logged: string[] = []
  const logger = { warn: (_: object, line: string) => logged.push(line) }
  await using counters = await openSharedCounters(redis.url, { logger })
  const { client } = counters
  await client.replicaof('127.0.0.1', 1)
  const refusal = await client.set('a', 'b').catch((error: unknown) => error)
  expect(String(refusal)).toContain('READONLY')
  counters.failed(refusal)
  const refused = async () =>
    Number(/cmdstat_set:.*rejected_calls=([0-9]+)/.exec(await client.info('commandstats'))?.[1])
  await expect.poll(refused, { timeout: 20_000 }).toBeGreaterThan(2)
  expect([counters.answers(), logged]).toEqual([false, [AWAY]])
  await client.replicaof('NO', 'ONE')
  await expect.poll(counters.answers, { timeout: 20_000 }).toBe(true)
  expect(logged).toEqual([AWAY, BACK])
})

test.skipIf(!hasRedis())('does not log a refused password', async () => {
  await using redis = await startRedis()
  const logged: object[] = []
  const url = redis.url.replace('redis://', 'redis://svc:hunter2@')
  await using counters = await openSharedCounters(url, {
    logger: { warn: (fields) => logged.push(fields) },
  })
  expect(counters.answers()).toBe(false)
  expect(JSON.stringify(logged)).toMatch(/WRONGPASS/)
  expect(JSON.stringify(logged)).not.toContain('hunter2')
})

test('waits a moment for a missing Redis, then each process counts for itself', async () => {
  await using alone = await startCounting('redis://127.0.0.1:1')
  const answer = await alone.charge('a', ones(121))
  expect(chargedIn([answer])).toBe(120)
  expect(times(answer, AWAY)).toBe(1)
})
