import { beforeAll, expect, test } from 'vitest'
import type { Failure } from '#contract/errors.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { listeningServiceOfFile } from '#test/service/file-service.ts'
import { storeToken } from '#test/service/http-service.ts'
import { openGate } from './overload.ts'

let lateMs = 0
const gate = openGate(
  { computing: 4, ofCaller: 3, lateMs: 100, late: { computing: 2, ofCaller: 1 }, waitMs: 10_000 },
  { lateness: { ms: () => lateMs } },
)

const listening = await listeningServiceOfFile({ gate })
let cards: readonly string[]
beforeAll(async () => {
  const tokens = await Promise.all(
    Array.from({ length: 40 }, () => storeToken({ evidence: KNOWN }, listening.service.database)),
  )
  cards = tokens.map(({ address }) => `/api/v1/builder?token=${address}`)
})

test('refuses computations beyond the limit', async () => {
  const begun = Promise.withResolvers<string>()
  const work = () => begun.promise
  const passed = Array.from({ length: 4 }, (_, caller) => gate.pass(work, `${caller}`))
  const refused = gate.pass(work, 'a')
  await expect(refused).rejects.toMatchObject({
    code: 'unavailable',
    extra: { retryAfterSeconds: 1 },
  } satisfies Partial<Failure>)
  begun.resolve('done')
  expect(await Promise.all(passed)).toEqual(Array.from({ length: 4 }, () => 'done'))
  expect(await gate.pass(async () => 'next', 'a')).toBe('next')
})

test('[R101] one caller holds its share of the computations alone, and others go on', async () => {
  const shared = openGate(
    { computing: 8, ofCaller: 2, lateMs: 100, late: { computing: 2, ofCaller: 1 }, waitMs: 10_000 },
    { lateness: { ms: () => 0 } },
  )
  const begun = Promise.withResolvers<string>()
  const passed = ['a', 'a', 'b', 'b', 'c'].map((caller) => shared.pass(() => begun.promise, caller))
  await expect(shared.pass(() => begun.promise, 'a')).rejects.toMatchObject({ code: 'unavailable' })
  expect(await shared.pass(async () => 'answered', 'c')).toBe('answered')
  expect(shared.counts()).toEqual({ computing: 5, refused: 1 })
  begun.resolve('done')
  await Promise.all(passed)
  expect(await shared.pass(async () => 'answered', 'a')).toBe('answered')
  expect(shared.counts().computing).toBe(0)
})

test('[R101] a client beyond its share of computations gets 503, another client its answer', async () => {
  const [card, other] = [`${cards[0]}&integration=one`, `${cards[0]}&integration=other`]
  const from = '127.4.0.1'
  const begun = Promise.withResolvers<void>()
  const held = Array.from({ length: 3 }, () => gate.pass(() => begun.promise, from))
  expect((await listening.send(card, { from })).status).toBe(503)
  expect((await listening.send(card)).status).toBe(200)
  expect((await listening.send(card, { from })).status).toBe(200)
  begun.resolve()
  await Promise.all(held)
  expect((await listening.send(other, { from })).status).toBe(200)
})

test('a failed computation makes room too', async () => {
  const failures = Array.from({ length: 8 }, () => gate.pass(() => Promise.reject(new Error('away')), 'a'))
  expect((await Promise.allSettled(failures)).every(({ status }) => status === 'rejected')).toBe(true)
  expect(gate.counts().computing).toBe(0)
})

test('answers 503 with retry-after beyond the limit; requests for the same answer count once', async () => {
  const same = await Promise.all(Array.from({ length: 20 }, () => listening.send(String(cards[0]))))
  expect(same.every(({ status }) => status === 200)).toBe(true)
  const begun = Promise.withResolvers<void>()
  const full = Array.from({ length: 4 }, (_, caller) => gate.pass(() => begun.promise, `${caller}`))
  const refused = await Promise.all(cards.slice(1).map((card) => listening.send(card)))
  begun.resolve()
  await Promise.all(full)
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]))
  for (const { headers, text } of refused) {
    expect(headers).toMatchObject({ 'retry-after': '1', 'cache-control': 'no-store' })
    expect(JSON.parse(text)).toMatchObject({ error: 'unavailable', retryable: true, retryAfterSeconds: 1 })
  }
})

test('[R101] while the event loop is late, a caller with a computation in progress gets 503, another its answer', async () => {
  const [cached = '', other = ''] = cards.slice(-2)
  const from = '127.4.0.2'
  await expect.poll(() => listening.send(cached, { from }).then(({ status }) => status)).toBe(200)
  const begun = Promise.withResolvers<void>()
  const held = gate.pass(() => begun.promise, from)
  lateMs = 101
  const late = [listening.send(cached, { from }), listening.send(`${other}&integration=late`, { from })]
  const answers = await Promise.all(late)
  const another = await listening.send(`${other}&integration=late`)
  const full = gate.pass(() => begun.promise, 'b')
  const beyond = await listening.send(`${other}&integration=beyond`)
  lateMs = 0
  expect(answers.map(({ status }) => status)).toEqual([200, 503])
  expect([another.status, beyond.status]).toEqual([200, 503])
  expect((await listening.send(`${other}&integration=beyond`, { from })).status).toBe(200)
  begun.resolve()
  await Promise.all([held, full])
})
