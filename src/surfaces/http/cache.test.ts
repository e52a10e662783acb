import { expect, test } from 'vitest'
import { openAnswerCache } from './cache.ts'
import type { Room } from './cache-rooms.ts'

type Text = { readonly text: string; readonly bytes: number; readonly room: Room }
const ROOM_BYTES = 10_000
const answerOf = (text: string, room: Room = 'published', bytes = 100): Text => ({ text, bytes, room })

function open() {
  let now = 0
  let computed = 0
  const cache = openAnswerCache<Text>(
    {
      freshMs: 60_000,
      unannouncedMs: 5_000,
      bytes: { published: ROOM_BYTES, unpublished: ROOM_BYTES, lists: ROOM_BYTES },
      spellings: 2,
    },
    { timer: () => now },
  )
  cache.setAnnounced(true)
  const ask = async (key: string, answer: Text = answerOf(key)) => {
    const held = await cache.answer(key, async () => {
      computed += 1
      return answer
    })
    return held.answer.text
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
])('an answer is held for its time: %s %s after %i ms computed %i times', async (_, announced, ms, times) => {
  const { cache, ask, pass, computed } = open()
  cache.setAnnounced(announced)
  await ask('a')
  pass(ms)
  await ask('a')
  expect(computed()).toBe(times)
})

test('the time counts from the beginning of the computation', async () => {
  const { cache, pass } = open()
  const begun = Promise.withResolvers<Text>()
  const waiting = cache.answer('a', () => begun.promise)
  pass(60_000)
  begun.resolve(answerOf('old'))
  expect((await waiting).answer.text).toBe('old')
  const again = await cache.answer('a', async () => answerOf('new'))
  expect(again.answer.text).toBe('new')
})

test('all who wait for the same answer wait for one computation', async () => {
  const { cache } = open()
  const begun = Promise.withResolvers<Text>()
  let computations = 0
  const ask = () =>
    cache.answer('a', () => {
      computations += 1
      return begun.promise
    })
  const waiting = Promise.all(Array.from({ length: 100 }, ask))
  begun.resolve(answerOf('a'))
  const answers = await waiting
  expect([computations, new Set(answers.map(({ answer }) => answer)).size]).toEqual([1, 1])
  expect(cache.counts()).toMatchObject({ computed: 1, joined: 99, hit: 0, computing: 0 })
})

test('a failure reaches all who wait for it, and is held for nobody', async () => {
  const { cache, ask } = open()
  const begun = Promise.withResolvers<Text>()
  const waiting = Promise.allSettled([1, 2].map(() => cache.answer('a', () => begun.promise)))
  begun.reject(new Error('away'))
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask('a')).toBe('a')
})

test('what was being computed when everything was dropped is not held, and not waited for by newcomers', async () => {
  const { cache, ask } = open()
  const before = Promise.withResolvers<Text>()
  const old = cache.answer('a', () => before.promise)
  cache.drop()
  expect(await ask('a', answerOf('after'))).toBe('after')
  before.resolve(answerOf('before'))
  expect((await old).answer.text).toBe('before')
  expect(await ask('a', answerOf('again'))).toBe('after')
})

test('being told of changes again forgets what was held meanwhile', async () => {
  const { cache, ask, computed } = open()
  await ask('a')
  cache.setAnnounced(false)
  await ask('a')
  cache.setAnnounced(true)
  await ask('a')
  expect(computed()).toBe(3)
})

test('the least recently asked for make way, and only in their own room', async () => {
  const { cache, ask, computed } = open()
  await ask('published')
  for (let index = 0; index < 200; index += 1) await ask(`nobody ${index}`, answerOf('', 'unpublished'))
  for (let index = 0; index < 200; index += 1) await ask(`page ${index}`, answerOf('', 'lists'))
  const { bytes, answers } = cache.counts()
  expect(Object.values(bytes).every((held) => held <= ROOM_BYTES)).toBe(true)
  expect(answers.published).toBe(1)
  expect(answers.unpublished).toBeGreaterThan(10)
  const before = computed()
  await ask('published')
  await ask('nobody 199')
  expect(computed()).toBe(before)
  await ask('nobody 0')
  expect(computed()).toBe(before + 1)
})

test('asking for an answer keeps it', async () => {
  const { ask, computed } = open()
  await ask('kept')
  for (let index = 0; index < 200; index += 1) {
    await ask(`other ${index}`)
    await ask('kept')
  }
  expect(computed()).toBe(201)
})

test('an answer larger than its room is answered and not held', async () => {
  const { cache, ask } = open()
  expect(await ask('large', answerOf('large', 'published', ROOM_BYTES + 1))).toBe('large')
  expect(cache.counts()).toMatchObject({ bytes: { published: 0 }, answers: { published: 0 } })
})

test('what an answer grows by is counted', async () => {
  const { cache, ask } = open()
  await ask('first')
  await ask('grows')
  const { bytes } = cache.counts()
  cache.grow('grows', 500)
  expect(cache.counts().bytes.published).toBe(bytes.published + 500)
  cache.grow('grows', ROOM_BYTES)
  expect(cache.counts()).toMatchObject({ bytes: { published: 0 }, answers: { published: 0 } })
})

test('a spelling finds its answer, no more of them than are remembered, while the answer is held', async () => {
  const { cache, ask, pass } = open()
  await ask('a')
  for (const spelling of ['?a=1', '?a=2', '?a=3']) cache.rememberSpelling(spelling, 'a')
  cache.rememberSpelling('?b=1', 'b')
  const found = ['?a=1', '?a=2', '?a=3', '?b=1'].map((one) => cache.findSpelled(one)?.answer.text)
  expect(found).toEqual(['a', 'a', undefined, undefined])
  pass(60_000)
  expect(cache.findSpelled('?a=1')).toBeUndefined()
  await ask('a')
  expect(cache.findSpelled('?a=2')).toBeUndefined()
  cache.rememberSpelling('?a=1', 'a')
  cache.drop()
  expect(cache.findSpelled('?a=1')).toBeUndefined()
  expect(cache.counts().bytes.published).toBe(0)
})

test('a spelling counts as what it takes, and goes with its answer when that makes way', async () => {
  const { cache, ask } = open()
  await ask('first')
  const { bytes } = cache.counts()
  cache.rememberSpelling('?first=1', 'first')
  expect(cache.counts().bytes.published).toBe(bytes.published + 2 * '?first=1'.length)
  for (let index = 0; index < 200; index += 1) await ask(`other ${index}`)
  expect(cache.findSpelled('?first=1')).toBeUndefined()
  expect(cache.counts().bytes.published).toBeLessThanOrEqual(ROOM_BYTES)
})
