import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { verifyWebhook } from '#contract/webhook-verification.ts'
import { openSigner, type Signer } from './sign.ts'

const MASTER_KEY = 'a-master-key-of-at-least-32-characters'
const ONE = '019a0000-0000-7000-8000-000000000001'
const OTHER = '019a0000-0000-7000-8000-000000000002'
const T = 1_795_000_000
const stripe = Stripe.webhooks.signature ?? expect.unreachable()

function signerOf(masterKey = MASTER_KEY): Signer {
  return openSigner(masterKey) ?? expect.unreachable()
}
const signer = signerOf()
const secretOf = (version: number, subscriptionId = ONE) =>
  signer.secretOf({ subscriptionId, version, standardFrom: 1 })
const DELIVERY = '019a0000-0000-7000-8000-0000000000d1'
const signaturesOf = (body: string, versions = [1], t = T, standardFrom = 1) =>
  signer.signaturesOf({
    subscriptionId: ONE,
    versions,
    standardFrom,
    id: DELIVERY,
    t,
    body: new TextEncoder().encode(body),
  })
const signatureOf = (...asked: Parameters<typeof signaturesOf>) => signaturesOf(...asked)['svc-signature']

/** `<t>.<body>` as OpenSSL signs it. */
function byOpenssl(body: string, secret: string, t = T): string {
  const args = ['dgst', '-sha256', '-hmac', secret, '-hex']
  const printed = execFileSync('openssl', args, { input: `${t}.${body}`, encoding: 'utf8' })
  return printed.trim().replace(/^.*= /, '')
}

test('derives the same secret again from the same key, subscription and version', () => {
  expect(secretOf(1)).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(signerOf().secretOf({ subscriptionId: ONE, version: 1, standardFrom: 1 })).toBe(secretOf(1))
})

test('derives the secret with HKDF-SHA256, as OpenSSL does', () => {
  const args = ['kdf', '-binary', '-keylen', '32', '-kdfopt', 'digest:SHA256']
  const options = [`key:${MASTER_KEY}`, `info:svc webhooks 1: secret ${ONE} 3`]
  const derived = execFileSync('openssl', [...args, ...options.flatMap((one) => ['-kdfopt', one]), 'HKDF'])
  expect(secretOf(3)).toBe(`whsec_${derived.toString('base64')}`)
})

test('no two of subscription, version and master key share a secret', () => {
  const secrets = [
    secretOf(1),
    secretOf(2),
    secretOf(11),
    secretOf(1, OTHER),
    signerOf(`${MASTER_KEY}2`).secretOf({ subscriptionId: ONE, version: 1, standardFrom: 1 }),
  ]
  expect(new Set(secrets).size).toBe(secrets.length)
})

test('the name of a master key tells keys apart and is no secret', () => {
  expect(signerOf().keyName).toBe(signer.keyName)
  expect(signerOf(`${MASTER_KEY}2`).keyName).not.toBe(signer.keyName)
  expect(secretOf(1)).not.toContain(signer.keyName)
})

test('[webhooks 44] without a master key there is no signer', () => {
  expect(openSigner(undefined)).toBeUndefined()
})

const BODIES = [
  ['a short body', '{"type":"ping"}'],
  ['line separators', '{"summary":"a\u2028b\u2029c"}'],
  ['characters outside the basic plane', '{"summary":"🚀 ünïcödé 漢字"}'],
  ['markup', '{"summary":"</script><!--"}'],
  ['a megabyte', JSON.stringify({ summary: 'é'.repeat(500_000) })],
] as const

test.each(BODIES)('[webhooks 39] OpenSSL computes the same signature of %s', (_, body) => {
  expect(signatureOf(body)).toBe(`t=${T},v1=${byOpenssl(body, secretOf(1))}`)
})

test.each(BODIES)('[webhooks 39] the signer of stripe makes the same header for %s', (_, payload) => {
  const made = Stripe.webhooks.generateTestHeaderString({ payload, secret: secretOf(1), timestamp: T })
  expect(signatureOf(payload)).toBe(made)
})

test.each(BODIES)(
  '[webhooks 39] stripe verifies header and body of %s unchanged [contract delivery header svc-signature]',
  async (_, body) => {
    const t = Math.floor(Date.now() / 1000)
    const header = signatureOf(body, [1], t)
    expect(stripe.verifyHeader(body, header, secretOf(1), 300)).toBe(true)
    expect(Stripe.webhooks.constructEvent(Buffer.from(body), header, secretOf(1))).toEqual(JSON.parse(body))
    expect(await verifyWebhook(body, header, secretOf(1))).toEqual({ ok: true })
  },
)

