import { type Callers, openCallers } from '#accounts/callers.ts'
import type { Allowances } from '#accounts/month.ts'
import { LIMITS, type Tier } from '#contract/limits.ts'
import { addMs, type Instant, toInstant } from '#contract/time.ts'
import { type CreatedKey, createKey } from '#operator/accounts.ts'
import type { Database } from '#records/database.ts'

/** Callers with the lines they logged. Their clock stands still until a test moves it. */
export type TestCallers = AsyncDisposable & {
  readonly callers: Callers
  readonly clock: { readonly now: () => Instant; readonly move: (ms: number) => void }
  readonly warnings: readonly string[]
}

/** Opens callers like those of one process of the service. */
export async function openTestCallers(
  database: Database,
  options: {
    readonly now?: Instant
    readonly allowances?: Partial<Allowances>
    readonly redisUrl?: string
    readonly anonymousPerMinute?: number
  } = {},
): Promise<TestCallers> {
  let at = options.now ?? toInstant('2026-11-19T12:00:00Z')
  const clock = {
    now: () => at,
    move: (ms: number) => {
      at = addMs(at, ms)
    },
  }
  const warnings: string[] = []
  const callers = await openCallers(
    {
      allowances: { ...LIMITS.monthlyAllowance, ...options.allowances },
      redisUrl: options.redisUrl,
      ...(options.anonymousPerMinute === undefined ? {} : { anonymousPerMinute: options.anonymousPerMinute }),
    },
    { database, clock, logger: { warn: (_, message) => warnings.push(message) } },
  )
  return { callers, clock, warnings, [Symbol.asyncDispose]: () => callers[Symbol.asyncDispose]() }
}

let accounts = 0

/** Gives an account of its own a key. */
export function issueKey(
  database: Database,
  options: { readonly tier?: Tier; readonly account?: string; readonly now?: Instant } = {},
): Promise<CreatedKey> {
  accounts += 1
  const { tier = 1, account = `account ${accounts}`, now = toInstant('2026-11-01T00:00:00Z') } = options
  return createKey({ account, tier: `${tier}` }, { database, now })
}
