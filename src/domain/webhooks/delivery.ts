import type { DeliveryKind, DeliveryStatus } from '#contract/enums.ts'
import { LIMITS } from '#contract/limits.ts'
import { addMs, type Instant } from '#contract/time.ts'

/**
 * A delivery as an attempt finds it. QUEUED and RETRYING wait for an attempt; the other states have ended. Invariant:
 * `dueAt` is null exactly when `settledAt` is not. @source contract, Webhook transitions
 */
export type DeliveryState = {
  readonly kind: DeliveryKind
  readonly status: DeliveryStatus
  readonly failures: number
  readonly dueAt: Instant | null
  readonly settledAt: Instant | null
}

/** The end of a request to a callback URL. The state depends only on whether the request succeeded. */
type AttemptEnd = { readonly succeeded: boolean; readonly at: Instant }

/**
 * The delivery after an attempt. A failed event waits longer each time, counted from the failure; the seventh failure
 * is DEAD. A failed ping is FAILED at once. A delivery that was cancelled during its attempt stays cancelled, unless
 * the attempt succeeded.
 * @throws Error for a delivery that had ended before the attempt
 */
export function afterAttempt(before: DeliveryState, { succeeded, at }: AttemptEnd): DeliveryState {
  switch (before.status) {
    case 'SUCCEEDED':
    case 'DEAD':
    case 'FAILED':
      throw new Error(`A delivery that is ${before.status} has an attempt: expected one that waits`)
    case 'QUEUED':
    case 'RETRYING':
    case 'CANCELLED':
      break
  }
  if (succeeded) return { ...before, status: 'SUCCEEDED', dueAt: null, settledAt: at }
  const failures = before.failures + 1
  if (before.status === 'CANCELLED') return { ...before, failures }
  if (before.kind === 'ping') return { ...before, failures, status: 'FAILED', dueAt: null, settledAt: at }
  const waitMs = LIMITS.delivery.retryAfterMs[failures - 1]
  if (waitMs === undefined) return { ...before, failures, status: 'DEAD', dueAt: null, settledAt: at }
  return { ...before, failures, status: 'RETRYING', dueAt: addMs(at, waitMs), settledAt: null }
}

/** The deliveries in a row that became DEAD, and whether that disables the subscription. */
type Row = { readonly deadInARow: number; readonly disables: boolean }

/**
 * The row of DEAD deliveries after more of them settled, in this order. A success ends the row; pings and cancelled
 * deliveries leave it as it is. A row that once became too long disables the subscription, whatever comes after it.
 */
export function afterSettling(deadInARow: number, settled: readonly DeliveryState[]): Row {
  const step = (row: Row, { kind, status }: DeliveryState): Row => {
    if (kind === 'ping') return row
    if (status === 'SUCCEEDED') return { ...row, deadInARow: 0 }
    if (status !== 'DEAD') return row
    const longer = row.deadInARow + 1
    return { deadInARow: longer, disables: row.disables || longer >= LIMITS.delivery.deadInARow }
  }
  return settled.reduce(step, { deadInARow, disables: false })
}
