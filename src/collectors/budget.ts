import { countedOrZero } from '#contract/counted.ts'
import { type CalendarDate, dateOf, type Instant } from '#contract/time.ts'
import { chargeBudget, refundBudget } from '#records/collecting/budgets.ts'
import type { Database } from '#records/database.ts'
import { GIVEN_UP, type HttpClient, type HttpResult, httpFailure } from './http.ts'
import type { ProviderLimits } from './provider-limits.ts'
import { policyOf } from './providers.ts'
import { hasTurn, type RateLimit } from './rate-limit.ts'
import type { SharedRequests } from './shared-requests.ts'

/** The share of a day's budget that only needed requests may use. */
const RESERVED_SHARE = 0.2
/**
 * Requests charged at once, so that a single request costs no transaction. A killed process wastes at most one block.
 */
const BLOCK = 32
/** Longest use of a block. After that, a pause or limit that another process found is obeyed. */
const BLOCK_MS = 2_000

/**
 * A provider's daily budget, which all processes share. It is charged in blocks; the unused rest of a block is
 * refunded.
 */
export type Budget = {
  /**
   * Charges one request. False when none is left, during a cool-off, and when an optional one would use the reserve.
   */
  readonly charge: (request?: { readonly optional: boolean }) => Promise<boolean>
  /** Refunds one request that was never sent, or that the provider does not count. */
  readonly refundOne: () => Promise<void>
  /** Requests of the current block that were not made yet. */
  readonly held: () => number
  /** Refunds the rest of the block, so that the next request asks the store again. */
  readonly refundBlock: () => Promise<void>
}

/** The budgets of several providers, opened on first use. Disposing refunds the rest of each block. */
export type Budgets = AsyncDisposable & { readonly of: (provider: string) => Budget }

type BudgetDeps = {
  readonly database: Database
  readonly clock: () => Instant
  /** The daily limit that this process obeys; another process can have another one. */
  readonly dailyLimitOf: ProviderLimits['dailyLimitOf']
}

/** Opens budgets. Several may be open at once, in this process and in others; together they never overspend. */
export function openBudgets(deps: BudgetDeps): Budgets {
  const opened = new Map<string, Budget>()
  return {
    of: (provider) => opened.getOrInsertComputed(provider, () => openBudget(provider, deps)),
    async [Symbol.asyncDispose]() {
      await Promise.all([...opened.values()].map((budget) => budget.refundBlock()))
    },
  }
}

/** Requests charged for a day: the `used`th of that day is the last of them. */
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
  /** Requests so far: those that this reading made, and those that it shared with others. */
  readonly used: () => number
  /** True after a request was refused: the reading is deferred, not failed. */
  readonly deferred: () => boolean
}

/** An HTTP client that charges a provider's budget, and keeps its rate limit. Nothing is sent after `stop`. */
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

/** Counts the requests of one reading. `shared` are those that it makes with other readings of the provider. */
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
