import { LIMITS } from '#contract/limits.ts'
import { DELIVERY_PARAMETERS } from '#contract/openapi/webhooks.ts'
import { PingPayload, webhookPayload } from '#contract/shapes/webhook-payload.ts'
import { guidePage } from '../site/pages.ts'
import { waitWords } from '../words/clocks.ts'
import { capitalised } from '../words/figures.ts'
import { deliveryPage, REFERENCE_PAGE } from './addresses.ts'
import type { ReferenceFiles, StoredDelivery } from './answers.ts'
import { fieldParts } from './fields.ts'
import {
  jsonPart,
  listPart,
  operationLink,
  type ReferencePage,
  type ReferenceSection,
  tablePart,
  textPart,
  type Words,
  wordsOf,
} from './parts.ts'

/** The subjects of a delivery that have a page. */
export const DELIVERY_SUBJECTS = [
  { name: 'payload', title: 'Payload', says: 'the JSON body of an event, a retraction and a ping' },
  { name: 'headers', title: 'Headers', says: 'what each header of a delivery says' },
  { name: 'signature', title: 'Signature', says: 'how a receiver verifies that the service sent it' },
  { name: 'retries', title: 'Retries', says: 'when a delivery is sent again, and when it is given up' },
] as const
type Subject = (typeof DELIVERY_SUBJECTS)[number]['name']

/** The page of a subject of webhook deliveries; undefined for one that has none. */
export function deliveryReference(subjectName: string, files: ReferenceFiles): ReferencePage | undefined {
  const subject = DELIVERY_SUBJECTS.find(({ name }) => name === subjectName)
  if (subject === undefined) return undefined
  const { name, title, says } = subject
  return {
    path: deliveryPage(name),
    title: `${title} of a webhook delivery: ${says}`,
    heading: `${title} of a delivery`,
    says: `${capitalised(says)}.`,
    above: [
      { href: REFERENCE_PAGE, words: 'Reference' },
      { href: `${REFERENCE_PAGE}#deliveries`, words: 'Webhook deliveries' },
    ],
    sections: [...SECTIONS[name](files), moreSection(name)],
  }
}

const SECTIONS: Readonly<Record<Subject, (files: ReferenceFiles) => readonly ReferenceSection[]>> = {
  payload: payloadSections,
  headers: headerSections,
  signature: signatureSections,
  retries: retrySections,
}

function payloadSections({ deliveries }: ReferenceFiles): readonly ReferenceSection[] {
  return [
    {
      id: 'event',
      title: 'An event',
      answers: 'The event is exactly as /api/changes serves it.',
      parts: [
        jsonPart('Body', deliveries.event.body),
        ...fieldParts(webhookPayload({ marketIntegrity: true }), 'Fields of the body'),
      ],
    },
    {
      id: 'retraction',
      title: 'A retraction',
      parts: [
        textPart(
          'The type is `event.retracted`, and the event has only `id`, `revision`, `op` = `retract` and `recordedAt`. Delete your copy.',
        ),
      ],
    },
    {
      id: 'ping',
      title: 'A ping',
      answers:
        'It is sent once when a subscription is created, gets another URL or is enabled, and on request.',
      parts: [
        jsonPart('Body', deliveries.ping.body),
        ...fieldParts(PingPayload, 'Fields of a ping', 'ping-'),
      ],
    },
  ]
}

function headerSections({ deliveries }: ReferenceFiles): readonly ReferenceSection[] {
  const rows = Object.values(DELIVERY_PARAMETERS).map(({ name, description }) => [
    [{ code: name, id: `header-${name}` }, ...absentOnPing(name)],
    wordsOf(`${description}.`),
  ])
  return [
    {
      id: 'headers',
      title: 'Headers of this service',
      answers:
        'Every delivery also has content-type application/json and user-agent SVC-Webhooks/1. None has a cookie, a key or an authorization.',
      parts: [tablePart('Headers of a delivery', ['Header', 'Value'], rows)],
    },
    {
      id: 'example',
      title: 'The headers of a delivery of the sandbox',
      parts: [{ kind: 'code', label: 'Headers', language: 'http', text: headerLines(deliveries.event) }],
    },
  ]
}

