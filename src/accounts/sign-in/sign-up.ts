import { randomBytes, randomUUID } from 'node:crypto'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/server'
import { nameOf } from '#accounts/name.ts'
import { refuseAccount } from '#accounts/refusal.ts'
import { tokenDigest } from '#accounts/tokens.ts'
import { secondsUntil } from '#contract/time.ts'
import { findAccount, saveAccount, saveKeyTier } from '#records/accounts/accounts.ts'
import {
  findInvitation,
  type Invitation,
  type OfInvitationToken,
  takeInvitation,
} from '#records/accounts/invitations.ts'
import { getPasskeys } from '#records/accounts/passkeys.ts'
import { findRecoveryCode } from '#records/accounts/recovery-codes.ts'
import { saveSignUp } from '#records/accounts/sign-ups.ts'
import { inTransaction, type Writer } from '#records/database.ts'
import { registrationOptions, verifyNewPasskey } from './ceremony.ts'
import { openChallenge, takeOwnChallenge } from './challenge.ts'
import type { SignInDeps, SignUps } from './deps.ts'
import { addVerified } from './passkeys.ts'
import { type OpenedAccount, renewRecoveryCode } from './recovery-code.ts'
import { beginSession } from './session.ts'

/** Sign-ups a day without an invitation. */
const DAILY = { ofClient: 5, ofAll: 200 } as const

type SignUpDeps = SignInDeps & { readonly signUps: SignUps; readonly client: string }
/** The input of a sign-up. `invitation` is empty for none. */
type SignUpRequest = { readonly invitation: string; readonly passkeyName: string }

/**
 * Gives a browser a challenge to sign up: to a new account, or to the one that an invitation names. The name is checked
 * before the browser makes a passkey, because the passkey of a refused sign-up would open nothing.
 * @throws AccountRefusal for an invalid name, and without a valid invitation where sign-up is closed
 */
export async function challengeSignUp(
  request: SignUpRequest,
  deps: SignUpDeps,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { database, at } = deps
  nameOf(request.passkeyName)
  const invitation = await givenInvitation(request, deps, (of) => findInvitation(of, database))
  const known = invitation && (await findAccount(invitation.accountName, database))
  const accountId = known === undefined ? randomUUID() : known.id
  const accountName = invitation === undefined ? nameFor(accountId) : invitation.accountName
  const passkeys = known === undefined ? [] : await getPasskeys({ accountId }, database)
  const options = await registrationOptions({ accountId, accountName, passkeys }, at)
  await openChallenge({ purpose: 'sign_up', challenge: options.challenge, accountId }, deps)
  return options
}

/**
 * Makes the account of a verified passkey, or adds the passkey to the account of the invitation, and begins a session.
 * Nothing is stored of a sign-up that is refused. @throws AccountRefusal
 */
export async function signUp(
  answer: SignUpRequest & { readonly passkey: string },
  deps: SignUpDeps,
): Promise<OpenedAccount> {
  const { database, now, at } = deps
  const name = nameOf(answer.passkeyName)
  const { challenge, accountId } = await takeOwnChallenge(
    { purpose: 'sign_up', answer: answer.passkey },
    deps,
  )
  if (accountId === null) throw new Error('a challenge to sign up names no account')
  const passkey = await verifyNewPasskey({ text: answer.passkey, challenge }, at)
  return await inTransaction(database, async (writer) => {
    const invitation = await givenInvitation(answer, deps, (of) => takeInvitation(of, writer))
    if (invitation === undefined) await countSignUp(deps, writer)
    const accountName = invitation === undefined ? nameFor(accountId) : invitation.accountName
    const account = await saveAccount({ id: accountId, name: accountName, now }, writer)
    // The account of this name was made after the challenge: its owner's passkey would carry another id.
    if (account.id !== accountId) refuseAccount('challenge_expired')
    if (invitation !== undefined) await saveKeyTier({ id: accountId, tier: invitation.keyTier }, writer)
    await addVerified({ accountId, passkey, name }, deps, writer)
    // The owner of an account that exists may have stored its code: an invitation does not make it void.
    const hasCode = (await findRecoveryCode({ accountId }, writer)) !== undefined
    const recoveryCode = hasCode ? undefined : await renewRecoveryCode({ accountId }, deps, writer)
    return { token: await beginSession({ accountId }, deps, writer), recoveryCode }
  })
}

/** Names of accounts are the operator's: a person who signs up cannot take or guess one. */
function nameFor(accountId: string): string {
  return `account-${accountId.slice(0, 8)}-${randomBytes(2).toString('hex')}`
}

/** The invitation that a person gave; undefined where none was given and none is needed. */
async function givenInvitation(
  { invitation }: Pick<SignUpRequest, 'invitation'>,
  { signUps, now }: SignUpDeps,
  find: (of: OfInvitationToken) => Promise<Invitation | undefined>,
): Promise<Invitation | undefined> {
  if (invitation === '') return signUps === 'closed' ? refuseAccount('sign_up_closed') : undefined
  const found = await find({ digest: tokenDigest(invitation), now })
  return found ?? refuseAccount('invitation_refused')
}

async function countSignUp({ client, now }: SignUpDeps, writer: Writer): Promise<void> {
  const freeAt = await saveSignUp({ client, ...DAILY, now }, writer)
  if (freeAt !== undefined) refuseAccount('sign_up_limit', { retryAfterSeconds: secondsUntil(freeAt, now) })
}
