import { type ErrorCode, Failure, fail } from '#contract/errors.ts'
import { type HourlyCall, LIMITS, type MinuteCall, type Tier } from '#contract/limits.ts'
import type { CalendarDate } from '#contract/time.ts'
import { findKeyInUse, type KeyInUse } from '#records/accounts/accounts.ts'
import { tooManyCalls } from './call-limit.ts'
import { chargeHour } from './hour.ts'
import { isKey } from './keys.ts'
import { openKnownKeys } from './known-keys.ts'
import { type ChargeMinute, MINUTE_SECONDS, type MinuteCharge, minuteOfProcess } from './minute.ts'
import { type Allowances, firstDayOfMonth, MonthCounter, secondsToMonthEnd } from './month.ts'
import type { CounterDeps } from './periodic-write.ts'
import { openSharedCounters, type SharedCounters } from './redis.ts'
import { minuteOfAll } from './shared-minute.ts'
import { countingSites } from './site-minute.ts'
import { tokenDigest } from './tokens.ts'

/** How long a key lookup is cached. A revocation without a notification takes effect after this time. */
const CACHED_MS = 2_000
const MOST_CACHED = 10_000

/** A client without a key, or one with a valid key of an account that is not suspended. */
export type Caller =
  | { readonly kind: 'anonymous'; readonly client: string }
  | { readonly kind: 'keyed'; readonly key: KeyInUse }

/** The result of charging a request: rate-limit headers, and the refusal when the budget is too small. */
type Charged = {
  readonly headers: Readonly<Record<string, string>>
  /** The remaining requests of the caller's minute. Never put it on an answer that a cache shares. */
  readonly left: Readonly<Record<'ratelimit-remaining', string>>
  readonly refusal: Failure | undefined
}

/** Identifies callers and charges their requests, for every surface. */
export type Callers = AsyncDisposable & {
  /** Requests a minute of a client without a key. */
  readonly anonymousPerMinute: number
  /** The rate-limit headers of a client without a key. */
  readonly anonymousHeaders: Readonly<Record<string, string>>
  /**
   * Finds the key. @throws Failure invalid_key for an unknown or revoked key, account_held, and rate_limited for a
   * client whose keys were refused as often as a minute allows
   */
  readonly identify: (presented: { readonly key: string; readonly client: string }) => Promise<Caller>
  /** Charges `cost` requests to the caller's minute and month, all or nothing. */
  readonly charge: (caller: Caller, cost: number) => Promise<Charged>
  /** Charges a call to its caller's minute for calls of this kind. @throws Failure rate_limited */
  readonly chargeMinute: (charged: { readonly caller: Caller; readonly call: MinuteCall }) => Promise<void>
  /** Charges a call to its account's last hour of calls of this kind. @throws Failure rate_limited */
  readonly chargeHour: (charged: { readonly accountId: string; readonly call: HourlyCall }) => Promise<void>
  /**
   * The requests that a key has used in its minute. The counter that charges the key answers: of this process, or of
   * all processes in Redis.
   */
  readonly usedInMinute: (key: Pick<KeyInUse, 'id' | 'tier'>) => Promise<number>
  /** Requests a month, by tier. */
  readonly allowances: Allowances
  /** Expires the cached keys: keys or suspensions have changed. */
  readonly forget: () => void
}

/** The rate-limit headers that every counted answer has. */
function budgetHeaders(limit: number): Record<string, string> {
  return { 'ratelimit-limit': `${limit}`, 'ratelimit-policy': `${limit};w=${MINUTE_SECONDS}` }
}

/**
 * With `redisUrl` all processes share each minute limit. Without it, and while Redis is down, each process counts for
 * itself.
 */
