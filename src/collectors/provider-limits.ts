import { isProvider, type Provider, policyOf } from './providers.ts'
import { openRateLimit, type RateLimit } from './rate-limit.ts'

/** A limit that a deployment sets in place of the default one. */
type SetLimit = { readonly provider: Provider; readonly requests: number; readonly per: 'day' | 'second' }

/** The limits of this process's requests to each provider. */
export type ProviderLimits = {
  /** Maximum number of requests in a UTC day, for all processes. */
  readonly dailyLimitOf: (provider: string) => number
  /** The rate limit of a provider, for all readings of this process. */
  readonly rateLimitOf: (provider: string) => RateLimit
}

const FORM = /^([a-z]+)=([1-9][0-9]{0,8})\/(day|min|s)$/

/**
 * Parses limits such as `github=90000/day,blockscout=10/s`. Undefined when a part has another form, names no provider,
 * or repeats a limit.
 */
export function parseLimits(text: string): readonly SetLimit[] | undefined {
  const limits = text.split(',').map(parseLimit)
  const known = limits.filter((limit) => limit !== undefined)
  const kinds = new Set(known.map(({ provider, per }) => `${provider}/${per}`))
  return kinds.size === limits.length ? known : undefined
}

function parseLimit(text: string): SetLimit | undefined {
  const [, provider = '', digits = '', unit] = FORM.exec(text) ?? []
  if (!isProvider(provider)) return undefined
  const requests = Number.parseInt(digits, 10)
  if (unit === 'day') return { provider, requests, per: 'day' }
  return { provider, requests: unit === 'min' ? requests / 60 : requests, per: 'second' }
}

/**
 * The default number of requests a second to a provider; null without a limit. `keyed` names the providers to which we
 * have access of our own.
 */
export function defaultPerSecond(provider: string, keyed: readonly string[]): number | null {
  const { perSecond } = policyOf(provider)
  return keyed.includes(provider) ? perSecond.keyed : perSecond.anonymous
}

/**
 * Opens the limits of a process. `set` goes before the defaults, which are `perSecondOf` and the daily limits of the
 * policies.
 */
export function openProviderLimits(input: {
  readonly set: readonly SetLimit[]
  readonly perSecondOf: (provider: string) => number | null
}): ProviderLimits {
  const setOf = (provider: string, per: SetLimit['per']) =>
    input.set.find((limit) => limit.provider === provider && limit.per === per)?.requests
  const opened = new Map<string, RateLimit>()
  return {
    dailyLimitOf: (provider) => setOf(provider, 'day') ?? policyOf(provider).dailyLimit,
    rateLimitOf: (provider) =>
      opened.getOrInsertComputed(provider, () =>
        openRateLimit(setOf(provider, 'second') ?? input.perSecondOf(provider)),
      ),
  }
}
