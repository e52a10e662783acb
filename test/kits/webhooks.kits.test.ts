import { createRequire } from 'node:module'
import { join } from 'node:path'
import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { verify } from '#client/webhooks.ts'
import { toInstant } from '#contract/time.ts'
import { openSigner } from '#webhooks/sign.ts'
import { signedRequest } from '#webhooks/signed-request.ts'

type Verifier = new (
  secret: string,
) => { readonly verify: (body: string, headers: Record<string, string>) => unknown }
const load = createRequire(join(import.meta.dirname, '../../tools/kits/package.json'))
const LIBRARIES: Readonly<Record<string, Verifier>> = {
  standardwebhooks: load('standardwebhooks').Webhook,
  svix: load('svix').Webhook,
}

const signer = openSigner('a-master-key-of-at-least-32-characters') ?? expect.unreachable()
const SUBSCRIPTION = '019a0000-0000-7000-8000-000000000001'
const secretOf = (version: number, standardFrom = 1) =>
  signer.secretOf({ subscriptionId: SUBSCRIPTION, version, standardFrom })

/** A delivery of a ping, as a receiver gets it. */
function deliveryOf(asked: { versions?: readonly number[]; standardFrom?: number; ageMs?: number } = {}) {
  const { versions = [1], standardFrom = 1, ageMs = 0 } = asked
  const sentAt = toInstant(new Date(Date.now() - ageMs).toISOString())
  const ping = { payloadVersion: 1, deliveryId: '019a0000-0000-7000-8000-0000000000d1', sentAt } as const
  const { headers, body } = signedRequest(
    { url: 'https://x.example', payload: { type: 'ping', ...ping, subscriptionId: SUBSCRIPTION } },
    {
      sign: (signed) =>
        signer.signaturesOf({ subscriptionId: SUBSCRIPTION, versions, standardFrom, ...signed }),
    },
  )
  return { headers: { ...headers } as Record<string, string>, body: body.toString() }
}

describe.each(Object.entries(LIBRARIES))('[R143] %s', (_, Webhook) => {
  const verified = (secret: string, { body, headers }: ReturnType<typeof deliveryOf>) =>
    new Webhook(secret).verify(body, headers)

  test('verifies a delivery with the secret as it is shown', () => {
    expect(verified(secretOf(1), deliveryOf())).toMatchObject({ type: 'ping', subscriptionId: SUBSCRIPTION })
  })

  test.each([1, 2])('verifies with secret %i of a rotation', (version) => {
    expect(verified(secretOf(version), deliveryOf({ versions: [2, 1] }))).toMatchObject({ type: 'ping' })
  })

  test('refuses another secret, another body, another id and an old time', () => {
    const delivery = deliveryOf()
    expect(() => verified(secretOf(2), delivery)).toThrow()
    expect(() => verified(secretOf(1), { ...delivery, body: `${delivery.body} ` })).toThrow()
    const other = { ...delivery.headers, 'webhook-id': 'another' }
    expect(() => verified(secretOf(1), { ...delivery, headers: other })).toThrow()
    expect(() => verified(secretOf(1), deliveryOf({ ageMs: 360_000 }))).toThrow()
  })
})

test.each([
  ['a secret in standard base64', 1],
  ['a secret that was shown before', 2],
])('[R143] stripe verifies the header svc-signature with %s', (_, standardFrom) => {
  const { body, headers } = deliveryOf({ standardFrom })
  const event = Stripe.webhooks.constructEvent(
    body,
    headers['svc-signature'] ?? '',
    secretOf(1, standardFrom),
  )
  expect(event).toMatchObject({ type: 'ping' })
})

test('the client accepts what standardwebhooks accepts, and both refuse it when any byte changes', async () => {
  const { body, headers } = deliveryOf({ versions: [2, 1] })
  const { standardwebhooks: Webhook = expect.unreachable() } = LIBRARIES
  const secrets = [secretOf(1), secretOf(2)]
  const verdicts = async (text: string) => {
    const byLibrary = secrets.map((secret) => {
      try {
        return new Webhook(secret).verify(text, headers) !== undefined
      } catch {
        return false
      }
    })
    return [...byLibrary, (await verify(text, headers, secrets)).ok]
  }
  expect(await verdicts(body)).toEqual([true, true, true])
  for (const index of Array.from(body).keys()) {
    const changed = body[index] === 'x' ? 'y' : 'x'
    const verdict = await verdicts(body.slice(0, index) + changed + body.slice(index + 1))
    expect([index, ...verdict]).toEqual([index, false, false, false])
  }
})
