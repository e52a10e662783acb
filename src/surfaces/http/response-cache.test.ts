import { expect, test } from 'vitest'
import { openResponseCache } from './response-cache.ts'

type Text = { readonly text: string; readonly bytes: number }
const BYTES = 10_000
const textOf = (text: string, bytes = 100): Text => ({ text, bytes })

function open() {
  let now = 0
  let computed = 0
  const cache = openResponseCache<Text>(
    { bytes: BYTES, freshMs: 60_000, unannouncedMs: 5_000 },
    { timer: () => now },
  )
  cache.setAnnounced(true)
  const ask = async (key: string, answer: Text = textOf(key)) => {
    const { value } = await cache.get(key, async () => {
      computed += 1
      return answer
    })
    return value.text
  }
  return {
    cache,
    ask,
    pass: (ms: number) => {
      now += ms
    },
    computed: () => computed,
  }
}

test.each([
  ['announced', true, 59_999, 1],
  ['announced', true, 60_000, 2],
  ['unannounced', false, 4_999, 1],
  ['unannounced', false, 5_000, 2],
])(
  'caches an answer for its lifetime: %s %s after %i ms computed %i times',
  async (_, announced, ms, times) => {
    const { cache, ask, pass, computed } = open()
    cache.setAnnounced(announced)
    await ask('a')
    pass(ms)
    await ask('a')
    expect(computed()).toBe(times)
  },
)

test('counts the lifetime from the start of the computation', async () => {
  const { cache, pass } = open()
  const begun = Promise.withResolvers<Text>()
  const waiting = cache.get('a', () => begun.promise)
  pass(60_000)
  begun.resolve(textOf('old'))
  expect((await waiting).value.text).toBe('old')
  const again = await cache.get('a', async () => textOf('new'))
  expect(again.value.text).toBe('new')
})

test('a value made of cached ones expires with the oldest of them', async () => {
  const { cache, ask, pass } = open()
  let made = 0
  const make = () =>
    cache.get('made', async (madeOf) => {
      made += 1
      for (const key of ['new', 'old']) madeOf(await cache.get(key, async () => textOf(key)))
      return textOf('made')
    })
  await ask('old')
  pass(40_000)
  expect(cache.ageSecondsOf(await make())).toBe(40)
  pass(19_999)
  await make()
  expect(made).toBe(1)
  pass(1)
  expect(cache.ageSecondsOf(await make())).toBe(20)
  expect(made).toBe(2)
})

test('concurrent requests for the same answer share one computation', async () => {
  const { cache } = open()
  const begun = Promise.withResolvers<Text>()
  let computations = 0
  const ask = () =>
    cache.get('a', () => {
      computations += 1
      return begun.promise
    })
  const waiting = Promise.all(Array.from({ length: 100 }, ask))
  begun.resolve(textOf('a'))
  const answers = await waiting
  expect([computations, new Set(answers.map(({ value }) => value)).size]).toEqual([1, 1])
  expect(cache.counts()).toMatchObject({ computed: 1, joined: 99, hit: 0, computing: 0 })
})

test('a failure reaches every waiting request and is not cached', async () => {
  const { cache, ask } = open()
  const begun = Promise.withResolvers<Text>()
  const waiting = Promise.allSettled([1, 2].map(() => cache.get('a', () => begun.promise)))
  begun.reject(new Error('away'))
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask('a')).toBe('a')
})

test('after a drop, computations in progress are not cached, and new requests do not join them', async () => {
  const { cache, ask } = open()
  const before = Promise.withResolvers<Text>()
  const old = cache.get('a', () => before.promise)
  cache.drop()
  expect(await ask('a', textOf('after'))).toBe('after')
  before.resolve(textOf('before'))
  expect((await old).value.text).toBe('before')
  expect(await ask('a', textOf('again'))).toBe('after')
})

test('clears the cache when notifications resume', async () => {
  const { cache, ask, computed } = open()
  await ask('a')
  cache.setAnnounced(false)
  await ask('a')
  cache.setAnnounced(true)
  await ask('a')
  expect(computed()).toBe(3)
})

test('evicts the least recently used answers', async () => {
  const { cache, ask, computed } = open()
  for (let index = 0; index < 200; index += 1) await ask(`answer ${index}`)
  expect(cache.counts().bytes).toBeLessThanOrEqual(BYTES)
  expect(cache.counts().answers).toBeGreaterThan(10)
  const before = computed()
  await ask('answer 199')
  expect(computed()).toBe(before)
  await ask('answer 0')
  expect(computed()).toBe(before + 1)
})

test('a hit makes an answer the most recently used', async () => {
  const { ask, computed } = open()
  await ask('often')
  for (let index = 0; index < 200; index += 1) {
    await ask(`other ${index}`)
    await ask('often')
  }
  expect(computed()).toBe(201)
})

test('returns an answer larger than the cache without caching it', async () => {
  const { cache, ask } = open()
  await ask('small')
  expect(await ask('large', textOf('large', BYTES + 1))).toBe('large')
  expect(cache.counts().answers).toBe(1)
})
