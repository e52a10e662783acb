// npm run client writes this file. Do not edit it.
// This file imports nothing, so that a receiver can copy it.

/** Maximum difference between the signed time and the receiver's clock, either way. @source contract, Limits */
const TOLERANCE_MS = 300_000
const KNOWN_VERSION = 1
const ELEMENT = /^([a-z0-9]+)=(\S+)$/
const TIME = /^\d{1,12}$/
const SIGNATURE = /^[0-9a-f]{64}$/
/** A delivery has two signatures at most. More than this many are not read. */
const MOST_SIGNATURES = 10

/** Why a request is not believed to be a delivery of this service. */
export type VerificationRefusal =
  | 'missing_header'
  | 'malformed_header'
  | 'timestamp_too_old'
  | 'timestamp_in_future'
  | 'missing_secret'
  | 'wrong_signature'
/** Why a delivery is not parsed. Only a delivery with `unknown_payload_version` is signed and well formed. */
export type ParseRefusal = VerificationRefusal | 'malformed_payload' | 'unknown_payload_version'

/** The body as it arrived. A parsed body has lost the bytes that were signed. */
type RawBody = string | Uint8Array | ArrayBuffer
/** The value of `svc-signature`, as the server gives it. */
type Header = string | readonly string[] | null | undefined
/** Every secret that the receiver holds: the newest secret, and during a rotation the previous one. */
type Secrets = string | readonly string[]
type Options = {
  /** The receiver's clock: a date, milliseconds since the Unix epoch, or an ISO 8601 instant. */
  readonly now?: Date | number | string
}
/** The change event of a delivery. The fields named here are checked; the signature vouches for the others. */
export type ReceivedEvent = {
  readonly id: string
  readonly revision: number
  readonly op: 'upsert' | 'retract'
  readonly recordedAt: string
  readonly [field: string]: unknown
}
type Envelope = { readonly payloadVersion: 1; readonly deliveryId: string; readonly sentAt: string }
/** The content of a delivery: an event, or a ping of a subscription. */
export type ReceivedPayload = Envelope &
  (
    | { readonly type: string; readonly event: ReceivedEvent; readonly subscriptionId?: never }
    | { readonly type: 'ping'; readonly subscriptionId: string; readonly event?: never }
  )
type Refused<Reason> = { readonly ok: false; readonly reason: Reason }

/**
 * Whether this service signed the body with one of the secrets within five minutes of `now`. Needs Web Crypto alone.
 * @throws TypeError for a body that was parsed before; RangeError when `now` is no time
 * @source contract, Verification by the receiver
 */
export async function verifyWebhook(
  rawBody: RawBody,
  header: Header,
  secrets: Secrets,
  options: Options = {},
): Promise<{ readonly ok: true } | Refused<VerificationRefusal>> {
  const body = bytesOf(rawBody)
  const nowMs = msOf(options.now ?? new Date())
  if (header === null || header === undefined || header.length === 0) return refused('missing_header')
  const signed = parseHeader(header)
  if (signed === undefined) return refused('malformed_header')
  const ageMs = nowMs - Number(signed.time) * 1000
  if (ageMs > TOLERANCE_MS) return refused('timestamp_too_old')
  if (ageMs < -TOLERANCE_MS) return refused('timestamp_in_future')
  const held = [secrets].flat().filter(Boolean)
  if (held.length === 0) return refused('missing_secret')
  const message = joined(new TextEncoder().encode(`${signed.time}.`), body)
  const expected = await Promise.all(held.map((secret) => signatureOf(message, secret)))
  const pairs = expected.flatMap((one) => signed.signatures.map((given) => isSame(one, given)))
  return pairs.includes(true) ? { ok: true } : refused('wrong_signature')
}

/**
 * The payload of a verified request: an event or a ping. An unknown version of the payload is refused.
 * @throws TypeError for a body that was parsed before; RangeError when `now` is no time
 */
export async function parseWebhook(
  rawBody: RawBody,
  header: Header,
  secrets: Secrets,
  options: Options = {},
): Promise<{ readonly ok: true; readonly payload: ReceivedPayload } | Refused<ParseRefusal>> {
  const verified = await verifyWebhook(rawBody, header, secrets, options)
  if (!verified.ok) return verified
  const payload = parseObject(new TextDecoder().decode(bytesOf(rawBody)))
  if (payload === undefined) return refused('malformed_payload')
  if (payload['payloadVersion'] !== KNOWN_VERSION) return refused('unknown_payload_version')
  return isPayload(payload) ? { ok: true, payload } : refused('malformed_payload')
}

function refused<Reason>(reason: Reason): Refused<Reason> {
  return { ok: false, reason }
}

function bytesOf(rawBody: RawBody): Uint8Array {
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody)
  if (rawBody instanceof Uint8Array) return rawBody
  if (rawBody instanceof ArrayBuffer) return new Uint8Array(rawBody)
  throw new TypeError('Invalid rawBody: expected the bytes or the text of the request, before it is parsed')
}

function msOf(now: Date | number | string): number {
  const ms = new Date(now).getTime()
  if (Number.isNaN(ms)) throw new RangeError('Invalid now: expected a date, milliseconds or an instant')
  return ms
}

/**
 * The signed time and every `v1` of `t=…,v1=…`; undefined when malformed. Elements with other names are ignored,
 * because a later version may add them.
 */
function parseHeader(header: string | readonly string[]) {
  const [value = '', ...others] = [header].flat()
  const elements = value.split(',').map((element) => ELEMENT.exec(element))
  const named = (name: string) => elements.flatMap((parts) => (parts?.[1] === name ? [parts[2] ?? ''] : []))
  const [time = '', ...times] = named('t')
  const signatures = named('v1')
  const isWell =
    others.length + times.length === 0 &&
    !elements.includes(null) &&
    TIME.test(time) &&
    signatures.length > 0 &&
    signatures.length <= MOST_SIGNATURES &&
    signatures.every((signature) => SIGNATURE.test(signature))
  return isWell ? { time, signatures } : undefined
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(first.length + second.length)
  bytes.set(first)
  bytes.set(second, first.length)
  return bytes
}

async function signatureOf(message: Uint8Array<ArrayBuffer>, secret: string): Promise<string> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, [
    'sign',
  ])
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, message))
  return Array.from(signature, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Compares two signatures in constant time. Both have 64 characters. */
function isSame(one: string, other: string): boolean {
  let difference = 0
  for (let index = 0; index < one.length; index += 1) {
    difference |= one.charCodeAt(index) ^ other.charCodeAt(index)
  }
  return difference === 0
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isPayload(payload: Readonly<Record<string, unknown>>): payload is ReceivedPayload {
  const { type, deliveryId, sentAt, event, subscriptionId } = payload
  const isEnvelope = [type, deliveryId, sentAt].every((field) => typeof field === 'string')
  return isEnvelope && (type === 'ping' ? typeof subscriptionId === 'string' : isEvent(event))
}

function isEvent(event: unknown): event is ReceivedEvent {
  if (!isObject(event)) return false
  const { id, revision, op, recordedAt } = event
  const isNamed = typeof id === 'string' && typeof recordedAt === 'string'
  return isNamed && Number.isInteger(revision) && (op === 'upsert' || op === 'retract')
}
