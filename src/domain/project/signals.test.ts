import { expect, test } from 'vitest'
import { dateOf, startOfDate } from '#contract/time.ts'
import type { BuildEvidence } from '#domain/evidence.ts'
import {
  building,
  day,
  MS,
  repositoryOf,
  repositoryWithShips,
  shipOf,
  sourceOf,
  streamOf,
  unevenRepository,
  unreadStream,
} from '#test/given/build-evidence.ts'
import { address, contract } from '#test/given/ledger-evidence.ts'
import { developmentSignals, launchOf } from './signals.ts'

const NOW = 100
const READ = { from: 0, okTo: NOW }
const none = { launch: null, standing: [] }
/** Days with ever longer gaps, as people publish: a script would be regular. */
const daysBack = (from: number, length: number) =>
  Array.from({ length }, (_, index) => from - index - index ** 2 / 10)
const counts = (newer: number, older: number): BuildEvidence =>
  repositoryWithShips(READ, [...daysBack(98, newer), ...daysBack(68, older)])
/** Three deployments in the newer window, beside a repository that was always read and is silent. */
const beside = (read: { readonly from: number; readonly isCutOff?: true } | null): BuildEvidence => {
  const stream = read === null ? unreadStream('deployments') : streamOf('deployments', { okTo: NOW, ...read })
  const deployer = { ...sourceOf('d', 'deployer'), streams: [stream] }
  const deployments = [88, 91, 94].map((at) =>
    shipOf(`${at}`, at, { kind: 'deployment', sourceId: deployer.id }),
  )
  return building([repositoryOf('repo', READ), deployer], ...deployments)
}
const outage = { ...READ, stream: { providerOutageSince: day(99) } }

const CASES: [string, BuildEvidence, readonly string[], string[]][] = [
  ['half more and two more', counts(6, 4), [], ['accelerating']],
  ['half more but one more', counts(3, 2), [], []],
  ['two more but less than half more', counts(7, 5), [], []],
  ['from nothing to two', counts(2, 0), [], ['accelerating']],
  ['the mirror', counts(4, 6), [], ['slowing']],
  ['to nothing', counts(0, 2), [], ['slowing']],
  ['no change', counts(4, 4), [], []],
  ['no ships at all', counts(0, 0), [], []],
  ['a standing pace stands while ahead', counts(5, 4), ['accelerating'], ['accelerating']],
  ['a standing pace ends when level', counts(4, 4), ['accelerating'], []],
  ['a standing slowing turns', counts(6, 4), ['slowing'], ['accelerating']],
  ['watched for less than 60 days', repositoryWithShips({ from: 40.5, okTo: NOW }, [90, 91, 92]), [], []],
  [
    'one repository watched for less',
    {
      sources: [repositoryOf('repo', READ), repositoryOf('b', { from: 60, okTo: NOW })],
      ships: counts(6, 1).ships,
    },
    [],
    [],
  ],
  [
    'commits watched for less than releases',
    {
      sources: [unevenRepository({ releases: READ, commits: { from: 60, okTo: NOW } })],
      ships: counts(6, 1).ships,
    },
    [],
    [],
  ],
  [
    'commits never read',
    { sources: [unevenRepository({ releases: READ, commits: null })], ships: counts(6, 1).ships },
    [],
    [],
  ],
  [
    '[R40] beside a deployer that is cut off before both windows',
    beside({ from: 39, isCutOff: true }),
    [],
    ['accelerating'],
  ],
  [
    '[R40] beside a deployer that is cut off at their start',
    beside({ from: 39.5, isCutOff: true }),
    [],
    ['accelerating'],
  ],
  [
    '[R40] beside a deployer that is cut off a millisecond later',
    beside({ from: 39.5 + MS, isCutOff: true }),
    [],
    [],
  ],
  [
    '[R40] beside a deployer that is cut off in the newer window',
    beside({ from: 85, isCutOff: true }),
    ['accelerating'],
    [],
  ],
  ['[R40] beside a deployer that was read from its launch on', beside({ from: 85 }), [], ['accelerating']],
  ['[R40] beside a deployer that was never read', beside(null), [], ['accelerating']],
  ['no source', building([]), [], []],
  [
    'on-chain only',
    building(
      [{ ...sourceOf('d', 'deployer'), streams: [streamOf('deployments', READ)] }],
      ...[90, 92].map((at) => shipOf(`${at}`, at, { kind: 'deployment', sourceId: 'source:d' })),
    ),
    [],
    [],
  ],
]
test.each(CASES)('developmentSignals: %s', (_, evidence, standing, expected) => {
  const { signals } = developmentSignals({ ...none, evidence, standing }, day(NOW))
  expect(signals.map((signal) => signal.kind)).toEqual(expected)
})

/** The windows end at midnight of day 100 and begin 30 and 60 days before. */
test.each<[string, (off: number) => BuildEvidence, readonly number[]]>([
  ['begins with its first midnight', (off) => repositoryWithShips(READ, [69.5 + off, 98, 97]), [0, 3, 3]],
  ['ends before its last midnight', (off) => repositoryWithShips(READ, [99.5 + off, 98, 97]), [3, 2, 2]],
  [
    'needs exactly 60 days watched before its end',
    (off) => repositoryWithShips({ from: 39.5 + off, okTo: NOW }, [96, 97, 98]),
    [3, 3, 0],
  ],
])('the window of a pace %s', (_, evidenceAt, expected) => {
  const ships = [-MS, 0, MS].map((off) => {
    const { signals } = developmentSignals({ ...none, evidence: evidenceAt(off) }, day(NOW))
    return signals.reduce((sum, { facts }) => sum + Number(facts['ships']), 0)
  })
  expect(ships).toEqual(expected)
})

