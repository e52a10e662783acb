import type { Instant } from '#contract/time.ts'
import { takeFromBudget } from '#records/collecting/budgets.ts'
import type { Database } from '#records/database.ts'
import type { HttpClient, HttpFailure } from './http.ts'
import type { Pace } from './pacing.ts'
import { termsOf } from './providers.ts'

/** The share of a day's budget that only needed requests may use. */
const RESERVED_SHARE = 0.2

/** An HTTP client that charges each request to a provider's budget. */
export type Metered = {
  readonly http: HttpClient
  /** Requests taken so far. */
  readonly used: () => number
  /** True after a request was refused: the reading is deferred, not failed. */
  readonly deferred: () => boolean
}

/** Takes single requests from a provider's budget, for a client that is not HTTP; false when none is left. */
export function openBudget(
  { provider }: { readonly provider: string },
  { database, clock }: { readonly database: Database; readonly clock: () => Instant },
): () => Promise<boolean> {
  const { dailyLimit } = termsOf(provider)
  return () => takeFromBudget({ provider, requests: 1, dailyLimit, keepBack: 0, now: clock() }, database)
}

/** Wraps an HTTP client with a provider's budget and pace. */
export function meter(
  input: {
    readonly provider: string
    readonly http: HttpClient
    readonly signal: AbortSignal
    readonly pace: Pace
  },
  deps: { readonly database: Database; readonly clock: () => Instant },
): Metered {
  const { provider, signal } = input
  const { dailyLimit, resetForm } = termsOf(provider)
  let used = 0
  let deferred = false
  const take = (keepBack: number) =>
    takeFromBudget({ provider, requests: 1, dailyLimit, keepBack, now: deps.clock() }, deps.database)
  return {
    used: () => used,
    deferred: () => deferred,
    http: {
      request: async (request) => {
        const isOptional = request.optional === true
        if (!(await take(isOptional ? Math.ceil(dailyLimit * RESERVED_SHARE) : 0))) {
          if (!isOptional) deferred = true
          return DEFERRED
        }
        used += 1
        try {
          await input.pace(signal)
        } catch {
          return GIVEN_UP
        }
        return input.http.request({ resetForm, ...request, signal: request.signal ?? signal })
      },
    },
  }
}

const GIVEN_UP: HttpFailure = {
  kind: 'failure',
  outcome: 'unavailable',
  detail: 'given up',
  status: null,
  retryAfterMs: null,
}

const DEFERRED: HttpFailure = {
  kind: 'failure',
  outcome: 'rate_limited',
  detail: 'put off: budget used up or provider cooling off',
  status: null,
  retryAfterMs: null,
}
