import type { Instant } from '#contract/time.ts'
import { takeFromBudget } from '#records/collecting/budgets.ts'
import { type Database, inTransaction } from '#records/database.ts'
import type { HttpClient, HttpFailure } from './http.ts'

/** Our limits for a provider: requests a UTC day for all processes, and concurrency in this process. */
type ProviderTerms = {
  readonly dailyLimit: number
  readonly concurrency: number
  /** Cadence of a stream that was missing twice in a row; absent to use its normal cadence. */
  readonly missingCadenceSeconds?: number
}

/** The share of a day's budget that only needed requests may use. */
const RESERVED_SHARE = 0.2
const WEEK_SECONDS = 7 * 86_400
const DEFAULT_TERMS: ProviderTerms = { dailyLimit: 20_000, concurrency: 2 }
const TERMS: Readonly<Record<string, ProviderTerms>> = {
  github: { dailyLimit: 100_000, concurrency: 4, missingCadenceSeconds: WEEK_SECONDS },
  chain: { dailyLimit: 400_000, concurrency: 2 },
  blockscout: { dailyLimit: 20_000, concurrency: 2 },
  sourcify: { dailyLimit: 20_000, concurrency: 2 },
  dexscreener: { dailyLimit: 80_000, concurrency: 2 },
  geckoterminal: { dailyLimit: 30_000, concurrency: 1 },
  site: { dailyLimit: 20_000, concurrency: 4 },
}

export function termsOf(provider: string): ProviderTerms {
  return TERMS[provider] ?? DEFAULT_TERMS
}

/**
 * The slow cadence of a missing stream, scaled like the stream's own cadence (shorter on the sandbox); null when its
 * provider has none.
 */
export function missingCadenceOf(
  collector: { readonly provider: string; readonly cadenceSeconds: number },
  stream: { readonly cadenceSeconds: number },
): number | null {
  const { missingCadenceSeconds } = termsOf(collector.provider)
  if (missingCadenceSeconds === undefined) return null
  return Math.ceil((missingCadenceSeconds * stream.cadenceSeconds) / collector.cadenceSeconds)
}

/** An HTTP client that charges each request to a provider's budget. */
export type Metered = {
  readonly http: HttpClient
  /** Requests taken so far. */
  readonly used: () => number
  /** True after a request was refused: the reading is deferred, not failed. */
  readonly deferred: () => boolean
}

/** Wraps an HTTP client with a provider's budget. */
export function meter(
  input: { readonly provider: string; readonly http: HttpClient; readonly signal: AbortSignal },
  deps: { readonly database: Database; readonly clock: () => Instant },
): Metered {
  const { provider, signal } = input
  const { dailyLimit } = termsOf(provider)
  let used = 0
  let deferred = false
  const take = (keepBack: number) =>
    inTransaction(deps.database, (writer) =>
      takeFromBudget({ provider, requests: 1, dailyLimit, keepBack, now: deps.clock() }, writer),
    )
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
        return input.http.request({ ...request, signal: request.signal ?? signal })
      },
    },
  }
}

const DEFERRED: HttpFailure = {
  kind: 'failure',
  outcome: 'rate_limited',
  detail: 'put off: budget used up or provider cooling off',
  status: null,
  retryAfterMs: null,
}
