import { expect, test } from 'vitest'
import { addMs, dateOf, toInstant } from '#contract/time.ts'
import type { Source, Stream } from '#domain/evidence.ts'
import { code, createdAt, day, explorers, method, span, UNVERIFIED, use } from '#test/given/contract-use.ts'
import { address, sourceId } from '#test/given/ledger-evidence.ts'
import {
  type ContractUse,
  callsOver,
  contractUse,
  USE_RULE,
  type UsedDay,
  usageChanges,
} from './contract-use.ts'

const NOW = toInstant('2026-11-20T12:00:00Z')
const concluded = (uses: readonly ContractUse[], now = NOW) => {
  const sources = explorers([address(0xc), address(0xd)], '2026-11-20T12:00:00Z')
  return contractUse({ uses, sources }, now)
}
const week = [day('2026-11-13', 2), day('2026-11-19', 3)]
/** A proxy with calls in the week. Its implementation was replaced: by default verified code by code that is not. */
const upgraded = (at: string, verified: { readonly from?: boolean; readonly to?: boolean } = {}) => {
  const { from = true, to = false } = verified
  const before = code({ code: address(0xe), to: toInstant(at), decodable: from })
  return use({ answering: [before, code({ from: toInstant(at), decodable: to })], days: week })
}

test.each<[string, readonly ContractUse[], number | string]>([
  ['seven complete days', [use({ days: week })], 5],
  ['the day that still runs is not complete', [use({ days: [...week, day('2026-11-20', 9)] })], 5],
  ['what lies before the seven days', [use({ days: [day('2026-11-12', 9), ...week] })], 5],
  ['no call on any day: a known zero', [use({})], 0],
  ['two contracts', [use({ days: week }), use({ contract: address(0xd), days: week })], 10],
  ['never read', [use({ collected: null })], 'NOT_ENOUGH_YET'],
  [
    'one of two never read',
    [use({ days: week }), use({ contract: address(0xd), collected: null })],
    'NOT_ENOUGH_YET',
  ],
  [
    'read for six days only',
    [use({ collected: span('2026-11-13T00:00:01Z'), days: week })],
    'NOT_ENOUGH_YET',
  ],
  [
    'read from the first second of seven days',
    [use({ collected: span('2026-11-13T00:00:00Z', '2026-11-20T00:00:00Z'), days: week })],
    5,
  ],
  [
    'created within the seven days: nothing before can have been missed',
    [
      use({
        collected: createdAt('2026-11-18T00:00:01Z'),
        days: [day('2026-11-19', 3)],
      }),
    ],
    3,
  ],
  [
    'one of two created after the seven days: it had no calls on them',
    [use({ days: week }), use({ collected: createdAt('2026-11-20T09:00:00Z') })],
    5,
  ],
  [
    'the only contract created after the seven days',
    [use({ collected: createdAt('2026-11-20T09:00:00Z') })],
    'NOT_ENOUGH_YET',
  ],
  [
    'one of two read for three hours only, and created earlier',
    [use({ days: week }), use({ collected: span('2026-11-20T09:00:00Z') })],
    'NOT_ENOUGH_YET',
  ],
  ['no verified interface: calls are not decoded', [use({ answering: UNVERIFIED })], 'NO_SOURCE'],
  ['one of two without a verified interface', [use({ days: week }), use({ answering: UNVERIFIED })], 5],
  ['no counted contract', [], 'NO_SOURCE'],
  ['upgraded after the seven days: the code before answered on them', [upgraded('2026-11-20T00:00:00Z')], 5],
  [
    'upgraded on the last of the seven days to code that is not verified',
    [upgraded('2026-11-19T23:59:59Z')],
    'NO_SOURCE',
  ],
  [
    'upgraded before the seven days to code that is not verified, beside another contract: not the sum of the other',
    [upgraded('2026-11-01T00:00:00Z'), use({ contract: address(0xd), days: week })],
    'NO_SOURCE',
  ],
  [
    'upgraded to verified code from code that was not, within the seven days',
    [upgraded('2026-11-14T00:00:00Z', { from: false, to: true })],
    'NO_SOURCE',
  ],
  [
    'upgraded to verified code from code that was not, before the seven days',
    [upgraded('2026-11-12T23:59:59Z', { from: false, to: true })],
    5,
  ],
  [
    'an upgrade in the first second of the seven days: the code before can have answered in it',
    [upgraded('2026-11-13T00:00:00Z', { from: false, to: true })],
    'NO_SOURCE',
  ],
  ['upgraded between two verified implementations', [upgraded('2026-11-15T00:00:00Z', { to: true })], 5],
  [
    'calls of a contract that were decoded by the interface of other code than answers it',
    [use({ answering: UNVERIFIED, days: week }), use({ contract: address(0xd), days: week })],
    'NO_SOURCE',
  ],
])('use: %s', (_, uses, expected) => {
  const { claim, rule } = concluded(uses)
  expect(rule).toBe(USE_RULE.id)
  if (claim.kind === 'UNKNOWN') expect(claim.reason).toBe(expected)
  else expect(claim.value).toEqual({ calls: expected, days: 7 })
})

