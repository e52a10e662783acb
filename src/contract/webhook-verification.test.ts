import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import Stripe from 'stripe'
import { expect, expectTypeOf, test } from 'vitest'
import type { WebhookPayload } from './shapes/webhook-payload.ts'
import { parseWebhook, type ReceivedEvent, verifyWebhook } from './webhook-verification.ts'

const SECRET = 'whsec_current'
const OLDER = 'whsec_previous'
const T = 1_795_000_000
const now = T * 1000
const BODY = JSON.stringify({
  type: 'build.release',
  payloadVersion: 1,
  deliveryId: 'd1',
  sentAt: '2026-11-18T01:46:40.000Z',
  event: { id: 'ship:1', revision: 2, op: 'upsert', recordedAt: '2026-11-18T01:45:00.000Z' },
})
const BYTES = new TextEncoder().encode(BODY)

/** Signed by the independent signer of the npm package stripe. */
function signed(payload: string, secret = SECRET, timestamp = T): string {
  return Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })
}
function changedEvent(fields: object): object {
  const payload = JSON.parse(BODY)
  return { ...payload, event: { ...payload.event, ...fields } }
}
const HEADER = signed(BODY)
const [, V1 = ''] = HEADER.split(',')
const ROTATED = `${HEADER},${signed(BODY, OLDER).split(',')[1]}`
const WRONG = `v1=${'0'.repeat(64)}`

test.each([
  ['text', BODY],
  ['bytes', BYTES],
  ['a buffer of Node', Buffer.from(BODY)],
  ['an array buffer', BYTES.buffer],
  ['bytes within a larger buffer', Buffer.from(`--${BODY}--`).subarray(2, -2)],
])('accepts a delivery whose body is given as %s', async (_, body) => {
  expect(await verifyWebhook(body, HEADER, SECRET, { now })).toEqual({ ok: true })
})

test.each([
  ['one secret as text', SECRET],
  ['one secret in a list', [SECRET]],
  ['the secret beside an older one', [OLDER, SECRET]],
  ['the secret beside an unset one', ['', SECRET]],
])('accepts a delivery with %s', async (_, secrets) => {
  expect(await verifyWebhook(BODY, HEADER, secrets, { now })).toEqual({ ok: true })
})

test.each([
  ['the newest secret alone', [SECRET]],
  ['the secret before it alone', [OLDER]],
  ['both', [SECRET, OLDER]],
])(
  '[webhooks 40] accepts two signatures with %s [contract delivery header svc-signature]',
  async (_, secrets) => {
    expect(await verifyWebhook(BODY, ROTATED, secrets, { now })).toEqual({ ok: true })
  },
)

test.each([
  ['no header', undefined, 'missing_header'],
  ['a null header, as Headers.get answers', null, 'missing_header'],
  ['an empty header', '', 'missing_header'],
  ['no list of headers', [], 'missing_header'],
  ['two headers', [HEADER, HEADER], 'malformed_header'],
  ['two headers joined by the server', `${HEADER}, ${HEADER}`, 'malformed_header'],
  ['two times', `t=${T},${HEADER}`, 'malformed_header'],
  ['no time', V1, 'malformed_header'],
  ['no signature', `t=${T}`, 'malformed_header'],
  ['a signature of another scheme alone', HEADER.replace('v1=', 'v0='), 'malformed_header'],
  ['a time with a sign', HEADER.replace('t=', 't=+'), 'malformed_header'],
  ['a time in another notation', `t=1e9,${V1}`, 'malformed_header'],
  ['a time with decimals', HEADER.replace(`t=${T}`, `t=${T}.0`), 'malformed_header'],
  ['a time after a space', HEADER.replace('t=', 't= '), 'malformed_header'],
  ['a space after the comma', HEADER.replace(',', ', '), 'malformed_header'],
  ['a signature in upper case', `t=${T},v1=${V1.slice(3).toUpperCase()}`, 'malformed_header'],
  ['a signature that is too short', HEADER.slice(0, -1), 'malformed_header'],
  ['a signature that is too long', `${HEADER}0`, 'malformed_header'],
  ['an element without a value', `${HEADER},v1`, 'malformed_header'],
  ['a comma at the end', `${HEADER},`, 'malformed_header'],
  ['hundreds of signatures', [HEADER, ...Array(300).fill(WRONG)].join(','), 'malformed_header'],
  ['a signature of another body', signed(`${BODY} `), 'wrong_signature'],
  ['a signature by another secret', signed(BODY, 'whsec_other'), 'wrong_signature'],
  ['a time that was changed', HEADER.replace(`t=${T}`, `t=${T + 1}`), 'wrong_signature'],
  ['a signature that was made up', `t=${T},${WRONG}`, 'wrong_signature'],
])('refuses %s', async (_, header, reason) => {
  expect(await verifyWebhook(BODY, header, SECRET, { now })).toEqual({ ok: false, reason })
})

test('refuses a body of which one byte was changed', async () => {
  const changed = Uint8Array.from(BYTES)
  changed[10] = (changed[10] ?? 0) ^ 1
  expect(await verifyWebhook(changed, HEADER, SECRET, { now })).toEqual({
    ok: false,
    reason: 'wrong_signature',
  })
})

test('passes over elements of later versions of the header', async () => {
  expect(await verifyWebhook(BODY, `${HEADER},v2=abc=,kid=7`, SECRET, { now })).toEqual({ ok: true })
})

