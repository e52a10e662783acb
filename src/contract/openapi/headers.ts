import { LIMITS } from '../limits.ts'

/** The headers of answers, by their names in `components.headers`. */
export const HEADERS = {
  RequestId: text("The caller's own x-request-id when it is 1 to 128 safe characters, else a new one"),
  ApiVersion: { description: 'The version of the API', schema: { type: 'string', enum: ['1'] } },
  RateLimitLimit: number('Requests the caller may make in a minute', LIMITS.anonymousPerMinute),
  RateLimitPolicy: text('The budget and its window in seconds, for example 120;w=60'),
  RateLimitRemaining: number(
    'Requests left in this minute; without a key only on answers that no cache may store',
    119,
  ),
  Tier: number('The tier of the key; only with a key', 1),
  MonthlyRemaining: number('Requests left in this month; only with a key', 99_999),
  RetryAfter: number('Seconds to wait before the next try', 30),
  Location: text('The same read under the current slug, with its query'),
}

const ALWAYS = { 'x-request-id': header('RequestId'), 'x-api-version': header('ApiVersion') }
const COUNTED = {
  'ratelimit-limit': header('RateLimitLimit'),
  'ratelimit-policy': header('RateLimitPolicy'),
  'ratelimit-remaining': header('RateLimitRemaining'),
  'svc-tier': header('Tier'),
  'svc-monthly-remaining': header('MonthlyRemaining'),
}

/** The headers of every counted answer. */
export const HEADERS_OF_COUNTED = { ...ALWAYS, ...COUNTED }

/** The headers of a renamed project. */
export const HEADERS_OF_MOVED = { ...HEADERS_OF_COUNTED, location: header('Location') }

/** The headers of a refusal. */
export function headersOfRefusal(status: number) {
  return {
    ...(status === 429 ? HEADERS_OF_COUNTED : ALWAYS),
    ...(status === 429 || status === 503 ? { 'retry-after': header('RetryAfter') } : {}),
  }
}

function text(description: string) {
  return { description, schema: { type: 'string' } }
}

function number(description: string, example: number) {
  return { description, schema: { type: 'integer', minimum: 0 }, example }
}

function header(name: keyof typeof HEADERS) {
  return { $ref: `#/components/headers/${name}` }
}
