import { countedOrZero } from '#contract/counted.ts'
import { type CalendarDate, dateOf, type Instant } from '#contract/time.ts'
import { chargeBudget, refundBudget } from '#records/collecting/budgets.ts'
import type { Database } from '#records/database.ts'
import { GIVEN_UP, type HttpClient, type HttpResult, httpFailure } from './http.ts'
import type { ProviderLimits } from './provider-limits.ts'
import { policyOf } from './providers.ts'
import { hasTurn, type RateLimit } from './rate-limit.ts'
import type { SharedRequests } from './shared-requests.ts'

/** The share of a day's budget that optional requests may not use. */
const RESERVED_SHARE = 0.2
/**
 * Number of requests charged at once, so that most requests need no transaction. A killed process wastes at most one
 * block.
 */
const BLOCK = 32
/** Maximum time that a block is used. A pause or a limit that another process stored takes effect after it. */
const BLOCK_MS = 2_000

/**
 * A provider's daily budget, which all processes share. It is charged in blocks; the unused rest of a block is
 * refunded.
 */
export type Budget = {
  /**
   * Charges one request. False when no request is left, during a cool-off, and when an optional request would use the
   * reserve.
   */
  readonly charge: (request?: { readonly optional: boolean }) => Promise<boolean>
  /** Refunds one request that was never sent, or that the provider does not count. */
  readonly refundOne: () => Promise<void>
  /** Number of charged requests of the current block that are not used yet. */
  readonly held: () => number
  /** Refunds the rest of the block. The next request then asks the database again. */
  readonly refundBlock: () => Promise<void>
}

/** The budgets of several providers, opened on first use. Disposing refunds the rest of each block. */
export type Budgets = AsyncDisposable & { readonly of: (provider: string) => Budget }

type BudgetDeps = {
  readonly database: Database
  readonly clock: () => Instant
  /** The daily limit that this process obeys. Another process can be set to a different one. */
  readonly dailyLimitOf: ProviderLimits['dailyLimitOf']
}

/**
 * Opens budgets. Several can be open at once, also in other processes; together they never overspend the daily limit.
 */
export function openBudgets(deps: BudgetDeps): Budgets {
  const opened = new Map<string, Budget>()
  return {
    of: (provider) => opened.getOrInsertComputed(provider, () => openBudget(provider, deps)),
    async [Symbol.asyncDispose]() {
      await Promise.all([...opened.values()].map((budget) => budget.refundBlock()))
    },
  }
}

/**
 * A block of requests charged for one day. `used` is the day's count with this block; `left` is the rest of the block.
 */
type Block = { readonly day: CalendarDate; readonly used: number; readonly untilMs: number; left: number }

function openBudget(provider: string, { database, clock, dailyLimitOf }: BudgetDeps): Budget {
  const dailyLimit = dailyLimitOf(provider)
  const neededOnlyFrom = dailyLimit - Math.ceil(dailyLimit * RESERVED_SHARE)
  let block: Block | undefined
  let filling: Promise<boolean> | undefined
  const refundBlock = async () => {
    const ended = block
    block = undefined
    if (ended === undefined || ended.left === 0) return
    await refundBudget({ provider, requests: ended.left, day: ended.day }, database)
  }
  const fill = async () => {
    await refundBlock()
    const now = clock()
    const { charged, used } = await chargeBudget({ provider, requests: BLOCK, dailyLimit, now }, database)
    if (charged === 0) return false
    block = { day: dateOf(now), used, left: charged, untilMs: performance.now() + BLOCK_MS }
    return true
  }
  const current = () => {
    const isUsable =
      block !== undefined &&
      block.left > 0 &&
      block.day === dateOf(clock()) &&
      performance.now() < block.untilMs
    return isUsable ? block : undefined
  }
  return {
    refundBlock,
    held: () => countedOrZero(current()?.left),
    async refundOne() {
      const held = current()
      if (held === undefined) await refundBudget({ provider, requests: 1, day: dateOf(clock()) }, database)
      else held.left += 1
    },
    async charge(request = { optional: false }) {
      for (;;) {
        const held = current()
        if (held !== undefined) {
          if (request.optional && held.used - held.left >= neededOnlyFrom) return false
          held.left -= 1
          return true
        }
        filling ??= fill().finally(() => {
          filling = undefined
        })
        if (!(await filling)) return false
      }
    },
  }
}

/** The clients of one reading, which charge each request to a provider's budget. */
export type Metered = {
  readonly http: HttpClient
  readonly shared: SharedRequests
  /** Number of requests that this reading made so far, alone or together with other readings. */
  readonly used: () => number
  /** True once a needed request was refused by the budget. The reading is then deferred, not failed. */
  readonly deferred: () => boolean
}

/** An HTTP client that charges a provider's budget and obeys its rate limit. It sends nothing after `stop`. */
export function openCharged(input: {
  readonly provider: string
  readonly http: HttpClient
  readonly signal: AbortSignal
  readonly stop: AbortSignal
  readonly rateLimit: RateLimit
  readonly budget: Budget
}): HttpClient {
  const { provider, signal, stop, budget } = input
  const { resetForm, freeNotModified } = policyOf(provider)
  const ended = AbortSignal.any([signal, stop])
  return {
    request: async (request) => {
      if (!(await budget.charge({ optional: request.optional === true }))) return DEFERRED
      if (!(await hasTurn(input.rateLimit, ended))) {
        await budget.refundOne()
        return stop.aborted ? DEFERRED : GIVEN_UP
      }
      const answer = await input.http.request({ resetForm, ...request, signal: request.signal ?? signal })
      const hasKey = request.headers?.['authorization'] !== undefined
      const isUnchanged = answer.kind === 'answer' && answer.status === 304
      const isFree = freeNotModified && hasKey && isUnchanged
      if (isFree || answer === GIVEN_UP) await budget.refundOne()
      return answer
    },
  }
}

/** Counts the requests of one reading. `shared` makes the requests that several readings of the provider share. */
export function meter(input: { readonly charged: HttpClient; readonly shared: SharedRequests }): Metered {
  let used = 0
  let deferred = false
  const counted = async (asked: Promise<HttpResult>, { isNeeded }: { readonly isNeeded: boolean }) => {
    const result = await asked
    if (result !== DEFERRED) used += 1
    else if (isNeeded) deferred = true
    return result
  }
  return {
    used: () => used,
    deferred: () => deferred,
    http: {
      request: (request) => counted(input.charged.request(request), { isNeeded: request.optional !== true }),
    },
    shared: { request: (request) => counted(input.shared.request(request), { isNeeded: true }) },
  }
}

const DEFERRED = httpFailure('rate_limited', 'put off: budget used up or provider cooling off')
