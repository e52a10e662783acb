import { expect, test } from 'vitest'
import { noAnswerReasonOf } from './error-message.ts'

const failed = (cause: unknown) => new TypeError('fetch failed', { cause })
test.each([
  ['its cause', failed(new Error('connect ECONNREFUSED 127.0.0.1:1')), 'connect ECONNREFUSED 127.0.0.1:1'],
  [
    'the code of several addresses',
    failed(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })),
    'ECONNREFUSED',
  ],
  ['its own words without a cause', new TypeError('fetch failed'), 'fetch failed'],
  ['its own words when the cause is no error', failed('x'), 'fetch failed'],
  ['what is no error, as text', 'gone', 'gone'],
])('a request without an answer is explained by %s', (_, thrown, expected) => {
  expect(noAnswerReasonOf(thrown)).toBe(expected)
})
