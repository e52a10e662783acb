import { expect, test } from 'vitest'
import type { Operation } from '#contract/operation.ts'
import {
  addScale,
  exportWeighings,
  removeScale,
  sendWeight,
  weighings,
} from '#test/pages/reference-operations.ts'
import { lineOf } from '#test/pages/reference-words.ts'
import { costParts } from './cost.ts'

const ONE =
  'Counts as one request of the caller’s minute: 120 without a key, and 120, 600 or 1,200 with a key, by its tier. With a key it also counts as one request of the month: 100,000, 1,000,000 or 10,000,000.'
const CACHED =
  'Without a key, any cache may keep the answer for 60 seconds. It has an `etag`: with `if-none-match` an unchanged answer is 304 without a body, and counts too.'
const UNCACHED = 'No cache keeps the answer.'
const PRIVATE = 'The answer is private, and no cache keeps it.'

test.each<[string, Operation, readonly string[]]>([
  ['a read', weighings, [ONE, CACHED]],
  [
    'an export',
    exportWeighings,
    [ONE.replaceAll('one request', '20 requests'), 'A caller has one export at a time.', UNCACHED],
  ],
  [
    'a call of an account with a body and an hourly limit',
    addScale,
    [
      ONE,
      'At most 10 such calls an hour for each account, whether they succeed or not.',
      'The body has at most 16,384 bytes.',
      PRIVATE,
    ],
  ],
  ['a call of an account without a body', removeScale, [ONE, PRIVATE]],
  [
    'a message of a protocol with a limit by the minute',
    sendWeight,
    [ONE, 'At most 30 such calls a minute for each caller.', 'The body has at most 16,384 bytes.', UNCACHED],
  ],
  ['an answer that is not counted', { ...weighings, counted: false }, ['Counts against no limit.', CACHED]],
])('the cost and the limits of %s', (_, operation, lines) => {
  const said = costParts(operation).map((part) => (part.kind === 'list' ? part.items.map(lineOf) : part))
  expect(said).toEqual([lines])
})
