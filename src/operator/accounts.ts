import { randomUUID } from 'node:crypto'
import { digestOf, newKey } from '#accounts/keys.ts'
import { LIMITS, type Tier } from '#contract/limits.ts'
import type { Instant } from '#contract/time.ts'
import {
  type Account,
  findAccount,
  findKey,
  getKeys,
  insertKey,
  revokeKey,
  type StoredKey,
  saveAccount,
  saveHold,
} from '#records/accounts/accounts.ts'
import { type Database, inTransaction, type Writer } from '#records/database.ts'
import { refuse } from './refusal.ts'

type Deps = { readonly database: Database; readonly now: Instant }

/** A new key with its text, which is shown this once and kept nowhere. */
export type CreatedKey = {
  readonly id: string
  readonly account: string
  readonly tier: Tier
  readonly createdAt: Instant
  readonly key: string
}

const LISTED_AT_MOST = 10_000
const LONGEST_NAME = 100
const LONGEST_REASON = 500
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Gives an account a key, and makes the account when there is none of that name. @throws Refusal on a name or tier that cannot be */
export function createKey(input: { account: string; tier: string }, deps: Deps): Promise<CreatedKey> {
  const name = namedText(input.account, LONGEST_NAME, 'an account name')
  const tier = tierOf(input.tier)
  const key = newKey()
  const id = randomUUID()
  return inTransaction(deps.database, async (writer) => {
    const account = await saveAccount({ id: randomUUID(), name, now: deps.now }, writer)
    await insertKey({ id, accountId: account.id, digest: digestOf(key), tier, now: deps.now }, writer)
    return { id, account: account.name, tier, createdAt: deps.now, key }
  })
}

/** Revokes a key for ever; revoking it again changes nothing. @throws Refusal when unknown */
export function revoke(input: { id: string }, deps: Deps): Promise<StoredKey> {
  return inTransaction(deps.database, async (writer) => {
    const key = UUID.test(input.id) ? await findKey(input.id, writer) : undefined
    if (key === undefined) refuse(`no key has the id ${input.id}; svc key list shows them`)
    await revokeKey({ id: key.id, now: deps.now }, writer)
    return { ...key, revokedAt: key.revokedAt === null ? deps.now : key.revokedAt }
  })
}

/** Keys of every account, newest first, at most ten thousand; never their text. */
export function listKeys(deps: Deps): Promise<readonly StoredKey[]> {
  return getKeys({ limit: LISTED_AT_MOST }, deps.database)
}

/** Puts an account on hold: its keys answer 403, its webhooks pause. A new reason replaces the old. @throws Refusal when unknown */
export function holdAccount(input: { name: string; reason: string }, deps: Deps): Promise<Account> {
  const reason = namedText(input.reason, LONGEST_REASON, 'a reason')
  return inTransaction(deps.database, async (writer) => {
    const account = await knownAccount(input.name, writer)
    await saveHold({ id: account.id, reason, now: deps.now }, writer)
    const heldSince = account.heldSince === null ? deps.now : account.heldSince
    return { ...account, heldSince, heldReason: reason }
  })
}

/** Ends an account's hold; nothing happens to one that has none. @throws Refusal when unknown */
export function releaseAccount(input: { name: string }, deps: Deps): Promise<Account> {
  return inTransaction(deps.database, async (writer) => {
    const account = await knownAccount(input.name, writer)
    await saveHold({ id: account.id, reason: null, now: deps.now }, writer)
    return { ...account, heldSince: null, heldReason: null }
  })
}

async function knownAccount(name: string, writer: Writer): Promise<Account> {
  const account = await findAccount(name.trim(), writer)
  if (account === undefined) refuse(`no account is called ${name}; svc key list shows them`)
  return account
}

function tierOf(text: string): Tier {
  const tiers = Object.keys(LIMITS.keyedPerMinute)
  if (!tiers.includes(text)) refuse(`no tier ${text}; there are ${tiers.join(', ')}`)
  return Number.parseInt(text, 10) as Tier
}

function namedText(text: string, longest: number, what: string): string {
  const trimmed = text.trim()
  const taken = trimmed.length > 0 && trimmed.length <= longest && !/\p{Cc}/u.test(trimmed)
  if (!taken) refuse(`${what} is 1 to ${longest} characters on one line`)
  return trimmed
}
