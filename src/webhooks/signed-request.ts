import type { PingPayload, WebhookPayload } from '#contract/shapes/webhook-payload.ts'
import { msOf } from '#contract/time.ts'
import type { SendRequest } from './send.ts'
import type { Signatures, Signed } from './sign.ts'

const HEADERS = {
  'content-type': 'application/json',
  'user-agent': 'SVC-Webhooks/1',
  'svc-payload-version': '1',
}

/** The request of an attempt. The signature is over the exact bytes of its body, at the payload's `sentAt`. */
export function signedRequest(
  { url, payload }: { readonly url: string; readonly payload: WebhookPayload | PingPayload },
  { sign }: { readonly sign: (signed: Signed) => Signatures },
): SendRequest {
  const body = Buffer.from(JSON.stringify(payload))
  const t = Math.floor(msOf(payload.sentAt) / 1000)
  return {
    url,
    headers: {
      ...HEADERS,
      'svc-delivery-id': payload.deliveryId,
      'webhook-id': payload.deliveryId,
      'webhook-timestamp': `${t}`,
      ...sign({ id: payload.deliveryId, t, body }),
      ...('event' in payload ? { 'svc-event-id': inHeader(payload.event.id) } : {}),
    },
    body,
  }
}

/** An event id for a header. Characters that a header cannot have are percent-encoded. */
function inHeader(eventId: string): string {
  return eventId.replace(/[^\x21-\x7e]+/gu, encodeURIComponent)
}
