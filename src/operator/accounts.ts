import { randomUUID } from 'node:crypto'
import { lineOf } from '#accounts/name.ts'
import { issueKey } from '#accounts/own-keys.ts'
import { accountOriginOf } from '#accounts/sign-in/origin.ts'
import { newToken, tokenDigest } from '#accounts/tokens.ts'
import { type Cursor, cursorOf, isUuid } from '#contract/ids.ts'
import { LIMITS, type Tier } from '#contract/limits.ts'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import { deliveredTo } from '#domain/webhooks/subscription.ts'
import {
  type Account,
  findAccount,
  findKey,
  getAccounts,
  getKeys,
  type ListedAccount,
  revokeKey,
  type StoredKey,
  saveAccount,
  saveHold,
} from '#records/accounts/accounts.ts'
import { saveInvitation } from '#records/accounts/invitations.ts'
import { type Database, inTransaction, type Writer } from '#records/database.ts'
import { announce } from '#records/notifications.ts'
import { getSubscriptions } from '#records/webhooks/subscriptions.ts'
import { refuse } from './refusal.ts'

type Deps = { readonly database: Database; readonly now: Instant }

/** A new key with its secret, which is shown once and not stored. */
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

/** Creates a key, and its account if the name is new. @throws Refusal for an invalid name or tier */
export function createKey(input: { account: string; tier: string }, deps: Deps): Promise<CreatedKey> {
  const name = givenLine(input.account, LONGEST_NAME, 'account name')
  const tier = tierOf(input.tier)
  return inTransaction(deps.database, async (writer) => {
    const account = await saveAccount({ id: randomUUID(), name, now: deps.now }, writer)
    const { id, key } = await issueKey({ accountId: account.id, tier, name: null }, deps, writer)
    return { id, account: account.name, tier, createdAt: deps.now, key }
  })
}

/** A one-time link to sign up, or to add a passkey to an account that exists. */
type InvitedAccount = {
  readonly account: string
  readonly tier: Tier
  readonly expiresAt: Instant
  readonly link: string
}

const INVITED_DAYS = 7

/**
 * Invites the owner of an account. The owner's sign-up makes the account. If the account exists, it gets one more
 * passkey and keeps its recovery code. An earlier invitation to the account ends.
 * @throws Refusal for an invalid name or tier, and when passkeys do not work at the service's address
 */
export async function inviteAccount(
  input: { readonly name: string; readonly tier: string },
  { database, now, baseUrl }: Deps & { readonly baseUrl: string },
): Promise<InvitedAccount> {
  const account = givenLine(input.name, LONGEST_NAME, 'account name')
  const tier = tierOf(input.tier)
  const at = accountOriginOf(baseUrl)
  if (at === undefined)
    refuse(`Cannot invite: passkeys need an https address with a hostname, and BASE_URL is ${baseUrl}`)
  const token = newToken()
  const expiresAt = addMs(now, INVITED_DAYS * DAY_MS)
  const invitation = { accountName: account, keyTier: tier, digest: tokenDigest(token), now, expiresAt }
  await inTransaction(database, (writer) => saveInvitation(invitation, writer))
  // The text after the hash stays in the browser: no log of a server or proxy has it.
  return { account, tier, expiresAt, link: `${at.origin}/account#invitation=${token}` }
}

/** Revokes a key permanently; revoking it again changes nothing. @throws Refusal when unknown */
export function revoke(input: { id: string }, deps: Deps): Promise<StoredKey> {
  return inTransaction(deps.database, async (writer) => {
    const key = isUuid(input.id) ? await findKey(input.id, writer) : undefined
    if (key === undefined) refuse(`Unknown key id "${input.id}": svc key list shows all keys`)
    await revokeKey({ id: key.id, now: deps.now }, writer)
    return { ...key, revokedAt: key.revokedAt === null ? deps.now : key.revokedAt }
  })
}

/** Keys of every account, newest first, at most ten thousand, without secrets. */
export function listKeys(deps: Deps): Promise<readonly StoredKey[]> {
  return getKeys({ limit: LISTED_AT_MOST }, deps.database)
}

/** Every account by name, at most ten thousand, with the number of its valid keys and of its passkeys. */
export function listAccounts(deps: Deps): Promise<readonly ListedAccount[]> {
  return getAccounts({ limit: LISTED_AT_MOST }, deps.database)
}

/**
 * Suspends an account: its keys answer 403, its webhooks pause. A new reason replaces the old. @throws Refusal when
 * unknown
 */
export function holdAccount(input: { name: string; reason: string }, deps: Deps): Promise<Account> {
  const reason = givenLine(input.reason, LONGEST_REASON, 'reason')
  return inTransaction(deps.database, async (writer) => {
    const account = await knownAccount(input.name, writer)
    await saveHold({ id: account.id, reason, now: deps.now }, writer)
    const heldSince = account.heldSince === null ? deps.now : account.heldSince
    return { ...account, heldSince, heldReason: reason }
  })
}

/**
 * A released account, with the cursor of each of its webhook subscriptions. The events after that cursor are
 * delivered.
 */
type ReleasedAccount = Account & {
  readonly subscriptions: readonly { readonly id: string; readonly cursor: Cursor }[]
}

/** Ends the suspension of an account, if any, and resumes its deliveries. @throws Refusal when unknown */
export function releaseAccount(input: { name: string }, deps: Deps): Promise<ReleasedAccount> {
  return inTransaction(deps.database, async (writer) => {
    const account = await knownAccount(input.name, writer)
    await saveHold({ id: account.id, reason: null, now: deps.now }, writer)
    await announce('deliveries', writer)
    const subscriptions = (await getSubscriptions({ accountId: account.id }, writer)).map((subscription) => ({
      id: subscription.id,
      cursor: cursorOf(deliveredTo(subscription)),
    }))
    return { ...account, heldSince: null, heldReason: null, subscriptions }
  })
}

async function knownAccount(name: string, writer: Writer): Promise<Account> {
  const account = await findAccount(name.trim(), writer)
  if (account === undefined) refuse(`Unknown account "${name}": svc account list shows all accounts`)
  return account
}

function tierOf(text: string): Tier {
  const tiers = Object.keys(LIMITS.keyedPerMinute)
  if (!tiers.includes(text)) refuse(`Invalid tier "${text}": expected one of ${tiers.join(', ')}`)
  return Number.parseInt(text, 10) as Tier
}

function givenLine(text: string, longest: number, what: string): string {
  return lineOf(text, longest) ?? refuse(`Invalid ${what}: expected 1 to ${longest} characters on one line`)
}
