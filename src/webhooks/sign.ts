import { createHmac, hkdfSync, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

/**
 * One version of a subscription's secret. Versions before `standardFrom` were shown in base64url, which libraries of
 * Standard Webhooks refuse; they stay valid as they were shown.
 */
type SecretVersion = {
  readonly subscriptionId: string
  readonly version: number
  readonly standardFrom: number
}

/** The signed parts: the delivery id, the service's time in Unix seconds, and the exact bytes to send. */
export type Signed = { readonly id: string; readonly t: number; readonly body: Uint8Array }

/** The headers that sign a request. */
export type Signatures = {
  /** Each `v1` is keyed with the whole text of a secret. @source contract, Headers on each delivery */
  readonly 'svc-signature': string
  /** Each `v1` is keyed with the bytes that a secret encodes. @source Standard Webhooks 1.0 */
  readonly 'webhook-signature': string
}

/** Makes secrets and signatures. Nothing secret is stored: each secret derives from the master key. */
export type Signer = {
  /** A name of the master key that does not reveal the key. Two keys have two names. */
  readonly keyName: string
  readonly secretOf: (secret: SecretVersion) => string
  /** The signatures of a request: one `v1` for each version, in the order given. */
  readonly signaturesOf: (
    request: Omit<SecretVersion, 'version'> & { readonly versions: readonly number[] } & Signed,
  ) => Signatures
}

const PREFIX = 'whsec_'

/** The signer of a master key; undefined without one, and then nothing can be signed. */
export function openSigner(masterKey: string | undefined): Signer | undefined {
  if (masterKey === undefined) return undefined
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', masterKey, '', `svc webhooks 1: ${purpose}`, SECRET_BYTES))
  const secretOf = ({ subscriptionId, version, standardFrom }: SecretVersion) => {
    const form = version < standardFrom ? 'base64url' : 'base64'
    return PREFIX + derive(`secret ${subscriptionId} ${version}`).toString(form)
  }
  return {
    keyName: derive('key name').toString('base64url'),
    secretOf,
    signaturesOf({ subscriptionId, versions, standardFrom, ...signed }) {
      return signWith(
        versions.map((version) => secretOf({ subscriptionId, version, standardFrom })),
        signed,
      )
    },
  }
}

/** The signatures of a request with each secret, in the order given. */
export function signWith(secrets: readonly string[], { id, t, body }: Signed): Signatures {
  const own = secrets.map((secret) => {
    const hmac = createHmac('sha256', secret)
    return `v1=${hmac.update(`${t}.`).update(body).digest('hex')}`
  })
  const standard = secrets.map((secret) => {
    const hmac = createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    return `v1,${hmac.update(`${id}.${t}.`).update(body).digest('base64')}`
  })
  return { 'svc-signature': [`t=${t}`, ...own].join(','), 'webhook-signature': standard.join(' ') }
}

/** A random secret in the form of a subscription's, for a receiver without a subscription. */
export function randomSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}
