import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { type HttpFailure, httpFailure } from '../http.ts'
import { failedAs } from './request.ts'

const now = toInstant('2026-11-20T10:00:00Z')
const noon = toInstant('2026-11-20T12:00:00Z')
const LIMITED = { outcome: 'rate_limited', limit: 'stream' }

test.each<[string, HttpFailure, object]>([
  ['a limit', httpFailure('rate_limited', 'limited (429)', { status: 429 }), LIMITED],
  [
    'a limit with a pause',
    httpFailure('rate_limited', 'limited (429)', { status: 429, retryAfterMs: 7_200_000 }),
    { ...LIMITED, coolOffUntil: noon },
  ],
  [
    'an overload with a pause',
    httpFailure('unavailable', 'server error (503)', { status: 503, retryAfterMs: 7_200_000 }),
    { ...LIMITED, coolOffUntil: noon },
  ],
  [
    'an overload',
    httpFailure('unavailable', 'server error (503)', { status: 503 }),
    { outcome: 'unavailable' },
  ],
  [
    'another failure with a pause',
    httpFailure('unavailable', 'server error (500)', { status: 500, retryAfterMs: 60_000 }),
    { outcome: 'unavailable' },
  ],
  ['a request that the budget put off', httpFailure('rate_limited', 'put off'), { outcome: 'unavailable' }],
  ['an error', httpFailure('error', 'not an http address'), { outcome: 'error' }],
])('%s', (_, failure, expected) => {
  expect(failedAs(failure, now).collected).toEqual({ detail: failure.detail, ...expected })
})
