import { randomUUID } from 'node:crypto'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { nameOf } from '#accounts/name.ts'
import { refuseAccount } from '#accounts/refusal.ts'
import { tokenDigest } from '#accounts/tokens.ts'
import type { Account } from '#records/accounts/accounts.ts'
import { deletePasskey, getPasskeys, insertPasskey } from '#records/accounts/passkeys.ts'
import { deleteOtherSessions } from '#records/accounts/sessions.ts'
import { inTransaction, type Writer } from '#records/database.ts'
import { lockAccount } from '#records/webhooks/subscriptions.ts'
import { registrationOptions, type VerifiedPasskey, verifyNewPasskey } from './ceremony.ts'
import { openChallenge, takeOwnChallenge } from './challenge.ts'
import type { SignInDeps } from './deps.ts'

const MOST_PASSKEYS = 10

/**
 * Gives a signed-in browser a challenge to add a passkey to its account.
 * @throws AccountRefusal for an invalid name
 */
export async function challengePasskey(
  request: { readonly account: Pick<Account, 'id' | 'name'>; readonly passkeyName: string },
  deps: SignInDeps,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { id: accountId, name: accountName } = request.account
  nameOf(request.passkeyName)
  const passkeys = await getPasskeys({ accountId }, deps.database)
  const options = await registrationOptions({ accountId, accountName, passkeys }, deps.at)
  await openChallenge({ purpose: 'add_passkey', challenge: options.challenge, accountId }, deps)
  return options
}

/** Adds a verified passkey to the account of the browser's session. @throws AccountRefusal */
export async function addPasskey(
  answer: { readonly accountId: string; readonly passkey: string; readonly passkeyName: string },
  deps: SignInDeps,
): Promise<void> {
  const { accountId } = answer
  const name = nameOf(answer.passkeyName)
  const { challenge, accountId: challenged } = await takeOwnChallenge(
    { purpose: 'add_passkey', answer: answer.passkey },
    deps,
  )
  if (challenged !== accountId) refuseAccount('challenge_expired')
  const passkey = await verifyNewPasskey({ text: answer.passkey, challenge }, deps.at)
  await inTransaction(deps.database, (writer) => addVerified({ accountId, passkey, name }, deps, writer))
}

/**
 * Stores a verified passkey.
 * @throws AccountRefusal when the account has as many as it may have, or another account has this passkey
 */
export async function addVerified(
  added: { readonly accountId: string; readonly passkey: VerifiedPasskey; readonly name: string },
  { now }: Pick<SignInDeps, 'now'>,
  writer: Writer,
): Promise<void> {
  const { accountId, passkey, name } = added
  await lockAccount({ accountId }, writer)
  if ((await getPasskeys({ accountId }, writer)).length >= MOST_PASSKEYS) refuseAccount('passkey_limit')
  const isNew = await insertPasskey({ ...passkey, id: randomUUID(), accountId, name, now }, writer)
  if (!isNew) refuseAccount('passkey_taken')
}

/**
 * Removes a passkey of the account. Ends every session except that of the asking browser, because a lost device may be
 * signed in.
 * @throws AccountRefusal for the account's only passkey, and when the account has no such passkey
 */
export async function removePasskey(
  removed: { readonly accountId: string; readonly id: string },
  { database, browser }: Pick<SignInDeps, 'database' | 'browser'>,
): Promise<void> {
  const { accountId } = removed
  await inTransaction(database, async (writer) => {
    await lockAccount(removed, writer)
    if (!(await deletePasskey(removed, writer))) refuseAccount('not_found')
    if ((await getPasskeys(removed, writer)).length === 0) refuseAccount('last_passkey')
    // After the passkey: a sign-in with it that is under way has its session by then, or finds no passkey.
    await deleteOtherSessions({ accountId, digest: tokenDigest(browser) }, writer)
  })
}
