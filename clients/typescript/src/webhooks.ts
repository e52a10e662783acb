import { type ParseRefusal, parseWebhook, type ReceivedPayload } from './generated/webhook-verification.ts'

export type * from './generated/webhook-verification.ts'

/** The headers of the request: those of fetch, or an object as node:http gives it. */
export type ReceivedHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Verifies a delivery and parses its body. A valid delivery is signed with one of the secrets, at most five minutes
 * from the clock's time, and of a known version. `body` is the raw body, before it is parsed. During a rotation give
 * both secrets.
 * @throws TypeError for a body that was parsed before
 */
export function verify(
  body: string | Uint8Array | ArrayBuffer,
  headers: ReceivedHeaders,
  secrets: readonly string[],
  options: { readonly now?: Date | number | string } = {},
): Promise<{ ok: true; payload: ReceivedPayload } | { ok: false; reason: ParseRefusal }> {
  const given = headers instanceof Headers ? Object.fromEntries(headers) : headers
  const name = Object.keys(given).find((key) => key.toLowerCase() === 'svc-signature')
  return parseWebhook(body, name === undefined ? undefined : given[name], secrets, options)
}
