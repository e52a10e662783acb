import { expect, test } from 'vitest'
import type { CalendarDate } from '#contract/time.ts'
import type { KeyInUse } from '#records/accounts/accounts.ts'
import { openKnownKeys } from './known-keys.ts'

const MONTH = '2026-11-01' as CalendarDate
const of = (digest: string) => ({ digest, month: MONTH })

function keyOf(digest: string, month = MONTH): KeyInUse {
  return { id: digest, account: { id: 'a', name: 'acme', held: false }, tier: 1, month, used: 0 }
}

function open(options: { readonly real?: readonly string[]; readonly atMost?: number } = {}) {
  const { real = ['k'], atMost = 10 } = options
  const asked: string[] = []
  let at = 0
  const known = openKnownKeys(
    { cachedMs: 2000, atMost },
    {
      find: async ({ digest, month }) => {
        asked.push(digest)
        return real.includes(digest) ? keyOf(digest, month) : undefined
      },
      timer: () => at,
    },
  )
  const pass = (ms: number) => {
    at += ms
  }
  return { known, asked, pass }
}

test.each([
  ['k', { key: keyOf('k') }],
  ['invented', { key: undefined }],
])('%s is remembered for two seconds, then asked for again', async (digest, expected) => {
  const { known, pass } = open()
  expect(known.findCached(of(digest))).toBeUndefined()
  await known.lookUp(of(digest))
  pass(1999)
  expect(known.findCached(of(digest))).toEqual(expected)
  pass(1)
  expect(known.findCached(of(digest))).toBeUndefined()
})

test('reads a key again when its cached use is of last month', async () => {
  const { known } = open()
  await known.lookUp(of('k'))
  expect(known.findCached({ digest: 'k', month: '2026-12-01' as CalendarDate })).toBeUndefined()
})

test('concurrent lookups of the same key share one query', async () => {
  const { known, asked } = open()
  await Promise.all(Array.from({ length: 50 }, () => known.lookUp(of('k'))))
  expect(asked).toEqual(['k'])
})

test('concurrent lookups of a key in two months read its use of each month', async () => {
  const { known, asked } = open()
  const next = '2026-12-01' as CalendarDate
  const both = await Promise.all([known.lookUp(of('k')), known.lookUp({ digest: 'k', month: next })])
  expect(both.map((key) => key?.month)).toEqual([MONTH, next])
  expect(asked).toEqual(['k', 'k'])
})

test('invented keys evict no valid key, and their number is bounded', async () => {
  const { known } = open({ atMost: 3 })
  await known.lookUp(of('k'))
  for (let index = 0; index < 10; index += 1) await known.lookUp(of(`invented ${index}`))
  expect(known.findCached(of('k'))).toEqual({ key: keyOf('k') })
  expect(known.findCached(of('invented 0'))).toBeUndefined()
  expect(known.findCached(of('invented 9'))).toEqual({ key: undefined })
})

test('reads every key again after a clear', async () => {
  const { known, asked } = open()
  await known.lookUp(of('k'))
  known.forget()
  expect(known.findCached(of('k'))).toBeUndefined()
  await known.lookUp(of('k'))
  expect(asked).toEqual(['k', 'k'])
})

test('does not cache a lookup that was in progress during a clear', async () => {
  const onTheWay = Promise.withResolvers<KeyInUse | undefined>()
  const answers = [onTheWay.promise, Promise.resolve(undefined)]
  const known = openKnownKeys(
    { cachedMs: 2000, atMost: 10 },
    { find: async () => answers.shift(), timer: () => 0 },
  )
  const before = known.lookUp(of('k'))
  known.forget()
  expect(await known.lookUp(of('k'))).toBeUndefined()
  onTheWay.resolve(keyOf('k'))
  expect(await before).toEqual(keyOf('k'))
  expect(known.findCached(of('k'))).toEqual({ key: undefined })
})