test.each([
  ['300 s old', 300_000, { ok: true }],
  ['one millisecond older', 300_001, { ok: false, reason: 'timestamp_too_old' }],
  ['301 s old', 301_000, { ok: false, reason: 'timestamp_too_old' }],
  ['300 s in the future', -300_000, { ok: true }],
  ['301 s in the future', -301_000, { ok: false, reason: 'timestamp_in_future' }],
  ['a day in the future', -86_400_000, { ok: false, reason: 'timestamp_in_future' }],
])('[webhooks 45] a time %s [contract limit signature-tolerance]', async (_, ageMs, answer) => {
  expect(await verifyWebhook(BODY, HEADER, SECRET, { now: now + ageMs })).toEqual(answer)
  expect(await verifyWebhook(BODY, HEADER, SECRET, { now: new Date(now + ageMs) })).toEqual(answer)
  expect(await verifyWebhook(BODY, HEADER, SECRET, { now: new Date(now + ageMs).toISOString() })).toEqual(
    answer,
  )
})

test('uses the clock of the machine when no time is given', async () => {
  const fresh = signed(BODY, SECRET, Math.floor(Date.now() / 1000))
  expect(await verifyWebhook(BODY, fresh, SECRET)).toEqual({ ok: true })
  expect(await verifyWebhook(BODY, HEADER, SECRET)).toMatchObject({ ok: false })
})

test.each([
  ['an empty secret', ''],
  ['no secrets', []],
  ['a list of empty secrets', ['', '']],
  ['a variable that is not set', undefined as unknown as string],
])('refuses everything with %s, also what is signed by nothing', async (_, secrets) => {
  const forged = signed(BODY, '')
  expect(await verifyWebhook(BODY, forged, secrets, { now })).toEqual({ ok: false, reason: 'missing_secret' })
})

test('refuses a body that was parsed before, and a time that is none', async () => {
  const parsed = JSON.parse(BODY)
  await expect(verifyWebhook(parsed, HEADER, SECRET, { now })).rejects.toThrow('before it is parsed')
  await expect(verifyWebhook(BODY, HEADER, SECRET, { now: Number.NaN })).rejects.toThrow('Invalid now')
})

test('parses an event and a ping', async () => {
  expect(await parseWebhook(BODY, HEADER, SECRET, { now })).toEqual({ ok: true, payload: JSON.parse(BODY) })
  const ping = { type: 'ping', payloadVersion: 1, deliveryId: 'd2', sentAt: 'now', subscriptionId: 's1' }
  const text = JSON.stringify(ping)
  expect(await parseWebhook(Buffer.from(text), signed(text), [SECRET], { now })).toEqual({
    ok: true,
    payload: ping,
  })
})

test.each([
  ['a later version', { ...JSON.parse(BODY), payloadVersion: 2 }, 'unknown_payload_version'],
  ['a later version of another form', { payloadVersion: 2 }, 'unknown_payload_version'],
  ['a version in words', { ...JSON.parse(BODY), payloadVersion: '1' }, 'unknown_payload_version'],
  ['no version', { ...JSON.parse(BODY), payloadVersion: undefined }, 'unknown_payload_version'],
  ['no delivery id', { ...JSON.parse(BODY), deliveryId: undefined }, 'malformed_payload'],
  ['no time of sending', { ...JSON.parse(BODY), sentAt: undefined }, 'malformed_payload'],
  ['an event without id', changedEvent({ id: undefined }), 'malformed_payload'],
  ['an event whose revision is text', changedEvent({ revision: '2' }), 'malformed_payload'],
  ['an event of another operation', changedEvent({ op: 'merge' }), 'malformed_payload'],
  ['an event without time', changedEvent({ recordedAt: null }), 'malformed_payload'],
  ['no event', { ...JSON.parse(BODY), event: null }, 'malformed_payload'],
  ['a ping without subscription', { type: 'ping', payloadVersion: 1, deliveryId: 'd' }, 'malformed_payload'],
  ['a list', [], 'malformed_payload'],
  ['null', null, 'malformed_payload'],
])('refuses a signed payload with %s', async (_, payload, reason) => {
  const text = JSON.stringify(payload)
  expect(await parseWebhook(text, signed(text), SECRET, { now })).toEqual({ ok: false, reason })
})

test('refuses a signed body that is not JSON, and parses nothing that is not signed', async () => {
  expect(await parseWebhook('{', signed('{'), SECRET, { now })).toEqual({
    ok: false,
    reason: 'malformed_payload',
  })
  expect(await parseWebhook('{', HEADER, SECRET, { now })).toEqual({ ok: false, reason: 'wrong_signature' })
})

test('the event that we send has the type of the event that is parsed', () => {
  expectTypeOf<WebhookPayload['event']>().toExtend<ReceivedEvent>()
})

test('runs where there is nothing but the language, Web Crypto and text encoding', async () => {
  const source = await readFile(join(import.meta.dirname, 'webhook-verification.ts'), 'utf8')
  const script = stripTypeScriptTypes(source).replaceAll(/^export /gm, '')
  expect(script).not.toMatch(/^import /m)
  const elsewhere = { crypto, TextEncoder, TextDecoder, Uint8Array, ArrayBuffer }
  const parse = runInNewContext(`${script}; parseWebhook`, elsewhere) as typeof parseWebhook
  expect(await parse(BYTES, HEADER, SECRET, { now })).toMatchObject({ ok: true })
  expect(await parse(`${BODY} `, HEADER, SECRET, { now })).toMatchObject({ reason: 'wrong_signature' })
})
