import { describe, expect, test } from 'vitest'
import { REFERENCE_FILES } from '#test/pages/reference-files.ts'
import { linesOfSection, sectionsOf } from '#test/pages/reference-words.ts'
import { deliveryReference } from './delivery.ts'

const pageOf = (subject: string) => deliveryReference(subject, REFERENCE_FILES)
/** The links to the other subjects, which end every page. */
const LINKS = {
  payload:
    '- [Payload](/developers/reference/webhooks/payload): the JSON body of an event, a retraction and a ping',
  headers: '- [Headers](/developers/reference/webhooks/headers): what each header of a delivery says',
  signature:
    '- [Signature](/developers/reference/webhooks/signature): how a receiver verifies that the service sent it',
  retries:
    '- [Retries](/developers/reference/webhooks/retries): when a delivery is sent again, and when it is given up',
}
const GUIDE = '- [Receiving webhooks](/developers/receiving-webhooks): a whole receiver'

describe('a page of webhook deliveries', () => {
  test('has its subject and the pages above it', () => {
    expect(pageOf('signature')).toMatchObject({
      path: '/developers/reference/webhooks/signature',
      title: 'Signature of a webhook delivery: how a receiver verifies that the service sent it',
      heading: 'Signature of a delivery',
      says: 'How a receiver verifies that the service sent it.',
      above: [
        { href: '/developers/reference', words: 'Reference' },
        { href: '/developers/reference#deliveries', words: 'Webhook deliveries' },
      ],
    })
    expect(pageOf('cookies')).toBeUndefined()
  })

  test.each(Object.keys(LINKS))('on %s leads to the others and to the guide', (subject) => {
    const others = Object.entries(LINKS).flatMap(([name, line]) => (name === subject ? [] : [line]))
    expect(linesOfSection(pageOf(subject), 'more')).toEqual([...others, GUIDE])
    expect(sectionsOf(pageOf(subject)).at(-1)).toEqual(['more', 'More about deliveries'])
  })
})

test('the page of the payload has the bodies of an event and a ping with their fields, and a retraction', () => {
  const page = pageOf('payload')
  expect(sectionsOf(page).slice(0, -1)).toEqual([
    ['event', 'An event', 'The event is exactly as /api/changes serves it.'],
    ['retraction', 'A retraction'],
    [
      'ping',
      'A ping',
      'It is sent once when a subscription is created, gets another URL or is enabled, and on request.',
    ],
  ])
  const event = linesOfSection(page, 'event')
  expect(event.slice(0, 2)).toEqual([
    'Body (json): {\n  "type": "build.release"\n}',
    'Fields of the body: Field, Meaning',
  ])
  expect(event.join('\n')).toContain('\n`deliveryId`{#field-deliveryId}')
  const ping = linesOfSection(page, 'ping')
  expect(ping.slice(0, 2)).toEqual([
    'Body (json): {\n  "type": "ping"\n}',
    'Fields of a ping: Field, Meaning',
  ])
  expect(ping.join('\n')).toContain('\n`subscriptionId`{#ping-field-subscriptionId}')
  expect(linesOfSection(page, 'retraction')).toEqual([
    'The type is `event.retracted`, and the event has only `id`, `revision`, `op` = `retract` and `recordedAt`. Delete your copy.',
  ])
})

test('the page of the headers has each with its meaning, and those of a delivery of the sandbox', () => {
  const page = pageOf('headers')
  expect(sectionsOf(page).slice(0, -1)).toEqual([
    [
      'headers',
      'Headers of this service',
      'Every delivery also has content-type application/json and user-agent SVC-Webhooks/1. None has a cookie, a key or an authorization.',
    ],
    ['example', 'The headers of a delivery of the sandbox'],
  ])
  const [caption, ...rows] = linesOfSection(page, 'headers')
  expect(caption).toBe('Headers of a delivery: Header, Value')
  expect(rows).toContain('`svc-delivery-id`{#header-svc-delivery-id} | The same on every retry.')
  expect(rows).toContain('`svc-event-id`{#header-svc-event-id} (absent on a ping) | Id of the change event.')
  expect(rows.filter((row) => row.includes('absent'))).toHaveLength(1)
  expect(linesOfSection(page, 'example')).toEqual([
    'Headers (http): content-type: application/json\nsvc-delivery-id: d-1',
  ])
})

test('the page of the signature has the rules of a receiver, a receiver, and a rotation', () => {
  const page = pageOf('signature')
  expect(sectionsOf(page).slice(0, -1)).toEqual([
    ['verify', 'Verify a delivery'],
    ['rotation', 'While a secret is replaced'],
  ])
  const [bytes, own, standard, clock, constant, sample = ''] = linesOfSection(page, 'verify')
  expect([bytes, own, standard, clock, constant]).toEqual([
    '- Compute over the raw bytes of the body, before you parse them.',
    '- `svc-signature` is `t=<Unix seconds>,v1=<hex>`. The hex is HMAC-SHA256 of `<t>.<raw body>`, keyed with the whole secret, `whsec_` included.',
    '- `webhook-signature` says the same by Standard Webhooks, keyed with the 32 bytes that the secret has after `whsec_` in base64. Check one of the two.',
    '- Refuse a time more than five minutes from your clock, either way.',
    '- Compare in constant time. Accept if any signature matches any secret that you hold.',
  ])
  expect(sample).toMatch(/^TypeScript client \(ts\): import \{ verify \} from 'evidence-research-client/)
  expect(linesOfSection(page, 'rotation')).toEqual([
    'After [`rotateWebhookSecret`](/developers/reference/rotateWebhookSecret) the old secret signs as well for 24 hours, so that a delivery has two signatures. Hold both secrets during that time.',
  ])
})

test('the page of retries says what is received, when a delivery is sent again, and in which order', () => {
  const page = pageOf('retries')
  expect(sectionsOf(page).slice(0, -1)).toEqual([
    ['outcomes', 'What counts as received'],
    [
      'schedule',
      'Schedule',
      'The delivery id is the same on every try. The time and the signature are of the try.',
    ],
    ['order', 'Order and repeats'],
  ])
  expect(linesOfSection(page, 'outcomes')).toEqual([
    '- Any 2xx within five seconds is a success. Store the event, answer, then act on it.',
    '- Everything else is a failure: 3xx, 4xx, 5xx, no answer in time, no connection. A redirect is never followed.',
    '- A ping is tried once.',
  ])
  expect(linesOfSection(page, 'schedule')).toEqual([
    'Wait after each failure: Failure, Sent again after',
    '1 | 1 minute',
    '2 | 5 minutes',
    '3 | 30 minutes',
    '4 | 2 hours',
    '5 | 6 hours',
    '6 | 12 hours',
    '7 | Not sent again: the delivery is DEAD.',
    '- A dead delivery is kept in the log for 30 days. [`listWebhookDeliveries`](/developers/reference/listWebhookDeliveries) with `status=DEAD` lists it.',
    '- 10 dead deliveries in a row disable the subscription.',
    '- A subscription is sent at most 20 requests a minute, 2 at a time.',
    '- An event that is withdrawn before it is sent is CANCELLED and never sent.',
  ])
  expect(linesOfSection(page, 'order')).toEqual([
    '- Deliveries come at least once and in any order.',
    '- Skip a delivery id that you have stored: it is a retry.',
    '- Keep the highest `revision` of each event id, and order events by `recordedAt`.',
  ])
})
