import { CHANGE_TYPES, EVENT_TYPES } from '#contract/events.ts'
import { TAGS } from '#contract/openapi/components.ts'
import type { Operation } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { DEVELOPERS_PAGE, guidePage } from '../site/pages.ts'
import { capitalised } from '../words/figures.ts'
import { deliveryPage, eventPage, languagePage, REFERENCE_PAGE, valuesPage } from './addresses.ts'
import type { ReferenceFiles } from './answers.ts'
import { DELIVERY_SUBJECTS } from './delivery.ts'
import {
  code,
  listPart,
  operationLink,
  type Part,
  type ReferencePage,
  type ReferenceRow,
  tablePart,
  wordsOf,
} from './parts.ts'

const operations = Object.values<Operation>(OPERATIONS)
const SAYS = `A page for each of ${operations.length} operations and ${CHANGE_TYPES.length} event types: parameters, fields, refusals, cost, and what the sandbox answered.`

/** The index of the reference: operations in the groups of the description, event types, webhooks and clients. */
export function indexReference({ languages }: ReferenceFiles): ReferencePage {
  return {
    path: REFERENCE_PAGE,
    title: `API reference: ${operations.length} operations, each with a real answer`,
    heading: 'API reference',
    says: SAYS,
    above: [{ href: DEVELOPERS_PAGE, words: 'Developers' }],
    sections: [
      { id: 'all', title: 'What holds for every answer', parts: [rules()] },
      ...TAGS.map(({ name, description }) => ({
        id: idOf(name),
        title: name,
        answers: description,
        parts: [operationsOf(name)],
      })),
      {
        id: 'event-types',
        title: 'Event types',
        answers: 'Each recorded change has one of these types, in the ledger and in webhooks.',
        parts: [eventTypes()],
      },
      {
        id: 'deliveries',
        title: 'Webhook deliveries',
        answers: 'What a subscriber is sent.',
        parts: [
          linked(
            DELIVERY_SUBJECTS.map(({ name, title, says }) => ({
              href: deliveryPage(name),
              words: title,
              says,
            })),
          ),
        ],
      },
      {
        id: 'clients',
        title: 'Clients',
        answers: 'A client of the service in TypeScript; for other languages a generator and a first call.',
        parts: [
          linked([
            {
              href: guidePage('typescript-client'),
              words: 'TypeScript',
              says: 'evidence-research-client, without dependencies',
            },
            ...languages.map(({ language, name, generator }) => ({
              href: languagePage(language),
              words: name,
              says: generator,
            })),
            { href: guidePage('clients'), words: 'All generators', says: 'every generator that is tested' },
          ]),
        ],
      },
      {
        id: 'values',
        title: 'Values with a form of their own',
        parts: [
          linked([
            { href: valuesPage(), words: 'Ids, times and closed lists', says: 'said once for all pages' },
          ]),
        ],
      },
    ],
  }
}

/** The notes that every page would repeat. */
function rules(): Part {
  return listPart([
    'An absent or null field is not known or does not apply. It is never 0, false, an empty list or the word none.',
    '`claims` says of each field whether it is a fact, derived by a rule, or unknown, with its evidence ids.',
    'A list is given in one parameter, with commas, or in the parameter given once for each value.',
    'Fields, values and codes are added, never removed or given another meaning. Ignore what you do not know.',
    'No read needs a key. Every answer has `x-request-id` and `x-api-version`.',
    'An answer from records states in `svc-position` the position of the ledger in its snapshot. Sent back as `min-position`, it makes the next answer at least as new.',
  ])
}

function operationsOf(tag: string): Part {
  const rows = operations
    .filter((one) => one.tag === tag)
    .map(
      ({ operationId, method, path, summary }): ReferenceRow => [
        [operationLink(operationId), { aside: [code(`${method} ${path}`)] }],
        [`${summary}.`],
      ],
    )
  return tablePart(`${tag}: operations`, ['Operation', 'Does'], rows)
}

function eventTypes(): Part {
  const rows = CHANGE_TYPES.map(
    (type): ReferenceRow => [
      [{ href: eventPage(type), words: type, isCode: true }],
      wordsOf(`${capitalised(EVENT_TYPES[type].meaning)}.`),
    ],
  )
  return tablePart('Event types', ['Type', 'Meaning'], rows)
}

function linked(
  links: readonly { readonly href: string; readonly words: string; readonly says: string }[],
): Part {
  return listPart(links.map(({ href, words, says }) => [{ href, words }, `: ${says}`]))
}

/** The anchor of a group. */
function idOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-')
}
