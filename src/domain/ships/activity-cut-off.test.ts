import { describe, expect, test } from 'vitest'
import type { Source, Stream } from '#domain/evidence.ts'
import {
  building,
  day,
  MS,
  repositoryOf,
  selfReported,
  shipOf,
  sourceOf,
  streamOf,
  uncounted,
  unreadStream,
} from '#test/given/build-evidence.ts'
import { activityStatus } from './activity.ts'

// The repository was always read. What differs is the deployer, and how far back it was read on day 200.
const NOW = 200
const repo = repositoryOf('repo', { from: 0, okTo: NOW })
const deployerWith = (...streams: readonly Stream[]): Source => ({
  ...sourceOf('deployer', 'deployer'),
  streams,
})
const cutOff = (from: number, okTo = NOW) =>
  deployerWith(streamOf('deployments', { from, okTo, isCutOff: true }))
const launched = deployerWith(streamOf('deployments', { from: 198, okTo: NOW }))
const created = {
  ...sourceOf('contract', 'contract'),
  streams: [streamOf('upgrades', { from: 198, okTo: NOW })],
}
const unread = deployerWith(unreadStream('deployments'))

const conclude = (sources: readonly Source[], ...ships: readonly number[]) => {
  const evidence = building(sources, ...ships.map((at) => shipOf(`${at}`, at)))
  return activityStatus({ evidence, previous: null }, day(NOW))
}
const told = (sources: readonly Source[], ...ships: readonly number[]) => {
  const { status, claim } = conclude(sources, ...ships)
  return claim.kind === 'UNKNOWN' ? claim.reason : status
}

describe('[R40] silence beside a deployer', () => {
  test.each<[string, Source, string]>([
    ['that is cut off before the silence', cutOff(139), 'DORMANT'],
    ['that is cut off at its start', cutOff(140), 'DORMANT'],
    ['that is cut off a millisecond after its start', cutOff(140 + MS), 'NOT_ENOUGH_YET'],
    ['that is cut off two days ago', cutOff(198), 'NOT_ENOUGH_YET'],
    ['that is cut off at the start of the silence before its last reading', cutOff(139, 199), 'DORMANT'],
    ['that is cut off a millisecond after that', cutOff(139 + MS, 199), 'NOT_ENOUGH_YET'],
    ['that is cut off and no longer read', cutOff(198, 190), 'SOURCE_UNAVAILABLE'],
    ['that was read from its launch on', launched, 'DORMANT'],
    ['and a contract that was read from its creation on', created, 'DORMANT'],
    ['that was never read', unread, 'DORMANT'],
    ['that is cut off and not counted', uncounted(cutOff(198), 'a factory'), 'DORMANT'],
    ['that is cut off and self-reported', selfReported(cutOff(198)), 'DORMANT'],
  ])('%s', (_, deployer, expected) => {
    expect(told([repo, deployer], 120)).toBe(expected)
    expect(told([repo, deployer])).toBe(expected)
  })

  test('needs readings since the newest ship only', () => {
    const from = [160, 160 + MS].map((at) => told([repo, cutOff(at)], 160))
    expect(from).toEqual(['QUIET', 'NOT_ENOUGH_YET'])
  })

  test('that is cut off takes nothing from what ships prove', () => {
    expect([195, 175].map((at) => told([repo, cutOff(198)], at))).toEqual(['SHIPPING', 'ACTIVE'])
  })

  test('is hidden by one of two', () => {
    const other = { ...cutOff(198), id: 'source:other' as const }
    expect(told([repo, launched, other], 120)).toBe('NOT_ENOUGH_YET')
  })
})

test('[R40] the inputs name the deployer that hides the silence, and how far back it was read', () => {
  const { inputs, unknownInputs } = conclude([repo, launched, { ...cutOff(198), id: 'source:cut' }], 120)
  expect(unknownInputs).toEqual([{ input: 'source:cut', reason: 'NOT_ENOUGH_YET' }])
  const streams = [{ stream: 'deployments', lastOkAt: day(NOW), coveredFrom: day(198) }]
  expect(inputs['sources']).toMatchObject([{ id: 'source:repo' }, { id: 'source:cut', streams }])
})

test('[R40] a source that ships and hides the silence is one input', () => {
  const cut = cutOff(198)
  const deployment = shipOf('d', 120, { kind: 'deployment', sourceId: cut.id })
  const evidence = building([repo, cut], deployment)
  const { inputs, unknownInputs } = activityStatus({ evidence, previous: null }, day(NOW))
  expect(unknownInputs).toEqual([{ input: 'source:deployer', reason: 'NOT_ENOUGH_YET' }])
  expect(inputs['sources']).toMatchObject([{ id: 'source:repo' }, { id: 'source:deployer' }])
})

test('[R40] a deployer that is cut off before the silence is no unknown input', () => {
  expect(conclude([repo, cutOff(139)], 120).unknownInputs).toEqual([])
  expect(conclude([repo, cutOff(198)], 195).unknownInputs).toEqual([])
})
