import type { Tier } from '#contract/limits.ts'
import type { CalendarDate, Instant } from '#contract/time.ts'

/** The used part of a limit. */
export type Used = { readonly used: number; readonly limit: number }

/** A key on the account page, without its text. `used` is absent for a revoked key. */
export type ShownKey = {
  readonly id: string
  /** Null for a key that was created without a name. */
  readonly name: string | null
  readonly tier: Tier
  readonly createdAt: Instant
  readonly revokedAt: Instant | null
  /** Null when no use is recorded. */
  readonly lastUsedAt: Instant | null
  readonly used?: { readonly minute: Used; readonly month: Used }
}

/** A passkey on the account page. */
type ShownPasskey = {
  readonly id: string
  readonly name: string
  readonly createdAt: Instant
  /** Null until the passkey is used to sign in. */
  readonly lastUsedAt: Instant | null
}

/** Why and since when an account is on hold. */
export type Hold = { readonly since: Instant; readonly reason: string }

/** The fields of an account that its page shows. */
export type AccountOverview = {
  readonly name: string
  readonly keyTier: Tier
  /** Undefined while the account is not on hold. */
  readonly hold: Hold | undefined
  /** Valid keys first, then the newest first. Of many keys only the first are listed. */
  readonly keys: readonly ShownKey[]
  /** Requests of all keys by month, newest first; months without any are left out. */
  readonly months: readonly { readonly month: CalendarDate; readonly used: number }[]
  readonly passkeys: readonly ShownPasskey[]
  /** Undefined while the account has no recovery code. */
  readonly recoveryCodeAt: Instant | undefined
  readonly sessions: number
}

/** The used part of a limit in percent, at most 100; 100 where nothing is allowed. */
export function usedPercent({ used, limit }: Used): number {
  return limit === 0 ? 100 : Math.min(100, (100 * used) / limit)
}
