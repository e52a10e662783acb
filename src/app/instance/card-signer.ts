import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto'
import canonicalize from 'canonicalize'
import { calculateJwkThumbprint, exportJWK, FlattenedSign } from 'jose'
import type { CardSigner, PublicKey } from '#reads/deps.ts'
import { cardKeysAddress } from '#views/agent/card.ts'
import type { Site } from '#views/site/links.ts'
import type { Config } from '../config.ts'
import { findSigningKey } from './local-key.ts'

const ALGORITHM = 'EdDSA'
/** The bytes before the 32 bytes of an Ed25519 private key in PKCS #8. @source RFC 8410 */
const ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

type SigningKey = { readonly privateKey: KeyObject; readonly publicKey: PublicKey }

/** The signer of a deployment; undefined without a key. The card is then unsigned. */
export async function openConfiguredCardSigner(config: Config): Promise<CardSigner | undefined> {
  const keys = await findSigningKey(config, 'agent-card-key')
  return keys === undefined ? undefined : openCardSigner(keys, config)
}

/**
 * Signs the agent card with each of the comma-separated keys: JWS over the canonical JSON of the card. Ed25519
 * signatures are deterministic, so all processes answer the same card. @source A2A 1.0, section 8.4
 */
export async function openCardSigner(keys: string, site: Site): Promise<CardSigner> {
  const signing = await Promise.all(keys.split(',').map(signingKeyOf))
  return {
    publicKeys: signing.map(({ publicKey }) => publicKey),
    sign: (card) => {
      const payload = new TextEncoder().encode(canonicalize(card))
      return Promise.all(signing.map((key) => signWith(key, payload, site)))
    },
  }
}

async function signWith({ privateKey, publicKey }: SigningKey, payload: Uint8Array, site: Site) {
  const header = { alg: ALGORITHM, typ: 'JOSE', kid: publicKey.kid, jku: cardKeysAddress(site) }
  const signed = await new FlattenedSign(payload).setProtectedHeader(header).sign(privateKey)
  return { protected: String(signed.protected), signature: signed.signature }
}

async function signingKeyOf(text: string): Promise<SigningKey> {
  const seed = Buffer.from(hkdfSync('sha256', text, '', 'svc agent card 1: ed25519', 32))
  const privateKey = createPrivateKey({ key: Buffer.concat([ED25519, seed]), format: 'der', type: 'pkcs8' })
  const jwk = await exportJWK(createPublicKey(privateKey))
  const kid = await calculateJwkThumbprint(jwk)
  return {
    privateKey,
    publicKey: { kty: 'OKP', crv: 'Ed25519', x: String(jwk.x), kid, alg: ALGORITHM, use: 'sig' },
  }
}
