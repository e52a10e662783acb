import { describe, expect, test } from 'vitest'
import type { CoverageState } from '#contract/enums.ts'
import { explainedInputs, receiptInputs } from './explained-inputs.ts'

const SOURCE = 'source:5b1e9c77-2f4d-5a60-b8c3-1d2e3f405162'
const SHIP = 'ship:3f0b8f4e-6c1a-5d7e-9a52-0c6f1f8f2b11'
const AT = '2026-11-20T09:50:00.000Z'
const LATER = '2026-11-20T10:50:00.000Z'

const READ = { unknownInputs: [] } as const

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
    [{ id: SOURCE, streams: [{ lastOkAt: LATER }, { lastOkAt: AT }, { lastOkAt: null }] }],
    [{ value: expect.anything(), source: SOURCE, observedAt: LATER }],
  ],
  [
    'a source that was never read',
    [{ id: SOURCE, streams: [{ lastOkAt: null }] }],
    [{ value: expect.anything(), source: SOURCE }],
  ],
  ['a record without source and time', { status: 'LIVE' }, [{ value: { status: 'LIVE' } }]],
]
test.each(CASES)('%s', (_, value, expected) => {
  const inputs = explainedInputs({ ...READ, inputs: { given: value } })
  expect(inputs).toEqual(expected.map((input) => ({ name: 'given', ...input })))
  expect(inputs.map((input) => ['source' in input, 'observedAt' in input])).toEqual(
    expected.map((input) => ['source' in input, 'observedAt' in input]),
  )
})

test('the end of the time that a count covers is a time', () => {
  expect(explainedInputs({ ...READ, inputs: { asOf: AT, since: AT, release: 2 } })).toEqual([
    { name: 'asOf', value: AT, observedAt: AT },
    { name: 'since', value: AT },
    { name: 'release', value: 2 },
  ])
})

describe('[R137] an input that could not be read is unknown', () => {
  const inputs = {
    countedShips: 0,
    newestShips: [],
    readable: false,
    providerOutage: false,
    previous: { status: 'UNKNOWN' },
    grounds: ['docs'],
  }
  const shown = (reasons: readonly CoverageState[], input: string = SOURCE) =>
    Object.fromEntries(
      explainedInputs({
        inputs,
        unknownInputs: reasons.map((reason) => ({ input, reason })),
      }).map(({ name, value, reason }) => [name, reason === undefined ? value : `${value} ${reason}`]),
    )
  const known = {
    readable: false,
    providerOutage: false,
    previous: { status: 'UNKNOWN' },
    grounds: ['docs'],
  }

  test.each(['SOURCE_UNAVAILABLE', 'STALE', 'NOT_ENOUGH_YET', 'NO_SOURCE', 'ERROR'] as const)(
    'of a source that is unread for %s: what was counted',
    (reason) => {
      const unknown = `null ${reason}`
      expect(shown([reason])).toEqual({ countedShips: unknown, newestShips: unknown, ...known })
    },
  )

  test('[R24] of a source of a kind that nothing reads: what was counted', () => {
    const unknown = 'null NOT_APPLICABLE'
    expect(shown(['NOT_APPLICABLE'])).toEqual({ countedShips: unknown, newestShips: unknown, ...known })
  })

  test.each([[], ['NOT_APPLICABLE'], ['WITHHELD'], ['MEASURED']] as const)(
    'and a zero that was read stays a zero: %j',
    (...reasons) => {
      expect(shown(reasons, 'silence')).toEqual(inputs)
    },
  )

  test('on the receipt too, which keeps everything else', () => {
    const unread = [{ input: SOURCE, reason: 'SOURCE_UNAVAILABLE' as const }]
    expect(receiptInputs({ inputs, unknownInputs: unread })).toEqual({
      ...inputs,
      countedShips: null,
      newestShips: null,
    })
    expect(receiptInputs({ inputs, unknownInputs: [] })).toEqual(inputs)
  })
})
