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
import type { Site } from '../site/links.ts'
import { capitalised } from '../words/figures.ts'
import { deliveryPage, eventPage, REFERENCE_PAGE } from './addresses.ts'
import type { ReferenceFiles } from './answers.ts'
import { fieldParts } from './fields.ts'
import {
  code,
  joined,
  jsonPart,
  listPart,
  operationLink,
  type ReferencePage,
  type ReferenceSection,
  type TextOrWords,
  textPart,
  type Words,
  wordsOf,
} from './parts.ts'

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
      { id: 'delivery', title: 'Where to read it', parts: [listPart(placesOf(type))] },
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
function placesOf(type: ChangeType): readonly TextOrWords[] {
  const uncaused: readonly ChangeType[] = UNCAUSED_TYPES
  return [
    [
      'In the ledger: ',
      operationLink('listChanges'),
      ...wordsOf(` with \`type=${type}\` or \`domain=${domainOf(type)}\`.`),
    ],
    inWebhooks(type),
    ...(uncaused.includes(type)
      ? ['Nothing that the service records causes such an event, so none is in the ledger.']
      : []),
    EVENT_TYPES[type].builderSide
      ? 'It can be the latest change of a Partner Card, because it is about building, contracts, launch or research.'
      : 'It is never the latest change of a Partner Card.',
  ]
}

function inWebhooks(type: ChangeType): Words {
  const published = refusedType(type, { marketIntegrity: true })
  const withheld = refusedType(type, { marketIntegrity: false })
  if (published !== undefined)
    return [
      ...wordsOf(`Not in webhooks: a subscription to it is refused with \`${published.reason}\``),
      `. ${published.message}`,
    ]
  const where =
    withheld === undefined ? 'In webhooks' : 'In webhooks of a deployment that publishes market integrity'
  return [
    ...wordsOf(`${where}, while \`origin\` is \`live\`: `),
    operationLink('createWebhook'),
    ...wordsOf(' with it in `eventTypes`. '),
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
  const part = event === undefined ? textPart([whyNone(type)]) : jsonPart('Event', event)
  return { id: 'example', title: 'An event of the sandbox', parts: [part] }
}

/** Why the sandbox has no event of a type. */
function whyNone(type: ChangeType): string {
  const uncaused = UNCAUSED_TYPES.find((one) => one === type)
  return uncaused === undefined
    ? 'The sandbox has no such event.'
    : `The sandbox has no such event, as no service has: it would take ${UNCAUSED[uncaused]}.`
}

/** The section about `facts`, from the event that the sandbox has of the type. */
function factsSection(type: ChangeType, { events }: ReferenceFiles): ReferenceSection {
  const facts: unknown = Reflect.get(Object(events[type]), 'facts')
  const names = Object.keys(Object(facts))
  const said: TextOrWords =
    names.length === 0
      ? 'Not shown here, because the sandbox has no such event. A fact that is absent is not known.'
      : [
          'This event has the facts ',
          ...joined(names.map(code)),
          '. Another event of the type can have fewer: a fact that is absent is not known.',
        ]
  return { id: 'facts', title: 'Facts', parts: [textPart(said)] }
}
