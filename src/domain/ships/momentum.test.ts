import { expect, test } from 'vitest'
import type { BuildEvidence, RecordedShip } from '#domain/evidence.ts'
import {
  building,
  codeWeekShipOf,
  day,
  MS,
  repositoryOf,
  repositoryWithShips,
  shipOf,
  sourceOf,
  streamOf,
  unevenRepository,
} from '#test/given/build-evidence.ts'
import { buildMomentum } from './momentum.ts'

/** A Friday. */
const NOW = 200
const READ = { from: 0, okTo: NOW }
const repo = repositoryOf('repo', READ)
const of = (...ships: readonly RecordedShip[]): BuildEvidence => ({ sources: [repo], ships })
const ago = (age: number, rest: Partial<RecordedShip> = {}) => shipOf(`day${age}`, NOW - age, rest)
const week = (age: number) => codeWeekShipOf(`week${age}`, NOW - age)
const worked = [ago(1), ago(10), ...[3, 10, 17, 24, 31, 38, 45].map(week)]
const again = [1, 2, 3].map((copy) => ago(1, { id: `ship:again${copy}` }))
const outage = { providerOutageSince: day(100), failingSince: day(100), lastOutcome: 'unavailable' as const }

/** A feature of today from each of two sites. */
function ofSites(...locators: readonly [string, string]): BuildEvidence {
  return {
    sources: [repo, ...locators.map((locator, n) => ({ ...sourceOf(`site${n}`, 'website'), locator }))],
    ships: locators.map((_, n) => ago(0, { id: `ship:s${n}`, kind: 'feature', sourceId: `source:site${n}` })),
  }
}

test.each<[string, BuildEvidence, number | string]>([
  ['releases, four weeks of code, six of eight weeks, one host, one dimension', of(...worked), 67.5],
  ['three more releases of the same day', of(...worked, ...again), 67.5],
  ['the same in reverse order', of(...worked.toReversed()), 67.5],
  ['one release today: 40 · 0.4 + 20 / 3 + 5', of(ago(0)), 27.7],
  ['one release a day ago, of the same UTC day for all hours', of(ago(1.4)), 26.6],
  ['one that is only source-linked', of(ago(0, { backing: 'source-linked' })), 22.9],
  ['a self-reported one does not count', of(ago(0, { backing: 'self-reported' })), 0],
  ['a withdrawn one does not count', of(ago(0, { withdrawn: true })), 0],
  ['a prerelease today', of(ago(0, { kind: 'prerelease' })), 17.7],
  ['a deployment today', of(ago(0, { kind: 'deployment' })), 23.7],
  ['a feature today', of(ago(0, { kind: 'feature' })), 27.7],
  ['an upgrade today', of(ago(0, { kind: 'upgrade' })), 27.7],
  ['an integration today', of(ago(0, { kind: 'integration' })), 27.7],
  ['a release of docs', of(ago(0, { kind: 'docs', dimension: 'docs' })), 17.7],
  ['dated some hours ahead: as today', of(ago(-0.4)), 27.7],
  ['29 days old', of(ago(29)), 17.4],
  ['30 days old: only its week', of(ago(30)), 3.8],
  ['nine weeks old: no points are left', of(ago(63)), 0],
  [
    'two dimensions at two hosts',
    building(
      [repo, sourceOf('deployer', 'deployer')],
      ago(0),
      ago(0, { id: 'ship:d', kind: 'deployment', sourceId: 'source:deployer', dimension: null }),
    ),
    51.3,
  ],
  [
    'a deployment that names no dimension is of the protocol: two dimensions at one host',
    of(ago(0), ago(0, { id: 'ship:d', kind: 'deployment', dimension: null })),
    46.3,
  ],
  [
    'a deployment that names the dimension of releases: one dimension at one host',
    of(ago(0), ago(0, { id: 'ship:d', kind: 'deployment', dimension: 'product' })),
    39.7,
  ],
  [
    'a package and its repository are two hosts',
    building(
      [repo, sourceOf('pkg', 'npm_package')],
      ago(0),
      ago(0, { id: 'ship:p', sourceId: 'source:pkg', origin: 'pkg' }),
    ),
    48.7,
  ],
  ['two sites are two hosts', ofSites('https://a.example/x', 'https://b.example'), 48.7],
  ['two feeds of one site are one host', ofSites('https://a.example/x', 'https://a.example/y'), 43.7],
  ['two sites whose addresses cannot be read are two hosts', ofSites('a', 'b'), 48.7],
  [
    'two repositories of one code host',
    building(
      [repo, repositoryOf('other', READ)],
      ago(0),
      ago(0, { id: 'ship:o', sourceId: 'source:other', origin: 'owner/other' }),
    ),
    43.7,
  ],
  ['watched for two weeks without a ship', building([repositoryOf('repo', { from: 186, okTo: NOW })]), 0],
  [
    'watched for less without a ship',
    building([repositoryOf('repo', { from: 186.1, okTo: NOW })]),
    'NOT_ENOUGH_YET',
  ],
  [
    'commits watched for less, releases for long',
    building([unevenRepository({ releases: READ, commits: { from: 190, okTo: NOW } })]),
    'NOT_ENOUGH_YET',
  ],
  ['eight complete weeks ago to the day', of(ago(60)), 3.8],
  ['[R78] the same, where the work is not code', { ...of(ago(60)), kind: 'art' }, 'NOT_APPLICABLE'],
  ['no source', building([]), 'NO_SOURCE'],
  ['a source that is not counted', building([{ ...repo, counted: false }], ago(1)), 'NO_SOURCE'],
  [
    'a source that stopped answering long ago',
    repositoryWithShips({ from: 0, okTo: 100, stream: outage }, [90]),
    'SOURCE_UNAVAILABLE',
  ],
])('%s', (_, evidence, expected) => {
  const { claim, unknownInputs } = buildMomentum(evidence, day(NOW))
  expect(claim.kind === 'UNKNOWN' ? claim.reason : claim.value.score).toBe(expected)
  expect(unknownInputs).toEqual(claim.kind === 'UNKNOWN' ? [{ input: 'building', reason: expected }] : [])
})

