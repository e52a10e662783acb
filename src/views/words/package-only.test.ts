import { expect, test } from 'vitest'
import type { Claim, UnknownReason } from '#contract/claim.ts'
import type { ProjectKind } from '#contract/enums.ts'
import type { BuildEvidence, Source } from '#domain/evidence.ts'
import { coverageOf } from '#domain/project/coverage.ts'
import { activityStatus } from '#domain/ships/activity.ts'
import { buildMomentum } from '#domain/ships/momentum.ts'
import { latestMeaningfulShip, meaningfulShips30d } from '#domain/ships/ships.ts'
import { building, day, selfReported, shipOf, sourceOf, streamOf } from '#test/given/build-evidence.ts'
import { notAppliedBuilding, noValueWords, unmeasuredBuilding } from './building.ts'
import { capitalised, unmeasuredWords } from './figures.ts'
import { noShipsWords } from './no-ships.ts'

const NOW = day(20)
const PACKAGE = sourceOf('pkg', 'npm_package')
const OF_REPOSITORIES = /repositor|commit|GitHub|not code|refuses|cannot be read|watched/i

const reasonOf = (claim: Claim<unknown>): UnknownReason | undefined =>
  claim.kind === 'UNKNOWN' ? claim.reason : undefined

/** The words about building, and about each figure that has no value. */
function wordsOf(evidence: BuildEvidence) {
  const kind = evidence.kind ?? undefined
  const { building: read } = coverageOf({ build: evidence, token: null, statements: [] }, NOW)
  const count = reasonOf(meaningfulShips30d(evidence, NOW))
  const told = unmeasuredBuilding({
    status: 'UNKNOWN',
    activityMeasured: false,
    statusReason: reasonOf(activityStatus({ evidence, previous: null }, NOW).claim),
    countReason: count,
    building: read,
    kind,
    asOf: NOW,
  })
  const fields = {
    meaningfulShips30d: count,
    lastShip: reasonOf(latestMeaningfulShip(evidence, NOW)),
    buildMomentum: reasonOf(buildMomentum(evidence, NOW).claim),
  }
  const words = Object.fromEntries(
    Object.entries(fields).map(([field, reason]) => {
      if (reason === undefined) return [field, 'known']
      const why = notAppliedBuilding({ field, reason, building: read, kind })
      return [field, why === undefined ? noValueWords({ reason, asOf: NOW }) : why.words]
    }),
  )
  return { read, told, words }
}

test.each<[ProjectKind, string]>([
  ['protocol', 'nothing reads one of the kinds of its sources yet'],
  ['data', 'its work is not code'],
])('a %s project with a package beside a deployer whose ship does not count: %s', (kind, why) => {
  const deployer = {
    ...sourceOf('deployer', 'deployer'),
    streams: [streamOf('deployments', { from: -100, okTo: 20 })],
  }
  const deployed = shipOf('d', 15, { sourceId: deployer.id, kind: 'deployment', changes: 'identical' })
  const evidence = { ...building([PACKAGE, deployer], deployed), kind }
  const { read, told, words } = wordsOf(evidence)
  expect(read.state).toBe('MEASURED')
  expect(told).toBe(`${capitalised(why)}, so silence is no finding.`)
  expect(words).toMatchObject({ meaningfulShips30d: why, buildMomentum: why })
})

test.each<[string, readonly Source[], string, string]>([
  [
    'a package',
    [PACKAGE],
    'nothing reads its kind of source yet',
    'Nothing reads the kind of its sources yet, so silence is no finding.',
  ],
  [
    'a package and a site',
    [PACKAGE, sourceOf('site', 'website')],
    'nothing reads its kind of source yet',
    'Nothing reads the kind of its sources yet, so silence is no finding.',
  ],
  [
    'a package that only the project names',
    [selfReported(PACKAGE)],
    'no source has it',
    'No source that counts shows its building, so silence is no finding.',
  ],
])('of a project with %s alone no words speak of a repository', (_, sources, figure, why) => {
  const evidence = building(sources)
  const { read, told, words } = wordsOf(evidence)
  expect(told).toBe(why)
  expect(Object.values(words)).toEqual([figure, figure, figure])
  const shown = [
    told,
    ...Object.values(words),
    unmeasuredWords('building', read.state as UnknownReason),
    noShipsWords(read.state),
  ]
  expect(shown.filter((text) => OF_REPOSITORIES.test(String(text)))).toEqual([])
})