export async function openCallers(
  settings: {
    readonly allowances: Allowances
    readonly redisUrl: string | undefined
    readonly anonymousPerMinute?: number
  },
  deps: CounterDeps,
): Promise<Callers> {
  const { redisUrl, anonymousPerMinute = LIMITS.anonymousPerMinute } = settings
  const counters = redisUrl === undefined ? undefined : await openSharedCounters(redisUrl, deps)
  const minutes = minutesOf(anonymousPerMinute, counters)
  const anonymousHeaders = budgetHeaders(anonymousPerMinute)
  const month = new MonthCounter(settings.allowances, deps)
  const known = openKnownKeys(
    { cachedMs: CACHED_MS, atMost: MOST_CACHED },
    { find: (lookup) => findKeyInUse(lookup, deps.database), timer: () => performance.now() },
  )
  const refusals = minuteOfProcess(anonymousPerMinute)
  const refuse = (client: string, code: ErrorCode): never => {
    const charge = refusals(client, 1)
    if (!charge.charged) throw rateLimited(charge)
    return fail(code)
  }
  const lookUp = (lookup: { digest: string; month: CalendarDate }, client: string) => {
    if (!known.wasKey(lookup.digest)) refuseGuesser(refusals(client, 0))
    return known.lookUp(lookup)
  }
  return {
    anonymousPerMinute,
    anonymousHeaders,
    async identify({ key: text, client }) {
      if (!isKey(text)) return refuse(client, 'invalid_key')
      const lookup = { digest: tokenDigest(text), month: firstDayOfMonth(deps.clock.now()) }
      const cached = known.findCached(lookup)
      const key = cached === undefined ? await lookUp(lookup, client) : cached.key
      if (key === undefined) return refuse(client, 'invalid_key')
      if (key.account.held) return refuse(client, 'account_held')
      return { kind: 'keyed', key }
    },
    async charge(caller, cost) {
      if (caller.kind === 'keyed') return chargeKeyed({ key: caller.key, cost }, { minutes, month, deps })
      const charge = await minutes.anonymous(caller.client, cost)
      return {
        headers: anonymousHeaders,
        left: leftOf(charge),
        refusal: charge.charged ? undefined : rateLimited(charge),
      }
    },
    async chargeMinute({ caller, call }) {
      const charge = await minutes.calls[call](
        caller.kind === 'keyed' ? caller.key.account.id : caller.client,
        1,
      )
      if (charge.charged) return
      const limit = LIMITS.callsPerMinute[call]
      throw rateLimited(charge, tooManyCalls({ call, limit, window: 'minute' }))
    },
    chargeHour: (charged) => chargeHour(charged, deps),
    async usedInMinute({ id, tier }) {
      const { remaining } = await minutes.keyed[tier](id, 0)
      return LIMITS.keyedPerMinute[tier] - remaining
    },
    allowances: settings.allowances,
    forget: known.forget,
    async [Symbol.asyncDispose]() {
      await month[Symbol.asyncDispose]()
      await counters?.[Symbol.asyncDispose]()
    },
  }
}

type Minutes = {
  readonly anonymous: ChargeMinute
  readonly keyed: Readonly<Record<Tier, ChargeMinute>>
  readonly calls: Readonly<Record<MinuteCall, ChargeMinute>>
}

function minutesOf(anonymousPerMinute: number, counters: SharedCounters | undefined): Minutes {
  const minute = (name: string, limit: number) => {
    const ofProcess = minuteOfProcess(limit)
    if (counters === undefined) return ofProcess
    return minuteOfAll({ name, limit }, { counters, ofProcess })
  }
  const calls = (call: MinuteCall) => minute(call, LIMITS.callsPerMinute[call])
  const keyed = (tier: Tier) => minute(`tier${tier}`, LIMITS.keyedPerMinute[tier])
  return {
    anonymous: countingSites(minute('anonymous', anonymousPerMinute)),
    keyed: { 1: keyed(1), 2: keyed(2), 3: keyed(3) },
    calls: { validate: calls('validate'), ceremony: calls('ceremony') },
  }
}

async function chargeKeyed(
  { key, cost }: { readonly key: KeyInUse; readonly cost: number },
  counters: { readonly minutes: Minutes; readonly month: MonthCounter; readonly deps: CounterDeps },
): Promise<Charged> {
  const inMonth = counters.month.charge(key, cost)
  const charge = await counters.minutes.keyed[key.tier](key.id, inMonth.charged ? cost : 1)
  if (!charge.charged) inMonth.refund()
  const left = leftOf(charge)
  const headers = {
    ...budgetHeaders(LIMITS.keyedPerMinute[key.tier]),
    ...left,
    'svc-tier': `${key.tier}`,
    'svc-monthly-remaining': `${inMonth.remaining()}`,
  }
  if (!inMonth.charged) {
    const retryAfterSeconds = secondsToMonthEnd(counters.deps.clock.now())
    return { headers, left, refusal: new Failure('quota_exceeded', { retryAfterSeconds }) }
  }
  return { headers, left, refusal: charge.charged ? undefined : rateLimited(charge) }
}

function leftOf({ remaining }: MinuteCharge): Charged['left'] {
  return { 'ratelimit-remaining': `${remaining}` }
}

/** Refuses without a database query when the client's keys were refused as often as a minute allows. */
function refuseGuesser(refusals: MinuteCharge): void {
  if (refusals.remaining === 0) throw rateLimited(refusals)
}

function rateLimited({ resetsInMs }: MinuteCharge, said: Failure['extra'] = {}): Failure {
  const retryAfterSeconds = Math.min(MINUTE_SECONDS, Math.max(1, Math.ceil(resetsInMs / 1000)))
  return new Failure('rate_limited', { ...said, retryAfterSeconds })
}