const IMPLEMENTATION = address(0xe)
const sourceRead = (given: Partial<Stream>): readonly Source[] =>
  explorers([address(0xc), IMPLEMENTATION], null).map((source) => ({
    ...source,
    streams: source.streams.map((stream) =>
      stream.stream === 'verified_source' && source.locator.endsWith(IMPLEMENTATION)
        ? { ...stream, ...given }
        : stream,
    ),
  }))

test.each<[string, readonly Source[], string]>([
  ['no explorer is registered', [], 'NO_SOURCE'],
  ['no explorer has it', sourceRead({}), 'NO_SOURCE'],
  [
    'an explorer has it without an interface',
    sourceRead({ firstOkAt: NOW, lastOkAt: NOW, lastOutcome: 'fresh', hasNoInterface: true }),
    'SOURCE_UNAVAILABLE',
  ],
  ['no explorer was asked', sourceRead({ lastTriedAt: null, lastOutcome: null }), 'NOT_ENOUGH_YET'],
  ['the explorer fails', sourceRead({ lastTriedAt: NOW, lastOutcome: 'unavailable' }), 'SOURCE_UNAVAILABLE'],
  ['the explorer answers in no known form', sourceRead({ lastTriedAt: NOW, lastOutcome: 'error' }), 'ERROR'],
  [
    'its source has no functions',
    sourceRead({ firstOkAt: NOW, lastOkAt: NOW, lastOutcome: 'fresh' }),
    'NO_SOURCE',
  ],
])('no interface is recorded of the code that answers: %s', (_, sources, expected) => {
  const uses = [use({ answering: [code({ code: IMPLEMENTATION, decodable: false })] })]
  const { claim, unknownInputs, inputs } = contractUse({ uses, sources }, NOW)
  expect(claim).toMatchObject({ kind: 'UNKNOWN', reason: expected })
  expect(unknownInputs).toEqual([{ input: `calls of ${address(0xc)}`, reason: expected }])
  expect(inputs).toMatchObject({ contracts: [{ state: expected }] })
})

test.each<[string, UsedDay[]]>([
  ['none of its functions was called', []],
  ['its other functions were called', week],
])('use is unknown, never 0, while the interface does not name each function: %s', (_, days) => {
  const answering = [code({ decodable: false, isPartlyNamed: true })]
  const { claim, inputs } = concluded([use({ answering, days }), use({ contract: address(0xd), days: week })])
  expect(claim).toMatchObject({ kind: 'UNKNOWN', reason: 'SOURCE_UNAVAILABLE' })
  expect(inputs).toMatchObject({ contracts: [{ state: 'SOURCE_UNAVAILABLE' }, { calls: 5 }] })
  expect(
    callsOver(use({ answering, days }), { from: dateOf(toInstant('2026-11-13T00:00:00Z')), days: 7 }),
  ).toEqual({
    unknown: 'SOURCE_UNAVAILABLE',
  })
})

test('a known zero cites the reading, calls cite their methods, and undecoded contracts are unknown inputs', () => {
  const zero = concluded([use({})])
  expect(zero.claim).toMatchObject({ evidence: [sourceId()] })
  const some = concluded([use({ days: week }), use({ contract: address(0xd), answering: UNVERIFIED })])
  expect(some.claim).toMatchObject({ evidence: [sourceId(), method] })
  expect(some.unknownInputs).toEqual([{ input: `calls of ${address(0xd)}`, reason: 'NO_SOURCE' }])
})

test('is supported until the contract that was collected least', () => {
  const less = '2026-11-20T06:00:00Z'
  const uses = [use({}), use({ contract: address(0xd), collected: span('2026-10-01T00:00:00Z', less) })]
  expect(concluded(uses).supportedUntil).toBe(toInstant(less))
})

