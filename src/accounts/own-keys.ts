import { randomUUID } from 'node:crypto'
import { fail } from '#contract/errors.ts'
import type { Tier } from '#contract/limits.ts'
import { addMs, HOUR_MS, type Instant, secondsUntil } from '#contract/time.ts'
import { type Account, insertKey, revokeKey } from '#records/accounts/accounts.ts'
import { countValidKeys, findKeyCreation, findOwnKey } from '#records/accounts/own-keys.ts'
import { type Database, inTransaction, type Writer } from '#records/database.ts'
import { lockAccount } from '#records/webhooks/subscriptions.ts'
import { newKey } from './keys.ts'
import { nameOf } from './name.ts'
import { refuseAccount } from './refusal.ts'
import { tokenDigest } from './tokens.ts'

const MOST_VALID = 20
const CREATED_AN_HOUR = 10

type Deps = { readonly database: Database; readonly now: Instant }

/** A new key with its text, which is shown once and not stored. */
type IssuedKey = { readonly id: string; readonly key: string }

/** Gives an account a new key. Operators and owners both make keys with this function. */
export async function issueKey(
  issued: { readonly accountId: string; readonly tier: Tier; readonly name: string | null },
  { now }: Pick<Deps, 'now'>,
  writer: Writer,
): Promise<IssuedKey> {
  const key = newKey()
  const id = randomUUID()
  const { accountId, tier, name } = issued
  await insertKey({ id, accountId, digest: tokenDigest(key), name, tier, now }, writer)
  return { id, key }
}

/**
 * Creates a key of the owner's account, of the tier that the account has. @throws AccountRefusal, and Failure
 * account_held
 */
export async function createOwnKey(
  input: { readonly account: Account; readonly name: string },
  { database, now }: Deps,
): Promise<IssuedKey> {
  const name = nameOf(input.name)
  const { id: accountId, keyTier: tier } = input.account
  return await inTransaction(database, async (writer) => {
    const { isHeld } = await lockAccount({ accountId }, writer)
    if (isHeld) fail('account_held')
    if ((await countValidKeys({ accountId }, writer)) >= MOST_VALID) refuseAccount('key_limit')
    const created = await findKeyCreation({ accountId, number: CREATED_AN_HOUR }, writer)
    const freeAt = created && addMs(created, HOUR_MS)
    if (freeAt !== undefined && freeAt > now)
      refuseAccount('key_creations', { retryAfterSeconds: secondsUntil(freeAt, now) })
    return await issueKey({ accountId, tier, name }, { now }, writer)
  })
}

/** Revokes a key of the owner's account permanently. @throws AccountRefusal when the account has no such key */
export async function revokeOwnKey(
  input: { readonly account: Pick<Account, 'id'>; readonly id: string },
  { database, now }: Deps,
): Promise<void> {
  await inTransaction(database, async (writer) => {
    const found = await findOwnKey({ accountId: input.account.id, id: input.id }, writer)
    if (found === undefined) refuseAccount('not_found')
    await revokeKey({ id: found.id, now }, writer)
  })
}

/** Whether an account has a valid key. */
export async function hasKey(
  account: Pick<Account, 'id'>,
  { database }: Pick<Deps, 'database'>,
): Promise<boolean> {
  return (await countValidKeys({ accountId: account.id }, database)) > 0
}
