import { describe, expect, test } from 'vitest'
import { unknown } from '#contract/claim.ts'
import type { ContractAddress } from '#contract/ids.ts'
import type { Source } from '#domain/evidence.ts'
import { activityStatus } from '#domain/ships/activity.ts'
import { buildMomentum } from '#domain/ships/momentum.ts'
import { meaningfulShips30d } from '#domain/ships/ships.ts'
import {
  building,
  day,
  repositoryOf,
  selfReported,
  shipOf,
  sourceOf,
  streamOf,
  uncounted,
} from '#test/given/build-evidence.ts'
import { builderReading } from './watching.ts'

const NOW = 100
const pack = sourceOf('pack', 'npm_package')
const site = { ...sourceOf('site', 'website'), streams: [streamOf('declarations', { from: 0, okTo: NOW })] }
const repository = repositoryOf('repo', { from: 0, okTo: NOW })
const deployer = {
  ...sourceOf('deployer', 'deployer'),
  streams: [streamOf('deployments', { from: 0, okTo: NOW })],
}
/** An upgrade to the implementation that was set already. It shows that the chain is read, but it does not count. */
const SAME = '0x00000000000000000000000000000000000000aa' as ContractAddress
const idle = shipOf('idle', NOW - 5, {
  kind: 'upgrade',
  sourceId: deployer.id,
  implementation: { address: SAME, previous: SAME },
})

function concluded(evidence: ReturnType<typeof building>) {
  const activity = activityStatus({ evidence, previous: null }, day(NOW))
  return {
    state: builderReading(evidence, day(NOW)).state,
    claims: [activity.claim, meaningfulShips30d(evidence, day(NOW)), buildMomentum(evidence, day(NOW)).claim],
    unknownInputs: activity.unknownInputs,
  }
}

test.each<[string, readonly Source[]]>([
  ['alone', [pack]],
  ['beside a site, which shows no building', [site, pack]],
  ['beside a deployer without a ship in 30 days', [deployer, pack]],
  ['beside a repository that is not counted', [uncounted(repository, 'a fork'), pack]],
])('[R24] a package %s makes building not applicable, and is named as the reason', (_, sources) => {
  expect(concluded(building(sources))).toEqual({
    state: 'NOT_APPLICABLE',
    claims: Array(3).fill(unknown('NOT_APPLICABLE')),
    unknownInputs: [{ input: pack.id, reason: 'NOT_APPLICABLE' }],
  })
})

test.each<[string, readonly Source[]]>([
  ['that is not counted', [uncounted(pack, 'a copy')]],
  ['that the project alone calls its own', [selfReported(pack)]],
])('[R24] a package %s is no source of the project', (_, sources) => {
  expect(concluded(building(sources))).toEqual({
    state: 'NO_SOURCE',
    claims: Array(3).fill(unknown('NO_SOURCE')),
    unknownInputs: [{ input: 'sources', reason: 'NO_SOURCE' }],
  })
})

describe('[R24] a package changes nothing beside', () => {
  test.each<[string, Source]>([
    ['a repository that is read', repository],
    ['a repository that was never read', sourceOf('repo', 'github_repository')],
    ['a repository that was last read long ago', repositoryOf('repo', { from: 0, okTo: NOW - 10 })],
  ])('%s', (_, source) => {
    expect(concluded(building([source, pack]))).toEqual(concluded(building([source])))
  })

  test('a deployer with a ship in 30 days', () => {
    const ship = shipOf('d', NOW - 5, { kind: 'deployment', sourceId: deployer.id })
    const expected = concluded(building([deployer], ship))
    expect(expected.state).toBe('MEASURED')
    expect(concluded(building([deployer, pack], ship))).toMatchObject({
      state: 'MEASURED',
      claims: expected.claims,
    })
  })
})

test('[R24] without a ship that counts, a chain that is read gives a package no other reason', () => {
  expect(concluded(building([deployer, pack], idle))).toMatchObject({
    state: 'MEASURED',
    claims: Array(3).fill(unknown('NOT_APPLICABLE')),
  })
  expect(concluded(building([deployer], idle)).claims).toEqual(Array(3).fill(unknown('NO_SOURCE')))
})
