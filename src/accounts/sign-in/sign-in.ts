import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { refuseAccount } from '#accounts/refusal.ts'
import { lockPasskey, savePasskeyUse } from '#records/accounts/passkeys.ts'
import { inTransaction } from '#records/database.ts'
import { authenticationOptions, parseSigned, verifySigned } from './ceremony.ts'
import { openChallenge, takeOwnChallenge } from './challenge.ts'
import type { SignInDeps } from './deps.ts'
import { beginSession } from './session.ts'

/** Gives a browser a challenge to sign in. */
export async function challengeSignIn(deps: SignInDeps): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const options = await authenticationOptions(deps.at)
  await openChallenge({ purpose: 'sign_in', challenge: options.challenge, accountId: null }, deps)
  return options
}

/** Signs in with a passkey. Returns the token of the new session. @throws AccountRefusal */
export async function signIn(answer: { readonly passkey: string }, deps: SignInDeps): Promise<string> {
  const { challenge } = await takeOwnChallenge({ purpose: 'sign_in', answer: answer.passkey }, deps)
  const signed = parseSigned(answer.passkey)
  return await inTransaction(deps.database, async (writer) => {
    const passkey = await lockPasskey({ credentialId: signed.id }, writer)
    if (passkey === undefined) refuseAccount('passkey_refused')
    const counter = await verifySigned(signed, { passkey, challenge }, deps.at)
    await savePasskeyUse({ id: passkey.id, counter, now: deps.now }, writer)
    return await beginSession(passkey, deps, writer)
  })
}
