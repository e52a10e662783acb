import { describe, expect, test } from 'vitest'
import { ERRORS } from '#contract/errors.ts'
import { keysOf } from '#contract/keyed.ts'
import type { Operation } from '#contract/operation.ts'
import { addScale, sendWeight, weighings } from '#test/pages/reference-operations.ts'
import { lineOf } from '#test/pages/reference-words.ts'
import type { Part } from './parts.ts'
import { refusalParts } from './refusals.ts'

/** The rows of the table of refusals, as one text for each cell. */
function rowsOf(operation: Operation): readonly (readonly string[])[] {
  const table = refusalParts(operation).find((part) => part.kind === 'table')
  if (table?.kind !== 'table') throw new Error('expected a table of refusals')
  expect([table.caption, ...table.headings]).toEqual(['Refusals', 'Code', 'What it means, and what to do'])
  return table.rows.map((cells) => cells.map(lineOf))
}

const textsOf = (parts: readonly Part[]) =>
  parts.flatMap((part) => (part.kind === 'text' ? [lineOf(part.words)] : []))

describe('the refusals of an operation', () => {
  test('have the code, its status, whether a retry can help, what it means and what to do', () => {
    const rows = rowsOf(weighings)
    expect(rows).toContainEqual([
      '`not_found`{#error-not_found} (status 404, not retryable)',
      'Nothing is published at this address. Do not repeat the request. A hidden record answers the same as one that never existed.',
    ])
    expect(rows).toContainEqual([
      '`rate_limited`{#error-rate_limited} (status 429, retryable)',
      'Too many requests. Wait the seconds that retry-after names. Then send the same request.',
    ])
    expect(rows).toContainEqual([
      '`source_required`{#error-source_required} (status 400, not retryable)',
      'Missing `source`: expected source:<uuid>, which this fact needs. Add the id of a source of the project.',
    ])
  })

  test('are in the order of their status', () => {
    const statuses = rowsOf(addScale).map(([code]) => Number(/status (\d+)/.exec(String(code))?.[1]))
    expect(statuses).toEqual([400, 400, 401, 401, 403, 404, 405, 413, 415, 429, 429, 500, 503])
  })

  test('say for every code what a caller does', () => {
    const rows = rowsOf({ ...weighings, errors: keysOf(ERRORS) })
    const unsaid = rows.filter(([, said = '']) => !/[.] .*[a-z`]\.$/.test(said))
    expect(unsaid).toEqual([])
  })

  test('say where the code is in the answer', () => {
    expect(textsOf(refusalParts(weighings))).toEqual([
      'The code is in `error`, beside `message`, `retryable` and `detail`.',
    ])
    expect(textsOf(refusalParts(sendWeight))).toEqual([
      'The code and the message are in an `error` object.',
      'A fault of the message itself is an error of JSON-RPC in the answer, not a refusal.',
    ])
  })
})
