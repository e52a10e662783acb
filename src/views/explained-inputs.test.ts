import { expect, test } from 'vitest'
import { explainedInputs } from './explained-inputs.ts'

const SOURCE = 'source:5b1e9c77-2f4d-5a60-b8c3-1d2e3f405162'
const SHIP = 'ship:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b11'
const AT = '2026-11-20T09:50:00.000Z'
const LATER = '2026-11-20T10:50:00.000Z'

const CASES: readonly (readonly [string, unknown, readonly object[]])[] = [
  ['a number', 3, [{ value: 3 }]],
  ['an unknown value', null, [{ value: null }]],
  ['words of a source', 'one\u200b \n two', [{ value: 'one two' }]],
  ['an evidence id', SOURCE, [{ value: SOURCE, source: SOURCE }]],
  ['a list of words', ['docs', 'product'], [{ value: ['docs', 'product'] }]],
  ['an empty list', [], [{ value: [] }]],
  [
    'a list of evidence ids',
    [SOURCE, SHIP],
    [
      { value: SOURCE, source: SOURCE },
      { value: SHIP, source: SHIP },
    ],
  ],
  [
    'a market reading, without its valuation',
    [{ provider: 'a', sourceId: SOURCE, observedAt: AT, liquidityUsd: null, valuation: { usd: 1 } }],
    [{ value: { provider: 'a', liquidityUsd: null }, source: SOURCE, observedAt: AT }],
  ],
  [
    'a ship',
    [{ id: SHIP, occurredAt: AT }],
    [{ value: { id: SHIP, occurredAt: AT }, source: SHIP, observedAt: AT }],
  ],
  [
    'a source with streams, one of them unread',
    [{ id: SOURCE, streams: [{ lastOkAt: AT }, { lastOkAt: LATER }, { lastOkAt: null }] }],
    [{ source: SOURCE, observedAt: LATER }],
  ],
  ['a source that was never read', [{ id: SOURCE, streams: [{ lastOkAt: null }] }], [{ source: SOURCE }]],
  ['a record without source and time', { status: 'LIVE' }, [{ value: { status: 'LIVE' } }]],
]
test.each(CASES)('%s', (_, value, expected) => {
  const inputs = explainedInputs({ inputs: { given: value } })
  expect(inputs).toMatchObject(expected.map((input) => ({ name: 'given', ...input })))
  expect(inputs.map((input) => ['source' in input, 'observedAt' in input])).toEqual(
    expected.map((input) => ['source' in input, 'observedAt' in input]),
  )
})

test('the end of the time that a count covers is a time', () => {
  expect(explainedInputs({ inputs: { asOf: AT, release: 2 } })).toEqual([
    { name: 'asOf', value: AT, observedAt: AT },
    { name: 'release', value: 2 },
  ])
})
