import type { Publishes } from '../events.ts'
import type { Tag } from '../operation.ts'
import type { Components } from './errors.ts'
import { HEADERS, HEADERS_OF_COUNTED, HEADERS_OF_MOVED } from './headers.ts'
import type { Schemas } from './schema-reference.ts'
import { DELIVERY_PARAMETERS, DELIVERY_RESPONSES, deliveryBodies } from './webhooks.ts'

const DESCRIPTIONS: Readonly<Record<Tag, string>> = {
  Projects: 'The catalogue of published projects, and what is concluded of each.',
  'Project records': 'What is recorded around one project, and over time.',
  'All projects': 'Ships, builders and reports of all projects.',
  Exports: 'Whole lists as a file: JSON Lines or CSV.',
  'Contracts and tokens': 'Contracts, and projects by the contract of their token.',
  'Partner reads': 'What a partner shows for a token, by its contract.',
  'Change ledger': 'Every recorded change, in the order it entered the ledger.',
  Evidence: 'The receipt behind each typed evidence id.',
  Webhooks: 'Subscriptions of an account to the change ledger, and their deliveries. Every call needs a key.',
  Agents: 'Answers for agents, and the two protocols by which agents ask.',
  'Pages and images': 'Answers for people and feed readers: pages, images and feeds.',
  Service: 'The service itself: its index, its status, this document.',
}

export const TAGS = Object.entries(DESCRIPTIONS).map(([name, description]) => ({ name, description }))

/** The components of the document by kind and name. */
export type Parts = {
  readonly schemas: Schemas
  readonly responses: Components
  readonly parameters: Components
  readonly examples: Components
}

/** The components that the operations and webhooks refer to, with the two ways to send a key. */
export function components({ schemas, responses, parameters, examples }: Parts, publishes: Publishes) {
  const requestBodies = deliveryBodies(publishes, schemas)
  return {
    schemas: byName(schemas),
    responses: { ...byName(responses), Unchanged: UNCHANGED, Moved: MOVED, ...DELIVERY_RESPONSES },
    parameters: { ...byName(parameters), ...DELIVERY_PARAMETERS },
    requestBodies,
    examples: byName(examples),
    headers: HEADERS,
    securitySchemes: {
      bearerKey: { type: 'http', scheme: 'bearer', description: 'An API key: Authorization: Bearer <key>' },
      headerKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'An API key' },
    },
  }
}

const UNCHANGED = {
  description: 'Unchanged since the answer with this ETag',
  headers: HEADERS_OF_COUNTED,
}
const MOVED = {
  description: 'The project was renamed: the same read under its current slug',
  headers: HEADERS_OF_MOVED,
}

function byName<T>(parts: ReadonlyMap<string, T>): Record<string, T> {
  return Object.fromEntries([...parts].sort(([a], [b]) => (a < b ? -1 : 1)))
}
