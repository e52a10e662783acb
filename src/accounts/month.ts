import type { Tier } from '#contract/limits.ts'
import { boundsOf, monthOf as calendarMonthOf, firstDayOf } from '#contract/month.ts'
import type { CalendarDate, Instant } from '#contract/time.ts'
import type { KeyInUse } from '#records/accounts/accounts.ts'
import { addKeyUsage, type KeyUsage } from '#records/accounts/key-usage.ts'
import { inTransaction } from '#records/database.ts'
import { type CounterDeps, PeriodicWrite } from './periodic-write.ts'

const FLUSH_MS = 1_000
const FLUSHED_AT_ONCE = 5_000
/** An unused count is dropped after this time: much longer than a cached key lookup can bring an older total. */
const IDLE_MS = 60_000

export type Allowances = Readonly<Record<Tier, number>>

/** The calendar month (UTC) an instant is in, named by its first day. */
export function firstDayOfMonth(now: Instant): CalendarDate {
  return firstDayOf(calendarMonthOf(now))
}

/** Whole seconds from an instant to the end of its calendar month (UTC), at least one. */
export function secondsToMonthEnd(now: Instant): number {
  const left = Temporal.Instant.from(boundsOf(calendarMonthOf(now)).end).since(Temporal.Instant.from(now))
  return Math.max(1, Math.ceil(left.total('seconds')))
}

/**
 * One key's requests of a month: `written` by all processes, `onTheWay` in the current write, `pending` until the next.
 * `pending` is below zero after a refund of written requests.
 */
type Count = { readonly keyId: string; readonly month: CalendarDate } & {
  written: number
  onTheWay: number
  pending: number
  usedAt: number
}

/** The result of charging a month, with the rest of the allowance. `refund` takes the charge back. */
type MonthCharge = {
  readonly charged: boolean
  readonly remaining: () => number
  readonly refund: () => void
}

/**
 * Counts the monthly use of keys and writes it once a second. A killed process loses what it counted since the last
 * write. Several processes together can exceed an allowance by what they count in a second.
 */
export class MonthCounter extends PeriodicWrite {
  readonly #allowances: Allowances
  readonly #deps: CounterDeps
  readonly #counts = new Map<string, Count>()

  constructor(allowances: Allowances, deps: CounterDeps) {
    super({ everyMs: FLUSH_MS, name: 'the monthly requests of keys' }, deps.logger)
    this.#allowances = allowances
    this.#deps = deps
  }

  /** Charges `cost` requests to a key's month, all or nothing. */
  charge(key: KeyInUse, cost: number): MonthCharge {
    const count = this.#countOf(key)
    const allowance = this.#allowances[key.tier]
    const remaining = () => Math.max(0, allowance - usedOf(count))
    const charged = usedOf(count) + cost <= allowance
    if (charged) count.pending += cost
    return {
      charged,
      remaining,
      refund: () => {
        if (charged) count.pending -= cost
      },
    }
  }

  /** Writes the pending requests, and adopts the totals of all processes. */
  protected override async write(): Promise<void> {
    const batch = [...this.#counts.values()].filter(({ pending }) => pending > 0).slice(0, FLUSHED_AT_ONCE)
    for (const count of batch) {
      count.onTheWay = count.pending
      count.pending = 0
    }
    try {
      if (batch.length > 0) this.#adopt(await this.#save(batch))
    } catch (cause) {
      for (const count of batch) {
        count.pending += count.onTheWay
        count.onTheWay = 0
      }
      throw cause
    }
    this.#forgetIdle()
  }

  #countOf(key: KeyInUse): Count {
    const name = nameOf({ keyId: key.id, month: key.month })
    const found = this.#counts.get(name)
    const usedAt = performance.now()
    if (found !== undefined) {
      found.written = Math.max(found.written, key.used)
      found.usedAt = usedAt
      return found
    }
    const count = { keyId: key.id, month: key.month, written: key.used, onTheWay: 0, pending: 0, usedAt }
    this.#counts.set(name, count)
    return count
  }

  #save(batch: readonly Count[]): Promise<readonly KeyUsage[]> {
    const at = this.#deps.clock.now()
    const usage = batch.map(({ keyId, month, onTheWay }) => ({ keyId, month, requests: onTheWay, at }))
    return inTransaction(this.#deps.database, (writer) => addKeyUsage(usage, writer))
  }

  #adopt(totals: readonly KeyUsage[]): void {
    for (const total of totals) {
      const count = this.#counts.get(nameOf(total))
      if (count === undefined) continue
      count.written = total.requests
      count.onTheWay = 0
    }
  }

  /** Drops idle counts; the next request of a key brings its total from the lookup. */
  #forgetIdle(): void {
    const since = performance.now() - IDLE_MS
    for (const [name, { pending, usedAt }] of this.#counts)
      if (pending <= 0 && usedAt < since) this.#counts.delete(name)
  }
}

function usedOf({ written, onTheWay, pending }: Count): number {
  return written + onTheWay + pending
}

function nameOf({ keyId, month }: Pick<KeyUsage, 'keyId' | 'month'>): string {
  return `${keyId} ${month}`
}
