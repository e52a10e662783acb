import { LIMITS } from './limits.ts'
import { errorExamples } from './openapi-errors.ts'
import type { Tag } from './operation.ts'
import type { Schemas } from './schema-reference.ts'

const DESCRIPTIONS: Readonly<Record<Tag, string>> = {
  'Project reads': 'The catalogue of published projects, and the records of each.',
  'Contracts and tokens': 'Projects by the contract of their token.',
  'Partner reads': 'What a partner shows for a token, by its contract.',
  'Change ledger': 'Every recorded change, in the order it entered the ledger.',
  Evidence: 'The receipt behind each typed evidence id.',
  Webhooks: 'Subscriptions of an account to the change ledger, and their deliveries. Every call needs a key.',
  Agents: 'Answers for agents, and the two protocols by which agents ask.',
  Service: 'The service itself: its index, its status, this document.',
}

export const TAGS = Object.entries(DESCRIPTIONS).map(([name, description]) => ({ name, description }))

/** The components of the document: named schemas, error examples, headers, and the two ways to send a key. */
export function components(schemas: Schemas) {
  return {
    schemas: Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
    examples: errorExamples(),
    headers: {
      RequestId: text("The caller's own x-request-id when it is 1 to 128 safe characters, else a new one"),
      ApiVersion: { description: 'The version of the API', schema: { type: 'string', enum: ['1'] } },
      RateLimitLimit: number('Requests the caller may make in a minute', LIMITS.anonymousPerMinute),
      RateLimitPolicy: text('The budget and its window in seconds, for example 120;w=60'),
      RateLimitRemaining: number('Requests left in this minute; only with a key', 119),
      Tier: number('The tier of the key; only with a key', 1),
      MonthlyRemaining: number('Requests left in this month; only with a key', 99_999),
      RetryAfter: number('Seconds to wait before the next try', 30),
      Location: text('The same read under the current slug, with its query'),
      Allow: text('The methods this address accepts'),
    },
    securitySchemes: {
      bearerKey: { type: 'http', scheme: 'bearer', description: 'An API key: Authorization: Bearer <key>' },
      headerKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'An API key' },
    },
  }
}

function text(description: string) {
  return { description, schema: { type: 'string' } }
}

function number(description: string, example: number) {
  return { description, schema: { type: 'integer', minimum: 0 }, example }
}
