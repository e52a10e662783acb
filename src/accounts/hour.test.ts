import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Failure } from '#contract/errors.ts'
import { type HourlyCall, LIMITS } from '#contract/limits.ts'
import { addMs, HOUR_MS, type Instant, toInstant } from '#contract/time.ts'
import { saveAccount } from '#records/accounts/accounts.ts'
import { inTransaction, openDatabase } from '#records/database.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { chargeHour } from './hour.ts'

const BEGIN = toInstant('2026-11-19T12:00:00Z')
const MINUTE_MS = 60_000

const opened = await fileDatabase()

async function newAccount(): Promise<string> {
  const id = randomUUID()
  await inTransaction(opened.database, (writer) => saveAccount({ id, name: id, now: BEGIN }, writer))
  return id
}

/** `charged`, or the seconds after which the caller may try again. */
async function chargeCall(
  charged: { accountId: string; call: HourlyCall },
  now: Instant,
  database = opened.database,
): Promise<'charged' | number | undefined> {
  try {
    await chargeHour(charged, { database, clock: { now: () => now } })
    return 'charged'
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.code !== 'rate_limited') throw thrown
    return thrown.extra.retryAfterSeconds
  }
}

const times = (length: number) => Array.from({ length }, (_, index) => index)

describe('an hourly limit', () => {
  test.each(Object.entries(LIMITS.callsPerHour) as readonly (readonly [HourlyCall, number])[])(
    'of %s calls is %i for each account [contract limit hourly]',
    async (call, limit) => {
      const [accountId, other] = [await newAccount(), await newAccount()]
      for (const _ of times(limit)) expect(await chargeCall({ accountId, call }, BEGIN)).toBe('charged')
      expect(await chargeCall({ accountId, call }, BEGIN)).toBe(3600)
      expect(await chargeCall({ accountId: other, call }, BEGIN)).toBe('charged')
      const [another] = (['create', 'rotate', 'ping', 'change'] as const).filter((one) => one !== call)
      expect(await chargeCall({ accountId, call: another ?? call }, BEGIN)).toBe('charged')
    },
  )

  test('slides: a call is free again an hour after the oldest of the last ten, to the millisecond', async () => {
    const charged = { accountId: await newAccount(), call: 'create' } as const
    const at = (minutes: number, ms = 0) => addMs(BEGIN, minutes * MINUTE_MS + ms)
    for (const minute of times(10)) expect(await chargeCall(charged, at(minute))).toBe('charged')
    expect(await chargeCall(charged, at(10))).toBe(50 * 60)
    expect(await chargeCall(charged, at(10, 1))).toBe(50 * 60)
    expect(await chargeCall(charged, addMs(BEGIN, HOUR_MS - 1))).toBe(1)
    expect(await chargeCall(charged, addMs(BEGIN, HOUR_MS))).toBe('charged')
    expect(await chargeCall(charged, addMs(BEGIN, HOUR_MS))).toBe(60)
    expect(await chargeCall(charged, at(61, -1))).toBe(1)
    expect(await chargeCall(charged, at(61))).toBe('charged')
    expect(await chargeCall(charged, at(120))).toBe('charged')
  })

  test('counts no refused call', async () => {
    const charged = { accountId: await newAccount(), call: 'rotate' } as const
    for (const _ of times(10)) await chargeCall(charged, BEGIN)
    for (const minute of times(30))
      expect(await chargeCall(charged, addMs(BEGIN, minute * MINUTE_MS))).not.toBe('charged')
    for (const _ of times(10)) expect(await chargeCall(charged, addMs(BEGIN, HOUR_MS))).toBe('charged')
  })

  test('is exact over two processes that call at once', async () => {
    const second = openDatabase(opened.url, { maxConnections: 12 })
    try {
      const charged = { accountId: await newAccount(), call: 'create' } as const
      const charges = times(40).map((index) =>
        chargeCall(charged, BEGIN, index % 2 === 0 ? opened.database : second),
      )
      const results = await Promise.all(charges)
      expect(results.filter((result) => result === 'charged')).toHaveLength(10)
      expect(results.filter((result) => result === 3600)).toHaveLength(30)
    } finally {
      await second.destroy()
    }
  })

  test('keeps no call of the account that is older than an hour', async () => {
    const accountId = await newAccount()
    for (const call of ['ping', 'change'] as const) await chargeCall({ accountId, call }, BEGIN)
    await chargeCall({ accountId, call: 'create' }, addMs(BEGIN, HOUR_MS))
    const kept = await opened.database
      .selectFrom('hourly_calls')
      .select('call')
      .where('account_id', '=', accountId)
      .execute()
    expect(kept).toEqual([{ call: 'create' }])
  })
})