// 2026-11-02 and 2026-11-09 are Mondays.
test.each<[string, Partial<ContractUse>, readonly (readonly [string, number, number])[]]>([
  [
    'twice as many',
    { days: [day('2026-11-03', 10), day('2026-11-10', 20)] },
    [
      ['2026-11-02', 10, 0],
      ['2026-11-09', 20, 10],
    ],
  ],
  [
    'less than twice as many',
    { days: [day('2026-10-01', 1), day('2026-11-03', 9), day('2026-11-10', 17)] },
    [],
  ],
  [
    'more, and less than twice as many',
    { days: [day('2026-11-03', 12), day('2026-11-10', 23)] },
    [['2026-11-02', 12, 0]],
  ],
  [
    'one call less than twice as many',
    { days: [day('2026-11-03', 100), day('2026-11-10', 199)] },
    [['2026-11-02', 100, 0]],
  ],
  [
    'exactly twice as many',
    { days: [day('2026-11-03', 100), day('2026-11-10', 200)] },
    [
      ['2026-11-02', 100, 0],
      ['2026-11-09', 200, 100],
    ],
  ],
  ['more than twice as many, but few', { days: [day('2026-11-03', 4), day('2026-11-10', 13)] }, []],
  ['ten after none', { days: [day('2026-11-10', 10)] }, [['2026-11-09', 10, 0]]],
  [
    'none after ten',
    { days: [day('2026-10-15', 4), day('2026-11-03', 13)] },
    [
      ['2026-11-02', 13, 0],
      ['2026-11-09', 0, 13],
    ],
  ],
  ['the week that still runs', { days: [day('2026-11-17', 99)] }, []],
  [
    'the week before not fully read',
    { collected: span('2026-11-02T00:00:01Z'), days: [day('2026-11-10', 99)] },
    [],
  ],
  [
    'created in the week before',
    { collected: createdAt('2026-11-05T00:00:00Z'), days: [day('2026-11-10', 99)] },
    [],
  ],
  [
    'days before the first loaded day do not count as days without a call',
    {
      collected: {
        ...span('2026-06-01T00:00:00Z'),
        daysFrom: '2026-11-03' as UsedDay['day'],
      },
      days: [day('2026-11-10', 99)],
    },
    [],
  ],
  ['no verified interface', { answering: UNVERIFIED, days: [day('2026-11-10', 99)] }, []],
  [
    'upgraded to code without a verified interface: weeks before it are compared, the week of it is not',
    { ...upgraded('2026-11-11T00:00:00Z'), days: [day('2026-11-03', 12), day('2026-11-10', 99)] },
    [['2026-11-02', 12, 0]],
  ],
  ['never read', { collected: null, days: [day('2026-11-10', 99)] }, []],
])('usage changed: %s', (_, given, expected) => {
  expect(
    usageChanges(use(given)).map(({ weekStart, calls, callsBefore }) => [weekStart, calls, callsBefore]),
  ).toEqual(expected)
})

const WINDOW = { from: '2026-11-10' as UsedDay['day'], days: 7 }
const BEGIN = toInstant('2026-11-10T00:00:00Z')
const END = toInstant('2026-11-17T00:00:00Z')
const read = (from: typeof BEGIN, to: typeof END, rest: Partial<ContractUse['collected']> = {}) =>
  use({ collected: { ...span(from, to), ...rest }, days: [day('2026-11-12', 3)] })
/** A millisecond before a boundary, at it and a millisecond after it. */
test.each<[string, (ms: number) => ContractUse, readonly boolean[]]>([
  ['from the beginning of its first day', (ms) => read(addMs(BEGIN, ms), END), [true, true, false]],
  ['to the end of its last day', (ms) => read(BEGIN, addMs(END, ms)), [false, true, true]],
  [
    'since a creation before its end',
    (ms) => read(addMs(END, ms), addMs(END, 1000), { sinceCreation: true }),
    [true, false, false],
  ],
  [
    'whose days are given from its first day',
    (ms) => read(BEGIN, END, { daysFrom: (ms > 0 ? '2026-11-11' : '2026-11-10') as UsedDay['day'] }),
    [true, true, false],
  ],
  ['never read', () => use({ collected: null }), [false, false, false]],
])('calls over a window are known where it was read %s', (_, useAt, expected) => {
  const known = [-1, 0, 1].map((ms) => 'calls' in callsOver(useAt(ms), WINDOW))
  expect(known).toEqual(expected)
})

test('the inputs name each contract with its collected span', () => {
  const { inputs } = concluded([use({ days: week }), use({ contract: address(0xd), collected: null })])
  expect(inputs).toEqual({
    contracts: [
      {
        contract: address(0xc),
        state: 'MEASURED',
        from: '2026-11-13',
        days: 7,
        calls: 5,
        collectedFrom: '2026-10-01T00:00:00.000Z',
        collectedTo: '2026-11-20T12:00:00.000Z',
      },
      { contract: address(0xd), state: 'MEASURED' },
    ],
  })
})
