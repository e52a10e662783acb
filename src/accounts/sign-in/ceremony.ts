import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { parse as parseUuid } from 'uuid'
import { AccountRefusal, refuseAccount } from '#accounts/refusal.ts'
import type { PasskeyVerifier } from '#records/accounts/passkeys.ts'
import type { AccountOrigin } from './origin.ts'

const SERVICE = 'Evidence Research Service'
/** How long the browser waits for the person. The challenge stays valid for longer. */
const TIMEOUT_MS = 240_000

/** EdDSA, ES256 and RS256. Without the list the library tries algorithms of which Node warns. */
const ALGORITHMS = [-8, -7, -257]

const Encoded = Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 16_384 })
const CredentialId = Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: 1364 })
const NewPasskey = Type.Object({
  id: CredentialId,
  response: Type.Object({
    clientDataJSON: Encoded,
    attestationObject: Encoded,
    transports: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z-]{1,20}$' }), { maxItems: 16 })),
  }),
})
const SignedChallenge = Type.Object({
  id: CredentialId,
  response: Type.Object({
    clientDataJSON: Encoded,
    authenticatorData: Encoded,
    signature: Encoded,
  }),
})
/** The field of either answer that contains the challenge. */
const Answer = Type.Object({ response: Type.Object({ clientDataJSON: Encoded }) })

/** The client data of an answer, in which the browser repeats the challenge. */
const ClientData = Type.Object({ challenge: Encoded })

/** The answer of an authenticator to a challenge to sign in. */
type SignedChallenge = Static<typeof SignedChallenge>

/** A passkey that was verified and belongs to no account yet. */
export type VerifiedPasskey = {
  readonly credentialId: string
  readonly publicKey: Uint8Array
  readonly counter: number
  readonly transports: readonly string[]
}

/**
 * The options with which a browser makes a passkey for an account. Passkeys that the account has are not made again.
 */
export function registrationOptions(
  of: {
    readonly accountId: string
    readonly accountName: string
    readonly passkeys: readonly { readonly credentialId: string }[]
  },
  at: AccountOrigin,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  return generateRegistrationOptions({
    rpName: SERVICE,
    rpID: at.domain,
    userName: of.accountName,
    userDisplayName: of.accountName,
    userID: new Uint8Array(parseUuid(of.accountId)),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: of.passkeys.map(({ credentialId }) => ({ id: credentialId })),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
}

/** The options with which a browser signs in with any passkey of this site. */
export function authenticationOptions(at: AccountOrigin): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return generateAuthenticationOptions({
    rpID: at.domain,
    timeout: TIMEOUT_MS,
    userVerification: 'required',
  })
}

/**
 * The challenge that an answer names; nothing of the answer is verified yet.
 * @throws AccountRefusal for a text that is not an answer
 */
export function challengeIn(answer: string): string {
  const { response } = parseAs(Answer, answer)
  return parseAs(ClientData, Buffer.from(response.clientDataJSON, 'base64url').toString()).challenge
}

/** Verifies a new passkey against the challenge that it answers. @throws AccountRefusal */
export async function verifyNewPasskey(
  answered: { readonly text: string; readonly challenge: string },
  at: AccountOrigin,
): Promise<VerifiedPasskey> {
  const { id, response } = parseAs(NewPasskey, answered.text)
  return await refusing(async () => {
    refuseCertificates(response.attestationObject)
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credentialOf(id), response: { ...response, transports: [] } },
      expectedChallenge: answered.challenge,
      expectedOrigin: at.origin,
      expectedRPID: at.domain,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) throw new AccountRefusal('passkey_refused')
    const { publicKey, counter } = registrationInfo.credential
    return {
      credentialId: registrationInfo.credential.id,
      publicKey,
      counter,
      transports: response.transports ?? [],
    }
  })
}

/** Parses the answer of an authenticator from a form. @throws AccountRefusal for a text that is not an answer */
export function parseSigned(text: string): SignedChallenge {
  return parseAs(SignedChallenge, text)
}

/** Verifies a signed challenge with its passkey. Returns the authenticator's new counter. @throws AccountRefusal */
export function verifySigned(
  signed: SignedChallenge,
  by: { readonly passkey: PasskeyVerifier; readonly challenge: string },
  at: AccountOrigin,
): Promise<number> {
  const { passkey, challenge } = by
  return refusing(async () => {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...credentialOf(signed.id), response: signed.response },
      expectedChallenge: challenge,
      expectedOrigin: at.origin,
      expectedRPID: at.domain,
      credential: { id: passkey.credentialId, publicKey: passkey.publicKey, counter: passkey.counter },
      requireUserVerification: true,
    })
    if (!verified) throw new AccountRefusal('passkey_refused')
    return authenticationInfo.newCounter
  })
}

function credentialOf(id: string) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const
}

function parseAs<T extends TSchema>(schema: T, text: string): Static<T> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new AccountRefusal('passkey_refused', { cause })
  }
  if (!Value.Check(schema, value)) refuseAccount('passkey_refused')
  return value as Static<T>
}

/**
 * Refuses an attestation with certificates. Browsers send none, because none is asked for. The library would fetch the
 * revocation lists that such a certificate names, from any host that the sender chose.
 */
function refuseCertificates(attestationObject: string): void {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = decoded.get('fmt')
  const isPlain = format === 'none' || (format === 'packed' && decoded.get('attStmt').size === 2)
  if (!isPlain || decoded.get('attStmt').get('x5c') !== undefined) throw new AccountRefusal('passkey_refused')
}

/** Turns any error of the library into a refusal. The error says what does not match; the caller is not shown that. */
async function refusing<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify()
  } catch (cause) {
    throw cause instanceof AccountRefusal ? cause : new AccountRefusal('passkey_refused', { cause })
  }
}
