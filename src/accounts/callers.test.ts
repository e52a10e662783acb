import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import { LIMITS } from '#contract/limits.ts'
import { DAY_MS, toInstant } from '#contract/time.ts'
import { findAccount, revokeKey, saveHold } from '#records/accounts/accounts.ts'
import { inTransaction } from '#records/database.ts'
import { issueKey, openTestCallers, type TestCallers } from '#test/given/accounts.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import type { Caller } from './callers.ts'
import { newKey } from './keys.ts'

const { database } = await fileDatabase()

let open: TestCallers
beforeEach(async () => {
  open = await openTestCallers(database, { allowances: { 1: 200 } })
})
afterEach(() => open[Symbol.asyncDispose]())

const CLIENT = '192.0.2.1'

async function identified(key: string, client = CLIENT): Promise<Caller> {
  return open.callers.identify({ key, client })
}

function refusal(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'taken',
    (thrown: { code?: string }) => thrown.code,
  )
}

async function spendTimes(caller: Caller, times: number, cost = 1) {
  const all = await Promise.all(Array.from({ length: times }, () => open.callers.charge(caller, cost)))
  return all.map(({ refusal: refused }) => refused?.code)
}

describe('identify', () => {
  test('finds the account of a valid key', async () => {
    const { key, id, account } = await issueKey(database, { tier: 2 })
    expect(await identified(key)).toMatchObject({
      kind: 'keyed',
      key: { id, tier: 2, used: 0, account: { name: account, held: false } },
    })
  })

  test.each([['svc_bad'], [''], [newKey()], [`${newKey()} `]])('%j is refused', async (key) => {
    expect(await refusal(identified(key))).toBe('invalid_key')
  })

  test('refuses a revoked key like an unknown one, after the notification', async () => {
    const { key, id } = await issueKey(database)
    await identified(key)
    await inTransaction(database, (writer) =>
      revokeKey({ id, now: toInstant('2026-11-19T13:00:00Z') }, writer),
    )
    open.callers.forget()
    expect(await refusal(identified(key))).toBe('invalid_key')
  })

  test('refuses every key of a suspended account until it is released', async () => {
    const now = toInstant('2026-11-19T13:00:00Z')
    const first = await issueKey(database)
    const second = await issueKey(database, { account: first.account })
    const account = await findAccount(first.account, database)
    const hold = async (reason: string | null) => {
      await inTransaction(database, (writer) => saveHold({ id: String(account?.id), reason, now }, writer))
      open.callers.forget()
    }
    await hold('unpaid')
    expect(await refusal(identified(first.key))).toBe('account_held')
    expect(await refusal(identified(second.key))).toBe('account_held')
    await hold(null)
    expect(await refusal(identified(first.key))).toBe('taken')
  })
})

describe('identify, for a client that guesses keys,', () => {
  test('[R105] limits a client that guesses keys, but not others, nor a known key at the same address', async () => {
    const { key } = await issueKey(database)
    await identified(key)
    const codes = await Promise.all(Array.from({ length: 121 }, () => refusal(identified(newKey()))))
    expect(codes.filter((code) => code === 'invalid_key')).toHaveLength(120)
    expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(1)
    expect(await refusal(identified(newKey(), '192.0.2.2'))).toBe('invalid_key')
    expect(await refusal(identified(key))).toBe('taken')
    open.callers.forget()
    expect(await refusal(identified(key))).toBe('taken')
  })

  test('refuses a key that was revoked during a flood of guessed keys, and then treats it as one of them', async () => {
    const { key, id } = await issueKey(database)
    await identified(key)
    await Promise.all(Array.from({ length: 119 }, () => refusal(identified(newKey()))))
    await inTransaction(database, (writer) =>
      revokeKey({ id, now: toInstant('2026-11-19T13:00:00Z') }, writer),
    )
    open.callers.forget()
    expect(await refusal(identified(key))).toBe('invalid_key')
    open.callers.forget()
    expect(await refusal(identified(key))).toBe('rate_limited')
  })

  test('does not query the database for a client that guesses keys, except for known keys', async () => {
    const { key } = await issueKey(database)
    const { key: fresh } = await issueKey(database)
    await using moved = await openTestCallers(database)
    const identify = (text: string) => moved.callers.identify({ key: text, client: CLIENT })
    await identify(key)
    await Promise.all(Array.from({ length: 120 }, () => refusal(identify(newKey()))))
    moved.clock.move(12 * DAY_MS)
    expect(await refusal(identify(fresh))).toBe('rate_limited')
    expect(await refusal(identify(key))).toBe('taken')
  })
})

