import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verify } from '#client/webhooks.ts'
import { signWith } from '#webhooks/sign.ts'

const SECRETS = ['whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=', 'whsec_old'] as const
const T = 1_795_000_000
const now = T * 1000
const PAYLOAD = { type: 'ping', payloadVersion: 1, deliveryId: 'd1', sentAt: '2026-11-18T00:26:40.000Z' }
const bodyOf = (words: string) => Buffer.from(JSON.stringify({ ...PAYLOAD, subscriptionId: words }))
const signed = (body: Buffer, secrets: readonly string[] = SECRETS) =>
  signWith(secrets, { t: T, id: 'd1', body })

test('a delivery is read with the headers of fetch and of node:http, by each secret of a rotation', async () => {
  const body = bodyOf('s1')
  const { 'svc-signature': signature } = signed(body)
  for (const headers of [new Headers({ 'svc-signature': signature }), { 'Svc-Signature': signature }])
    for (const secrets of [[...SECRETS], [SECRETS[0]], [SECRETS[1]]])
      expect(await verify(body, headers, secrets, { now })).toMatchObject({ ok: true, payload: PAYLOAD })
})

test('a delivery that the older secret alone signed is read while both are held', async () => {
  const body = bodyOf('s1')
  for (const secret of SECRETS)
    expect((await verify(body, signed(body, [secret]), SECRETS, { now })).ok).toBe(true)
})

test('a delivery is refused when one byte of it changes', async () => {
  const words = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(words, fc.nat(), fc.integer({ min: 1, max: 255 }), async (said, at, flip) => {
      const body = bodyOf(said)
      const { 'svc-signature': signature } = signed(body)
      const headers = { 'svc-signature': signature }
      expect((await verify(body, headers, SECRETS, { now })).ok).toBe(true)
      const index = at % body.length
      body[index] = (body[index] ?? 0) ^ flip
      expect(await verify(body, headers, SECRETS, { now })).toEqual({ ok: false, reason: 'wrong_signature' })
    }),
    { numRuns: 25 },
  )
})

test.each([
  ['missing_header', {}, { now }],
  ['timestamp_too_old', signed(bodyOf('s1')), { now: now + 301_000 }],
  ['timestamp_in_future', signed(bodyOf('s1')), { now: now - 301_000 }],
  ['wrong_signature', signed(bodyOf('s1'), ['whsec_other']), { now }],
] as const)('a delivery is refused with %s', async (reason, headers, options) => {
  expect(await verify(bodyOf('s1'), headers, SECRETS, options)).toEqual({ ok: false, reason })
})
