import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

/** An authenticator in software that holds one passkey of a site. */
export type Authenticator = {
  readonly id: string
  /** The answer to a challenge for a new passkey, in the form that a browser sends. */
  readonly make: (asked: Challenged) => string
  /** The answer to a challenge for signing in. */
  readonly sign: (asked: Challenged) => string
}
type Challenged = {
  readonly challenge: string
  readonly origin: string
  readonly domain: string
  /** The attestation that the authenticator states, and its counter. */
  readonly attestation?: Buffer
  readonly counter?: number
}

/** Makes an authenticator with a new key on the curve P-256. */
export function anAuthenticator(): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credential = randomBytes(16)
  const id = credential.toString('base64url')
  return {
    id,
    make(asked) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credential.length)
      const data = dataOf(
        asked,
        0x45,
        Buffer.concat([Buffer.alloc(16), length, credential, coseOf(publicKey)]),
      )
      const attestation = asked.attestation ?? NO_ATTESTATION
      const object = Buffer.concat([Buffer.from([0xa3]), attestation, text('authData'), bytes(data)])
      return answer(id, {
        clientDataJSON: clientData('webauthn.create', asked).toString('base64url'),
        attestationObject: object.toString('base64url'),
        transports: ['internal'],
      })
    },
    sign(asked) {
      const data = dataOf(asked, 0x05, Buffer.alloc(0))
      const client = clientData('webauthn.get', asked)
      const hash = createHash('sha256').update(client).digest()
      const signature = createSign('sha256')
        .update(Buffer.concat([data, hash]))
        .sign(privateKey)
      return answer(id, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
  }
}

function answer(id: string, response: object): string {
  return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
}

function clientData(type: string, { challenge, origin }: Challenged): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function dataOf({ domain, counter = 0 }: Challenged, flags: number, rest: Buffer): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([createHash('sha256').update(domain).digest(), Buffer.from([flags]), count, rest])
}

/** The key in COSE form: a map of its type, algorithm, curve and coordinates. */
function coseOf(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21])
  const [first, second] = [bytes(Buffer.from(x, 'base64url')), bytes(Buffer.from(y, 'base64url'))]
  return Buffer.concat([head, first, Buffer.from([0x22]), second])
}

/** A text of CBOR with at most 23 bytes. */
export function text(words: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + words.length]), Buffer.from(words)])
}

/** Bytes of CBOR, at most 65535. */
export function bytes(value: Buffer): Buffer {
  const head = value.length < 256 ? [0x58, value.length] : [0x59, value.length >> 8, value.length & 0xff]
  return Buffer.concat([Buffer.from(head), value])
}

const NO_ATTESTATION = Buffer.concat([text('fmt'), text('none'), text('attStmt'), Buffer.from([0xa0])])
