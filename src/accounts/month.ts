import type { Tier } from '#contract/limits.ts'
import { type CalendarDate, type Instant, startOfDate } from '#contract/time.ts'
import type { KeyInUse } from '#records/accounts/accounts.ts'
import { addKeyUsage, type KeyUsage } from '#records/accounts/key-usage.ts'
import { type Database, inTransaction } from '#records/database.ts'

const FLUSH_MS = 1_000
const FLUSHED_AT_ONCE = 5_000
const SAID_EVERY_MS = 60_000
/** Far longer than a key is remembered with an older total. */
const IDLE_MS = 60_000

export type Allowances = Readonly<Record<Tier, number>>

/** The calendar month (UTC) an instant is in, named by its first day. */
export function monthOf(now: Instant): CalendarDate {
  return `${now.slice(0, 7)}-01` as CalendarDate
}

/** Whole seconds from an instant to the end of its calendar month (UTC), at least one. */
export function secondsToMonthEnd(now: Instant): number {
  const next = Temporal.PlainDate.from(monthOf(now)).add({ months: 1 }).toString() as CalendarDate
  const left = Temporal.Instant.from(startOfDate(next)).since(Temporal.Instant.from(now))
  return Math.max(1, Math.ceil(left.total('seconds')))
}

/**
 * A month's requests of one key: what all processes have written down, what is on its way there, what is not yet. The
 * last is below zero when what was written down was given back: then the next requests are free of writing.
 */
type Count = { readonly keyId: string; readonly month: CalendarDate } & {
  written: number
  onTheWay: number
  pending: number
  usedAt: number
}

/** What a month's allowance gave: how many requests are left of it, and a way to give these back. */
export type Reserved = {
  readonly reserved: boolean
  readonly remaining: () => number
  readonly giveBack: () => void
}

/**
 * What keys use of their month, counted here and written down once a second. A process that is killed forgets at most
 * what it counted since; several processes together may give out at most what they count in a second too much.
 */
export class MonthCounter implements AsyncDisposable {
  readonly #allowances: Allowances
  readonly #deps: Deps
  readonly #counts = new Map<string, Count>()
  readonly #timer: NodeJS.Timeout
  #flushing: Promise<void> | undefined
  #saidAt = Number.NEGATIVE_INFINITY

  constructor(allowances: Allowances, deps: Deps) {
    this.#allowances = allowances
    this.#deps = deps
    this.#timer = setInterval(() => {
      this.#flushing ??= this.flush().finally(() => {
        this.#flushing = undefined
      })
    }, FLUSH_MS)
    this.#timer.unref()
  }

  /** Takes `cost` requests of a key's month, all or nothing. */
  reserve(key: KeyInUse, cost: number): Reserved {
    const count = this.#countOf(key)
    const allowance = this.#allowances[key.tier]
    const remaining = () => Math.max(0, allowance - usedOf(count))
    const reserved = usedOf(count) + cost <= allowance
    if (reserved) count.pending += cost
    return {
      reserved,
      remaining,
      giveBack: () => {
        if (reserved) count.pending -= cost
      },
    }
  }

  /** Writes down what was counted since the last time and takes over the totals of all processes. */
  async flush(): Promise<void> {
    const batch = [...this.#counts.values()].filter(({ pending }) => pending > 0).slice(0, FLUSHED_AT_ONCE)
    for (const count of batch) {
      count.onTheWay = count.pending
      count.pending = 0
    }
    try {
      if (batch.length > 0) this.#takeOver(await this.#write(batch))
      this.#forgetIdle()
    } catch (cause) {
      for (const count of batch) {
        count.pending += count.onTheWay
        count.onTheWay = 0
      }
      this.#say(cause)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    await this.#flushing
    await this.flush()
  }

  #countOf(key: KeyInUse): Count {
    const name = nameOf({ keyId: key.id, month: key.month })
    const held = this.#counts.get(name)
    const usedAt = performance.now()
    if (held !== undefined) {
      held.written = Math.max(held.written, key.used)
      held.usedAt = usedAt
      return held
    }
    const count = { keyId: key.id, month: key.month, written: key.used, onTheWay: 0, pending: 0, usedAt }
    this.#counts.set(name, count)
    return count
  }

  #write(batch: readonly Count[]): Promise<readonly KeyUsage[]> {
    const usage = batch.map(({ keyId, month, onTheWay }) => ({ keyId, month, requests: onTheWay }))
    return inTransaction(this.#deps.database, (writer) => addKeyUsage(usage, writer))
  }

  #takeOver(totals: readonly KeyUsage[]): void {
    for (const total of totals) {
      const count = this.#counts.get(nameOf(total))
      if (count === undefined) continue
      count.written = total.requests
      count.onTheWay = 0
    }
  }

  /** What nobody used for a while is dropped: the next request brings the total along with its key. */
  #forgetIdle(): void {
    const since = performance.now() - IDLE_MS
    for (const [name, { pending, usedAt }] of this.#counts)
      if (pending <= 0 && usedAt < since) this.#counts.delete(name)
  }

  #say(cause: unknown): void {
    if (performance.now() - this.#saidAt < SAID_EVERY_MS) return
    this.#saidAt = performance.now()
    this.#deps.logger.warn({ err: cause }, 'the use of keys could not be written down; it is tried again')
  }
}

type Deps = {
  readonly database: Database
  readonly logger: { readonly warn: (fields: object, message: string) => void }
}

function usedOf({ written, onTheWay, pending }: Count): number {
  return written + onTheWay + pending
}

function nameOf({ keyId, month }: Pick<KeyUsage, 'keyId' | 'month'>): string {
  return `${keyId} ${month}`
}
