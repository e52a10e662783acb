import { createHmac, hkdfSync, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

/** One version of a subscription's secret. */
type SecretVersion = { readonly subscriptionId: string; readonly version: number }

/** Makes secrets and signatures. Nothing secret is stored: each secret derives from the master key. */
export type Signer = {
  /** Names the master key without telling it. Two keys have two names. */
  readonly keyName: string
  readonly secretOf: (secret: SecretVersion) => string
  /**
   * The `svc-signature` header over the exact bytes to send: one `v1` for each version, in the order given.
   * `t` is the service's time in Unix seconds.
   */
  readonly signatureOf: (request: {
    readonly subscriptionId: string
    readonly versions: readonly number[]
    readonly t: number
    readonly body: Uint8Array
  }) => string
}

/** The signer of a master key; undefined without one, and then nothing can be signed. */
export function openSigner(masterKey: string | undefined): Signer | undefined {
  if (masterKey === undefined) return undefined
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', masterKey, '', `svc webhooks 1: ${purpose}`, SECRET_BYTES))
  const secretOf = ({ subscriptionId, version }: SecretVersion) =>
    `whsec_${derive(`secret ${subscriptionId} ${version}`).toString('base64url')}`
  return {
    keyName: derive('key name').toString('base64url'),
    secretOf,
    signatureOf({ subscriptionId, versions, ...signed }) {
      return signWith(
        versions.map((version) => secretOf({ subscriptionId, version })),
        signed,
      )
    },
  }
}

/** What is signed: the exact bytes to send, and the time in Unix seconds. */
export type Signed = { readonly t: number; readonly body: Uint8Array }

/** The `svc-signature` header: one `v1` for each secret, in the order given. */
export function signWith(secrets: readonly string[], { t, body }: Signed): string {
  const signatures = secrets.map((secret) => {
    const hmac = createHmac('sha256', secret)
    return `v1=${hmac.update(`${t}.`).update(body).digest('hex')}`
  })
  return [`t=${t}`, ...signatures].join(',')
}

/** A secret of no subscription. */
export function randomSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`
}