const stopped = { failingSince: day(198), lastOutcome: 'unavailable' as const }
const failing = repositoryOf('repo', { from: 0, okTo: 198, stream: stopped })
const chainOf = (okTo: number) => ({
  ...sourceOf('deployer', 'deployer'),
  streams: [streamOf('deployments', { from: 0, okTo })],
})
test.each<[string, BuildEvidence, number | string, unknown]>([
  ['a failing source: the age of a ship stands still', building([failing], ago(3)), 26.6, day(198)],
  [
    'a failing source: a ship elsewhere after its last reading is outside',
    building([failing, sourceOf('npm', 'npm_package')], ago(1, { sourceId: 'source:npm' })),
    0,
    day(198),
  ],
  [
    'an on-chain source that is no longer read',
    building([repo, chainOf(190)], ago(1)),
    'SOURCE_UNAVAILABLE',
    undefined,
  ],
])('[R61] momentum ends with the last complete reading: %s', (_, evidence, expected, asOf) => {
  const { claim, inputs } = buildMomentum(evidence, day(NOW))
  expect(claim.kind === 'UNKNOWN' ? claim.reason : claim.value.score).toBe(expected)
  expect([claim.kind === 'DERIVED' ? claim.asOf : undefined, inputs['asOf']]).toEqual([asOf, asOf])
})

test('cites every ship that counts and the sources that were read', () => {
  const { claim } = buildMomentum(of(ago(1), week(31), ago(70)), day(NOW))
  expect(claim.kind === 'UNKNOWN' ? [] : claim.evidence).toEqual(['ship:day1', 'ship:week31', 'source:repo'])
})

test('counts the ships of its window that are not code weeks', () => {
  const { claim } = buildMomentum(of(ago(1), week(10), week(17), ago(40)), day(NOW))
  expect(claim).toMatchObject({ value: { ships30d: 3, beyondCodeWeeks30d: 1 } })
})

test('is measured without a ship from exactly 14 watched days on', () => {
  const found = [-MS, 0, MS].map((off) => {
    const sources = [repositoryOf('repo', { from: 186 - off, okTo: NOW })]
    return buildMomentum(building(sources), day(NOW)).claim.kind
  })
  expect(found).toEqual(['UNKNOWN', 'DERIVED', 'DERIVED'])
})