test.each([
  ['another body', '{"type":"pong"}', 1, T],
  ['another secret', '{"type":"ping"}', 2, T],
  ['a time 301 s ago', '{"type":"ping"}', 1, T - 301],
] as const)('stripe and our verifier refuse %s', async (_, body, version, t) => {
  const header = signatureOf('{"type":"ping"}', [1], t)
  const now = T * 1000
  expect(() => stripe.verifyHeader(body, header, secretOf(version), 300, undefined, now)).toThrow()
  expect(await verifyWebhook(body, header, secretOf(version), { now })).toMatchObject({ ok: false })
})

test('[webhooks 35] the signature carries the time that it is given, not that of the machine', () => {
  expect(signatureOf('{}', [1], 1)).toBe(`t=1,v1=${byOpenssl('{}', secretOf(1), 1)}`)
})

test('[webhooks 37] [webhooks 38] the same body signed at another time has another signature', () => {
  const [first, second] = [signatureOf('{}', [1], T), signatureOf('{}', [1], T + 60)]
  expect(first.split('v1=')[1]).not.toBe(second.split('v1=')[1])
  expect(second).toMatch(new RegExp(`^t=${T + 60},`))
})

test('[webhooks 40] [webhooks 42] two versions make two signatures, each of which stripe verifies alone', () => {
  const body = '{"type":"ping"}'
  const header = signatureOf(body, [2, 1])
  const hmac = (version: number) =>
    createHmac('sha256', secretOf(version)).update(`${T}.${body}`).digest('hex')
  expect(header).toBe(`t=${T},v1=${hmac(2)},v1=${hmac(1)}`)
  for (const version of [2, 1]) {
    expect(stripe.verifyHeader(body, header, secretOf(version), 300, undefined, T * 1000)).toBe(true)
  }
  expect(() => stripe.verifyHeader(body, header, secretOf(3), 300, undefined, T * 1000)).toThrow()
})

test('[webhooks 41] after a second rotation the newest secret verifies, and the oldest does not', async () => {
  const header = signatureOf('{}', [3, 2])
  const verify = (version: number) => verifyWebhook('{}', header, secretOf(version), { now: T * 1000 })
  expect(await Promise.all([3, 2, 1].map(verify))).toEqual([
    { ok: true },
    { ok: true },
    { ok: false, reason: 'wrong_signature' },
  ])
})

describe('[R143] Standard Webhooks', () => {
  const oldSecretOf = (version: number) => signer.secretOf({ subscriptionId: ONE, version, standardFrom: 3 })

  test('a secret is 32 bytes in standard base64', () => {
    const texts = Array.from({ length: 200 }, (_, version) => secretOf(version + 1).slice('whsec_'.length))
    for (const text of texts) expect(Buffer.from(text, 'base64').toString('base64')).toBe(text)
    expect(new Set(texts.map((text) => Buffer.from(text, 'base64').length))).toEqual(new Set([32]))
    // Of 200 secrets some have a character in which the two forms of base64 differ.
    expect(texts.join('')).toMatch(/[+/]/)
  })

  test('a secret that was shown before keeps its form, and both its signatures', async () => {
    expect(oldSecretOf(2)).toBe(secretOf(2).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, ''))
    expect(oldSecretOf(3)).toBe(secretOf(3))
    const signed = signaturesOf('{}', [3, 2], T, 3)
    for (const secret of [oldSecretOf(3), oldSecretOf(2)])
      expect(await verifyWebhook('{}', signed['svc-signature'], secret, { now: T * 1000 })).toEqual({
        ok: true,
      })
    expect(signed['webhook-signature']).toBe(signaturesOf('{}', [3, 2])['webhook-signature'])
  })

  test('each version signs the id, the time and the body with the bytes of its secret', () => {
    const bytesOf = (version: number) => Buffer.from(secretOf(version).slice('whsec_'.length), 'base64')
    const expected = [2, 1].map((version) => {
      const hmac = createHmac('sha256', bytesOf(version)).update(`${DELIVERY}.${T}.{"a":1}`)
      return `v1,${hmac.digest('base64')}`
    })
    expect(signaturesOf('{"a":1}', [2, 1])['webhook-signature']).toBe(expected.join(' '))
  })
})
