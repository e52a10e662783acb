import { expect, test } from 'vitest'
import { day, MS } from '#test/given/build-evidence.ts'
import { type AttentionReading, attention } from './attention.ts'

const NOW = day(100)
const stars = (value: number, at = 99.9, name = 'repo'): AttentionReading => ({
  measure: 'stars',
  value,
  observedAt: day(at),
  evidence: `source:${name}`,
})
const listing = (value: number, at = 99.5): AttentionReading => ({
  measure: 'registries',
  value,
  observedAt: day(at),
  evidence: 'source:token',
})

test.each<[string, readonly AttentionReading[], unknown, readonly string[]]>([
  ['both measures', [stars(12), listing(1)], { stars: 12, registries: 1 }, []],
  ['two repositories', [stars(12), stars(30, 99.9, 'other')], { stars: 42 }, ['registries NO_SOURCE']],
  [
    'a repository without a star, a token listed nowhere',
    [stars(0), listing(0)],
    { stars: 0, registries: 0 },
    [],
  ],
  ['one measure', [listing(0)], { registries: 0 }, ['stars NO_SOURCE']],
  ['a reading of seven days ago', [stars(12, 93), listing(1)], { stars: 12, registries: 1 }, []],
  ['a reading older than that', [stars(12, 92.9), listing(1)], { registries: 1 }, ['stars STALE']],
  [
    'one of two repositories read recently',
    [stars(1), stars(2, 90, 'other'), listing(1)],
    { registries: 1 },
    ['stars STALE'],
  ],
  ['only old readings', [stars(12, 80)], 'STALE', ['stars STALE', 'registries NO_SOURCE']],
  ['nothing', [], 'NO_SOURCE', ['stars NO_SOURCE', 'registries NO_SOURCE']],
])('%s', (_, readings, expected, unheld) => {
  const { claim, unknownInputs } = attention({ readings, tokenIsOwn: true }, NOW)
  expect(claim.kind === 'UNKNOWN' ? claim.reason : claim.value).toEqual(expected)
  expect(unknownInputs.map(({ input, reason }) => `${input} ${reason}`)).toEqual(unheld)
})

test('ignores registry listings of a token that is not the own token of the project', () => {
  const { claim, unknownInputs } = attention({ readings: [stars(12), listing(1)], tokenIsOwn: false }, NOW)
  expect(claim).toMatchObject({ kind: 'DERIVED', value: { stars: 12 }, evidence: ['source:repo'] })
  expect(unknownInputs).toEqual([{ input: 'registries', reason: 'NOT_APPLICABLE' }])
})

test('a reading counts until it is exactly seven days old', () => {
  const found = [-MS, 0, MS].map(
    (off) => attention({ readings: [stars(12, 93 - off)], tokenIsOwn: true }, NOW).claim.kind,
  )
  expect(found).toEqual(['DERIVED', 'DERIVED', 'UNKNOWN'])
})

test('is supported until the oldest reading that it counts ages', () => {
  const supported = (tokenIsOwn: boolean) =>
    attention({ readings: [stars(12), listing(1, 94)], tokenIsOwn }, NOW).supportedUntil
  expect([true, false].map(supported)).toEqual([day(94), day(99.9)])
})
