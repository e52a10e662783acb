import { LIMITS } from '#contract/limits.ts'
import type { Instant } from '#contract/time.ts'
import type { Account } from '#records/accounts/accounts.ts'
import { getOwnKeys, getUsedMonths, type OwnKey } from '#records/accounts/own-keys.ts'
import { getPasskeys } from '#records/accounts/passkeys.ts'
import { findRecoveryCode } from '#records/accounts/recovery-codes.ts'
import { countSessions } from '#records/accounts/sessions.ts'
import { type Database, onSnapshot } from '#records/database.ts'
import type { AccountOverview, Hold, ShownKey } from '#views/account/account.ts'
import type { Callers } from './callers.ts'
import { firstDayOfMonth } from './month.ts'

const SHOWN_KEYS = 50
const SHOWN_MONTHS = 12

type Deps = {
  readonly database: Database
  readonly now: Instant
  readonly callers: Pick<Callers, 'usedInMinute' | 'allowances'>
}

/** Everything that the account page shows of an account, besides its webhooks. */
export async function readOverview(account: Account, deps: Deps): Promise<AccountOverview> {
  const accountId = account.id
  const month = firstDayOfMonth(deps.now)
  const read = await onSnapshot(deps.database, async (reader) => ({
    keys: await getOwnKeys({ accountId, month, limit: SHOWN_KEYS }, reader),
    months: await getUsedMonths({ accountId, limit: SHOWN_MONTHS }, reader),
    passkeys: await getPasskeys({ accountId }, reader),
    recoveryCodeAt: (await findRecoveryCode({ accountId }, reader))?.createdAt,
    sessions: await countSessions({ accountId, now: deps.now }, reader),
  }))
  return {
    ...read,
    name: account.name,
    keyTier: account.keyTier,
    hold: holdOf(account),
    keys: await Promise.all(read.keys.map((key) => shownKey(key, deps))),
  }
}

/** The hold of an account; undefined while there is none. */
export function holdOf({ heldSince, heldReason }: Account): Hold | undefined {
  return heldSince === null || heldReason === null ? undefined : { since: heldSince, reason: heldReason }
}

async function shownKey({ used, ...key }: OwnKey, { callers }: Deps): Promise<ShownKey> {
  if (key.revokedAt !== null) return key
  const minute = { used: await callers.usedInMinute(key), limit: LIMITS.keyedPerMinute[key.tier] }
  return { ...key, used: { minute, month: { used, limit: callers.allowances[key.tier] } } }
}