test('a launch is current from its own instant for exactly 30 days', () => {
  const stands = (at: number) => {
    const launch = { at: day(at), evidence: ['claim:l'] as const }
    const evidence = building([])
    return developmentSignals({ ...none, evidence, launch }, day(NOW)).signals.length
  }
  expect([-MS, 0, MS].map((off) => stands(70 - off))).toEqual([1, 1, 0])
  expect([-MS, 0, MS].map((off) => stands(100 + off))).toEqual([1, 1, 0])
})

test('a pace covers whole UTC days and cites the counted ships', () => {
  const to = startOfDate(dateOf(day(NOW)))
  expect(developmentSignals({ ...none, evidence: counts(3, 1) }, day(NOW)).signals).toEqual([
    {
      kind: 'accelerating',
      group: 'building',
      title: 'Shipping faster: 3 meaningful ships in 30 days, 1 in the 30 before',
      windowFrom: startOfDate(dateOf(day(NOW - 30))),
      windowTo: to,
      facts: { ships: 3, shipsBefore: 1, days: 30 },
      evidence: ['ship:day98', 'ship:day96.9', 'ship:day95.6'],
      rule: 'signals.development@4',
    },
  ])
})

test('just after midnight the window still ends at the last day read', () => {
  const evidence = { sources: [repositoryOf('repo', { from: 0, okTo: 99.4 })], ships: counts(3, 1).ships }
  const { decided, signals } = developmentSignals({ ...none, evidence }, day(99.51))
  expect(decided).toBe(true)
  expect(signals).toMatchObject([{ windowTo: startOfDate(dateOf(day(99))) }])
})

const onChain = (okTo: number) => ({
  ...sourceOf('d', 'deployer'),
  streams: [streamOf('deployments', { from: 0, okTo })],
})
test('[R61] a pace ends with the last day on which the chain was read as well', () => {
  const evidence = (okTo: number) => ({
    sources: [repositoryOf('repo', READ), onChain(okTo)],
    ships: counts(3, 1).ships,
  })
  const late = developmentSignals({ ...none, evidence: evidence(99) }, day(NOW))
  expect(late.signals).toMatchObject([{ windowTo: startOfDate(dateOf(day(99))) }])
  const lapsed = developmentSignals({ ...none, evidence: evidence(90) }, day(NOW))
  expect(lapsed).toEqual({ decided: false, judged: false, signals: [] })
})

test.each([
  ['nothing readable', repositoryWithShips({ from: 0, okTo: 90 }, [85, 86, 87])],
  ['the provider fails', repositoryWithShips(outage, [96, 97, 98])],
])('developmentSignals is undecided: %s', (_, evidence) => {
  expect(developmentSignals({ ...none, evidence }, day(NOW))).toEqual({
    decided: false,
    judged: false,
    signals: [],
  })
})

const { sources: readSources, ships: readShips } = counts(6, 4)
const selfReported = readSources.map((source) => ({ ...source, counted: false }))
test.each([
  ['no source is left', building([])],
  ['the only repository is self-reported', { sources: selfReported, ships: readShips }],
  [
    'the only repository is self-reported beside a deployer that cannot be read',
    {
      sources: [...selfReported, { ...sourceOf('d', 'deployer'), streams: [unreadStream('deployments')] }],
      ships: readShips,
    },
  ],
])('a pace ends when %s', (_, evidence) => {
  const standing = { ...none, standing: ['accelerating'], evidence }
  expect(developmentSignals(standing, day(NOW))).toEqual({ decided: true, judged: false, signals: [] })
})

test.each([
  ['today', 100, ['launch']],
  ['30 days ago', 70, ['launch']],
  ['longer ago', 69.9, []],
  ['ahead of the clock', 100.1, []],
])('a launch %s', (_, at, expected) => {
  const input = {
    ...none,
    evidence: { sources: [], ships: [] },
    launch: { at: day(at), evidence: ['claim:l'] },
  } as const
  const { signals } = developmentSignals(input, day(NOW))
  expect(signals.map((signal) => signal.kind)).toEqual(expected)
  for (const signal of signals) {
    expect(signal).toMatchObject({
      group: 'launch',
      evidence: ['claim:l'],
      title: `Token launched on ${dateOf(day(at))}`,
    })
  }
})

const token = contract({ role: 'token' })
const LAUNCHED = token.creation?.at ?? null
test.each([
  ['a token with its creation', [token], LAUNCHED],
  ['a token whose creation was not read', [contract({ role: 'token', creation: null })], null],
  ['a withdrawn token contract', [{ ...token, withdrawn: { at: day(6), reason: 'reorged' } }], null],
  ['another contract', [contract({ role: 'deployment' })], null],
  ['the token that the project had before', [{ ...token, address: address(0xb) }], null],
  ['no contract', [], null],
] as const)('launchOf: %s', (_, contracts, at) => {
  expect(launchOf({ token: token.address, contracts })?.at ?? null).toBe(at)
})