function absentOnPing(name: string): Words {
  return name === DELIVERY_PARAMETERS.EventId.name ? [{ aside: ['absent on a ping'] }] : []
}

function headerLines({ headers }: StoredDelivery): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

function signatureSections(): readonly ReferenceSection[] {
  return [
    {
      id: 'verify',
      title: 'Verify a delivery',
      parts: [
        listPart([
          'Compute over the raw bytes of the body, before you parse them.',
          '`svc-signature` is `t=<Unix seconds>,v1=<hex>`. The hex is HMAC-SHA256 of `<t>.<raw body>`, keyed with the whole secret, `whsec_` included.',
          '`webhook-signature` says the same by Standard Webhooks, keyed with the 32 bytes that the secret has after `whsec_` in base64. Check one of the two.',
          'Refuse a time more than five minutes from your clock, either way.',
          'Compare in constant time. Accept if any signature matches any secret that you hold.',
        ]),
        { kind: 'code', label: 'TypeScript client', language: 'ts', text: VERIFY },
      ],
    },
    {
      id: 'rotation',
      title: 'While a secret is replaced',
      parts: [
        textPart([
          'After ',
          operationLink('rotateWebhookSecret'),
          ` the old secret signs as well for ${LIMITS.secretOverlapHours} hours, so that a delivery has two signatures. Hold both secrets during that time.`,
        ]),
      ],
    },
  ]
}

const VERIFY = `import { verify } from 'evidence-research-client/webhooks'

export async function receive(request: Request, secrets: readonly string[]) {
  const delivery = await verify(await request.arrayBuffer(), request.headers, secrets)
  if (!delivery.ok) return new Response(delivery.reason, { status: 400 })
  console.log(delivery.payload.deliveryId, delivery.payload.event?.id)
  return new Response(null, { status: 204 })
}`

function retrySections(): readonly ReferenceSection[] {
  const { delivery } = LIMITS
  const pauses = delivery.retryAfterMs.map((ms, at) => [[`${at + 1}`], [waitWords(ms / 1000)]])
  const last = [[`${pauses.length + 1}`], ['Not sent again: the delivery is DEAD.']]
  return [
    {
      id: 'outcomes',
      title: 'What counts as received',
      parts: [
        listPart([
          'Any 2xx within five seconds is a success. Store the event, answer, then act on it.',
          'Everything else is a failure: 3xx, 4xx, 5xx, no answer in time, no connection. A redirect is never followed.',
          'A ping is tried once.',
        ]),
      ],
    },
    {
      id: 'schedule',
      title: 'Schedule',
      answers: 'The delivery id is the same on every try. The time and the signature are of the try.',
      parts: [
        tablePart('Wait after each failure', ['Failure', 'Sent again after'], [...pauses, last]),
        listPart([
          [
            `A dead delivery is kept in the log for ${delivery.keptDays} days. `,
            operationLink('listWebhookDeliveries'),
            ...wordsOf(' with `status=DEAD` lists it.'),
          ],
          `${delivery.deadInARow} dead deliveries in a row disable the subscription.`,
          `A subscription is sent at most ${delivery.perMinute} requests a minute, ${delivery.atOnce} at a time.`,
          'An event that is withdrawn before it is sent is CANCELLED and never sent.',
        ]),
      ],
    },
    {
      id: 'order',
      title: 'Order and repeats',
      parts: [
        listPart([
          'Deliveries come at least once and in any order.',
          'Skip a delivery id that you have stored: it is a retry.',
          'Keep the highest `revision` of each event id, and order events by `recordedAt`.',
        ]),
      ],
    },
  ]
}

function moreSection(name: Subject): ReferenceSection {
  const others = DELIVERY_SUBJECTS.filter((one) => one.name !== name)
  const links = others.map(
    ({ name: other, title, says }): Words => [{ href: deliveryPage(other), words: title }, `: ${says}`],
  )
  const guide: Words = [
    { href: guidePage('receiving-webhooks'), words: 'Receiving webhooks' },
    ': a whole receiver',
  ]
  return { id: 'more', title: 'More about deliveries', parts: [listPart([...links, guide])] }
}
