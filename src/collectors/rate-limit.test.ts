import { expect, test } from 'vitest'
import { type Collect, FRESH, fileTrial } from '#test/providers/trial-provider.ts'
import { openHttp } from './http.ts'
import { defaultPerSecond, openProviderLimits } from './provider-limits.ts'
import { policyOf } from './providers.ts'
import { openRateLimit } from './rate-limit.ts'

const trial = await fileTrial()

/**
 * A rate limit on a clock that stands still for these requests. One more request comes after a minute of rest. Returns
 * the pauses.
 */
async function begun(perSecond: number | null, requests: number) {
  let elapsedMs = 0
  const pauses: number[] = []
  const pace = openRateLimit(perSecond, {
    elapsedMs: () => elapsedMs,
    pause: async (ms) => {
      pauses.push(ms)
    },
  })
  const { signal } = new AbortController()
  for (let request = 0; request < requests; request += 1) await pace(signal)
  elapsedMs += 60_000
  await pace(signal)
  return pauses
}

test.each<[string, number | null, readonly number[]]>([
  ['four a second', 4, [250, 500, 750]],
  ['one in two seconds', 0.5, [2000, 4000, 6000]],
  ['no limit', null, []],
])('[R36] requests wait for their turn, and no longer after a rest: %s', async (_, perSecond, pauses) => {
  expect(await begun(perSecond, 4)).toEqual(pauses)
})

test.each<[string, readonly string[], number | null]>([
  ['blockscout', [], 3],
  ['blockscout', ['blockscout'], 5],
  ['geckoterminal', [], 0.5],
  ['github', [], 12],
  ['chain', [], 4],
  ['chain', ['chain'], null],
  ['site', [], null],
])('[R36] %s with keys for %j is asked at most so often: %d', (provider, keyed, perSecond) => {
  expect(defaultPerSecond(provider, keyed)).toBe(perSecond)
})

test('[R36] a run asks a provider at its pace, and one that ends gives up its waits', async () => {
  await trial.storeStreams(1)
  const end = new AbortController()
  const outcomes: string[] = []
  const collect: Collect = async (_, { http }) => {
    const first = await http.request({ url: trial.server.url })
    const second = http.request({ url: trial.server.url })
    end.abort()
    outcomes.push(first.kind, (await second).kind)
    return FRESH
  }
  const { length } = trial.server.asked
  trial.limits = openProviderLimits({ set: [], perSecondOf: () => 0.001 })
  await trial.run(collect, { signal: end.signal })
  expect(outcomes).toEqual(['answer', 'failure'])
  expect(trial.server.asked.length).toBe(length + 1)
})

test('an aborted wait ends at once', async () => {
  const pace = openRateLimit(0.001)
  await pace(AbortSignal.abort())
  await expect(pace(AbortSignal.abort())).rejects.toThrow('aborted')
})

test('[R36] Blockscout says in milliseconds how long it wants to be left alone', async () => {
  trial.server.answer = () => ({
    status: 429,
    headers: { 'x-ratelimit-limit': '3', 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '90000' },
    body: '{"message":"429 Too Many Requests"}',
  })
  const { resetForm } = policyOf('blockscout')
  await using http = openHttp(
    { contactUrl: 'https://svc.example', connectTo: [] },
    { clock: () => trial.now },
  )
  expect(await http.request({ url: trial.server.url, resetForm })).toMatchObject({
    kind: 'failure',
    outcome: 'rate_limited',
    retryAfterMs: 90_000,
  })
})