describe('the minute', () => {
  test.each([
    [1, 120],
    [2, 600],
    [3, 1200],
  ] as const)(
    'of tier %i holds %i requests, each key its own [contract limit keyed-minute]',
    async (tier, limit) => {
      const { key, account } = await issueKey(database, { tier })
      const other = await identified((await issueKey(database, { tier, account })).key)
      const caller = await identified(key)
      const { headers } = await open.callers.charge(caller, 1)
      expect(headers).toMatchObject({
        'ratelimit-limit': `${limit}`,
        'ratelimit-policy': `${limit};w=60`,
        'ratelimit-remaining': `${limit - 1}`,
        'svc-tier': `${tier}`,
      })
      const codes = await spendTimes(caller, limit)
      expect(codes.filter((code) => code === undefined)).toHaveLength(limit - 1)
      expect(codes.at(-1)).toBe('rate_limited')
      expect((await open.callers.charge(other, 1)).refusal).toBeUndefined()
    },
  )

  test('of an anonymous client is 120 requests, and only an answer of its own has the remaining ones [contract limit anonymous-minute]', async () => {
    const caller = { kind: 'anonymous', client: CLIENT } as const
    expect(await open.callers.charge(caller, 1)).toEqual({
      headers: { 'ratelimit-limit': '120', 'ratelimit-policy': '120;w=60' },
      left: { 'ratelimit-remaining': '119' },
      refusal: undefined,
    })
    expect((await spendTimes(caller, 120)).filter((code) => code === 'rate_limited')).toHaveLength(1)
    expect(await spendTimes({ kind: 'anonymous', client: '192.0.2.9' }, 1)).toEqual([undefined])
  })

  test('of a limited call is one for all keys of an account', async () => {
    const { key, account } = await issueKey(database)
    const [first, second, stranger] = [
      await identified(key),
      await identified((await issueKey(database, { account })).key),
      await identified((await issueKey(database)).key),
    ]
    const call = 'validate' as const
    for (let taken = 0; taken < LIMITS.callsPerMinute[call]; taken += 1)
      await open.callers.chargeMinute({ caller: first, call })
    expect(await refusal(open.callers.chargeMinute({ caller: first, call }))).toBe('rate_limited')
    expect(await refusal(open.callers.chargeMinute({ caller: second, call }))).toBe('rate_limited')
    expect(await refusal(open.callers.chargeMinute({ caller: stranger, call }))).toBe('taken')
  })

  test('a list is charged completely or not at all', async () => {
    const caller = await identified((await issueKey(database)).key)
    await spendTimes(caller, 100)
    const refused = await open.callers.charge(caller, 30)
    expect(refused.refusal?.code).toBe('rate_limited')
    expect(refused.headers).toMatchObject({ 'ratelimit-remaining': '20', 'svc-monthly-remaining': '100' })
    const given = await open.callers.charge(caller, 20)
    expect(given).toMatchObject({
      headers: { 'ratelimit-remaining': '0', 'svc-monthly-remaining': '80' },
      refusal: undefined,
    })
  })
})

describe('the month', () => {
  async function usedUp(): Promise<Caller> {
    const caller = await identified((await issueKey(database)).key)
    await spendTimes(caller, 3, 40)
    const next = await openTestCallers(database, { allowances: { 1: 130 } })
    await open[Symbol.asyncDispose]()
    open = next
    return caller.kind === 'keyed' ? { ...caller, key: { ...caller.key, used: 120 } } : caller
  }

  test('when used up refuses until its end, by the service’s clock', async () => {
    const caller = await usedUp()
    expect(await spendTimes(caller, 11)).toEqual([...Array.from({ length: 10 }), 'quota_exceeded'])
    const { headers, refusal: refused } = await open.callers.charge(caller, 1)
    expect(headers).toMatchObject({ 'svc-monthly-remaining': '0', 'ratelimit-limit': '120' })
    expect(refused?.extra.retryAfterSeconds).toBe(11.5 * 86_400)
    expect(ERRORS.quota_exceeded).toMatchObject({ status: 429, retryable: true })
  })

  test('a list that does not fit costs nothing of the month, and one request of the minute', async () => {
    const caller = await usedUp()
    expect(await spendTimes(caller, 1, 11)).toEqual(['quota_exceeded'])
    expect((await open.callers.charge(caller, 10)).headers).toMatchObject({
      'svc-monthly-remaining': '0',
      'ratelimit-remaining': '109',
    })
  })

  test('the next month has the full allowance', async () => {
    const { key } = await issueKey(database)
    await spendTimes(await identified(key), 3, 40)
    await spendTimes(await identified(key), 1, 80)
    open.clock.move(12 * DAY_MS)
    const { headers, refusal: refused } = await open.callers.charge(await identified(key), 1)
    expect(refused?.code).toBe('rate_limited')
    expect(headers['svc-monthly-remaining']).toBe('200')
  })
})

test('[R145] the limit of clients without a key is a setting, and the headers state it', async () => {
  await using few = await openTestCallers(database, { anonymousPerMinute: 2 })
  const caller: Caller = { kind: 'anonymous', client: CLIENT }
  const spent = await Promise.all([1, 2, 3].map(() => few.callers.charge(caller, 1)))
  expect(spent.map(({ refusal: refused }) => refused?.code)).toEqual([undefined, undefined, 'rate_limited'])
  expect(spent[0]?.headers).toMatchObject({ 'ratelimit-limit': '2', 'ratelimit-policy': '2;w=60' })
})
