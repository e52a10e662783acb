import {
  CHANGE_TYPES,
  type ChangeType,
  domainOf,
  EVENT_TYPES,
  refusedType,
  UNCAUSED_TYPES,
} from '#contract/events.ts'
import { ChangeEvent } from '#contract/shapes/change.ts'
import { UNCAUSED } from '#domain/ledger/rules.ts'
import { capitalised } from '../figure-words.ts'
import type { Site } from '../links.ts'
import { deliveryPage, eventPage, operationPage, REFERENCE_PAGE } from './addresses.ts'
import type { ReferenceFiles } from './answers.ts'
import { fieldParts } from './fields.ts'
import { code, type Part, type ReferencePage, type ReferenceSection, type Words } from './parts.ts'

/** The page of an event type; undefined for a type that no event has. */
export function eventReference(
  name: string,
  { files, site }: { readonly files: ReferenceFiles; readonly site: Site },
): ReferencePage | undefined {
  const type = CHANGE_TYPES.find((one) => one === name)
  if (type === undefined) return undefined
  const { meaning } = EVENT_TYPES[type]
  return {
    path: eventPage(type),
    title: `${type}: ${meaning}`,
    heading: type,
    says: `${capitalised(meaning)}.`,
    above: [
      { href: REFERENCE_PAGE, words: 'Reference' },
      { href: `${REFERENCE_PAGE}#event-types`, words: 'Event types' },
    ],
    sections: [
      { id: 'delivery', title: 'Where to read it', parts: [{ kind: 'list', items: placesOf(type) }] },
      readSection(type, site),
      exampleSection(type, files),
      factsSection(type, files),
      {
        id: 'fields',
        title: 'Fields of an event',
        answers: 'Every type has the same fields. A retraction has only id, revision, op and recordedAt.',
        parts: fieldParts(ChangeEvent, 'Fields of an event'),
      },
    ],
  }
}

/** Where events of a type are: in the ledger, and in webhooks or why not. */
function placesOf(type: ChangeType): readonly Words[] {
  const onLedger: Words = [
    'In the ledger: ',
    { href: operationPage('listChanges'), words: 'listChanges', isCode: true },
    ` with `,
    code(`type=${type}`),
    ' or ',
    code(`domain=${domainOf(type)}`),
    '.',
  ]
  const uncaused: readonly ChangeType[] = UNCAUSED_TYPES
  const never: readonly Words[] = uncaused.includes(type)
    ? [['Nothing that the service records causes such an event, so none is in the ledger.']]
    : []
  const ofCards: readonly Words[] = EVENT_TYPES[type].builderSide
    ? [
        [
          'It can be the latest change of a Partner Card, because it is about building, contracts, launch or research.',
        ],
      ]
    : [['It is never the latest change of a Partner Card.']]
  return [onLedger, inWebhooks(type), ...never, ...ofCards]
}

function inWebhooks(type: ChangeType): Words {
  const published = refusedType(type, { marketIntegrity: true })
  const withheld = refusedType(type, { marketIntegrity: false })
  if (published !== undefined)
    return [
      'Not in webhooks: a subscription to it is refused with ',
      code(published.reason),
      `. ${published.message}`,
    ]
  const where =
    withheld === undefined ? 'In webhooks' : 'In webhooks of a deployment that publishes market integrity'
  return [
    `${where}, while `,
    code('origin'),
    ' is ',
    code('live'),
    ': ',
    { href: operationPage('createWebhook'), words: 'createWebhook', isCode: true },
    ' with it in ',
    code('eventTypes'),
    '. ',
    { href: deliveryPage('payload'), words: 'The payload' },
    ' has the event as the ledger serves it.',
  ]
}

function readSection(type: ChangeType, { baseUrl }: Site): ReferenceSection {
  const text = `curl '${baseUrl}/api/changes?type=${type}&limit=1'`
  return {
    id: 'request',
    title: 'Request',
    parts: [{ kind: 'code', label: 'curl', language: 'sh', text }],
  }
}

function exampleSection(type: ChangeType, { events }: ReferenceFiles): ReferenceSection {
  const event = events[type]
  const part: Part =
    event === undefined
      ? { kind: 'text', words: [whyNone(type)] }
      : { kind: 'code', label: 'Event', language: 'json', text: JSON.stringify(event, null, 2) }
  return { id: 'example', title: 'An event of the sandbox', parts: [part] }
}

/** Why the sandbox has no event of a type. */
function whyNone(type: ChangeType): string {
  const uncaused = UNCAUSED_TYPES.find((one) => one === type)
  return uncaused === undefined
    ? 'The sandbox has no such event.'
    : `The sandbox has no such event, as no service has: it would take ${UNCAUSED[uncaused]}.`
}

/** What `facts` says, by the event of the sandbox. */
function factsSection(type: ChangeType, { events }: ReferenceFiles): ReferenceSection {
  const facts: unknown = Reflect.get(Object(events[type]), 'facts')
  const names = Object.keys(Object(facts))
  const words: Words =
    names.length === 0
      ? ['Not shown here, because the sandbox has no such event. A fact that is absent is not known.']
      : [
          'This event has the facts ',
          ...names.flatMap((name, at): Words => [...(at === 0 ? [] : [', ']), code(name)]),
          '. Another event of the type can have fewer: a fact that is absent is not known.',
        ]
  return { id: 'facts', title: 'Facts', parts: [{ kind: 'text', words }] }
}
