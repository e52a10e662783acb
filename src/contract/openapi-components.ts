import { LIMITS } from './limits.ts'
import type { Tag } from './operation.ts'
import type { Schemas } from './schema-reference.ts'

const DESCRIPTIONS: Readonly<Record<Tag, string>> = {
  'Project reads': 'The catalogue of published projects, and what is recorded of each.',
  'Contracts and tokens': 'What is recorded of a contract on the chain.',
  'Partner reads': 'What a partner shows of a token, by its contract.',
  'Change ledger': 'Every recorded change, in the order it entered the ledger.',
  Evidence: 'What a typed evidence id stands for.',
  Service: 'The service itself: where to start, whether it is fresh.',
}

export const TAGS = Object.entries(DESCRIPTIONS).map(([name, description]) => ({ name, description }))

/** What the description's parts refer to: named schemas, headers, the two ways to send a key. */
export function components(schemas: Schemas) {
  return {
    schemas: Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
    headers: {
      RequestId: text("The caller's own x-request-id when it is 1 to 128 safe characters, else a new one"),
      ApiVersion: { description: 'The version of the API', schema: { type: 'string', enum: ['1'] } },
      RateLimitLimit: number("The caller's budget a minute", LIMITS.anonymousPerMinute),
      RateLimitPolicy: text('The budget and its window in seconds, for example 120;w=60'),
      RateLimitRemaining: number('What is left of the budget; only with a key', 119),
      Tier: number('The tier of the key; only with a key', 1),
      MonthlyRemaining: number('What is left of the month of the key; only with a key', 99_999),
      RetryAfter: number('Seconds until it is worth trying again', 30),
      Location: text('Where the project is read now, with the path below it and the query kept'),
      Allow: text('The methods this address takes'),
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
