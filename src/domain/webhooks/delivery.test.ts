import { expect, test } from 'vitest'
import type { DeliveryKind, DeliveryStatus } from '#contract/enums.ts'
import { LIMITS } from '#contract/limits.ts'
import { addMs, toInstant } from '#contract/time.ts'
import { afterAttempt, afterSettling, type DeliveryState } from './delivery.ts'

const AT = toInstant('2026-11-20T12:00:00Z')
const MINUTE = 60_000
const WAITS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 360 * MINUTE, 720 * MINUTE]

function queued(given: Partial<DeliveryState> = {}): DeliveryState {
  return { kind: 'event', status: 'QUEUED', failures: 0, dueAt: AT, settledAt: null, ...given }
}
const cancelled = queued({ status: 'CANCELLED', dueAt: null, settledAt: AT })
const failedAt = (ms: number) => ({ succeeded: false, at: addMs(AT, ms) })

test('[webhooks 15] waits as the contract says after each of six failures, and is DEAD after the seventh [contract limit retries]', () => {
  let delivery = queued()
  for (const [index, waitMs] of WAITS.entries()) {
    delivery = afterAttempt(delivery, failedAt(7))
    expect(delivery).toEqual(
      queued({ status: 'RETRYING', failures: index + 1, dueAt: addMs(AT, 7 + waitMs) }),
    )
  }
  const dead = afterAttempt(delivery, failedAt(7))
  expect(dead).toEqual(queued({ status: 'DEAD', failures: 7, dueAt: null, settledAt: addMs(AT, 7) }))
  expect(() => afterAttempt(dead, failedAt(8))).toThrow(/expected one that waits/)
  expect(LIMITS.delivery.retryAfterMs).toEqual(WAITS)
})

test.each<[string, DeliveryState, boolean, Partial<DeliveryState>]>([
  ['a queued event succeeds', queued(), true, { status: 'SUCCEEDED', failures: 0 }],
  [
    'a retried event succeeds',
    queued({ status: 'RETRYING', failures: 6 }),
    true,
    { status: 'SUCCEEDED', failures: 6 },
  ],
  ['a ping succeeds', queued({ kind: 'ping' }), true, { status: 'SUCCEEDED' }],
  ['a ping fails', queued({ kind: 'ping' }), false, { status: 'FAILED', failures: 1, dueAt: null }],
  ['a cancelled event succeeds', cancelled, true, { status: 'SUCCEEDED', settledAt: addMs(AT, 9) }],
  [
    'a cancelled event fails',
    cancelled,
    false,
    { status: 'CANCELLED', failures: 1, dueAt: null, settledAt: AT },
  ],
  [
    'a cancelled event fails for the seventh time',
    { ...cancelled, failures: 6 },
    false,
    { status: 'CANCELLED' },
  ],
])(
  '[webhooks 61] [webhooks 72] %s [contract delivery status QUEUED|RETRYING|SUCCEEDED|DEAD|CANCELLED|FAILED]',
  (_, before, succeeded, after) => {
    expect(afterAttempt(before, { succeeded, at: addMs(AT, 9) })).toMatchObject(after)
  },
)

test.each(['SUCCEEDED', 'DEAD', 'FAILED'] as const)('a delivery that is %s takes no attempt', (status) => {
  expect(() => afterAttempt(queued({ status }), failedAt(0))).toThrow(status)
})

const ended = (status: DeliveryStatus, kind: DeliveryKind = 'event') => queued({ status, kind })
const times = (count: number, state: DeliveryState) => Array.from({ length: count }, () => state)
const DEAD = ended('DEAD')

test.each<[string, number, readonly DeliveryState[], number, boolean]>([
  ['nothing settles', 3, [], 3, false],
  ['nine are dead', 0, times(9, DEAD), 9, false],
  ['ten are dead', 0, times(10, DEAD), 10, true],
  ['the tenth follows nine of before', 9, [DEAD], 10, true],
  [
    'nine are dead, one succeeds, nine are dead',
    0,
    [...times(9, DEAD), ended('SUCCEEDED'), ...times(9, DEAD)],
    9,
    false,
  ],
  ['two are dead at once as the tenth and the eleventh', 9, [DEAD, DEAD], 11, true],
  ['one succeeds after the tenth', 9, [DEAD, ended('SUCCEEDED')], 0, true],
  ['a cancelled one is between', 8, [DEAD, ended('CANCELLED'), DEAD], 10, true],
  ['a ping fails between', 8, [DEAD, ended('FAILED', 'ping'), DEAD], 10, true],
  ['a ping succeeds between', 8, [DEAD, ended('SUCCEEDED', 'ping'), DEAD], 10, true],
  ['one is retried between', 8, [DEAD, ended('RETRYING'), DEAD], 10, true],
])('[webhooks 64] [webhooks 65] %s', (_, before, settled, deadInARow, disables) => {
  expect(afterSettling(before, settled)).toEqual({ deadInARow, disables })
})
