import { expect, test } from 'vitest'
import type { Claim, UnknownReason } from '#contract/claim.ts'
import type { Source } from '#domain/evidence.ts'
import { coverageOf } from '#domain/project/coverage.ts'
import { buildMomentum } from '#domain/ships/momentum.ts'
import { latestMeaningfulShip, meaningfulShips30d } from '#domain/ships/ships.ts'
import { building, day, selfReported, sourceOf } from '#test/build-evidence.ts'
import { notAppliedBuilding, noValueWords, unmeasuredBuilding } from './building.ts'
import { unmeasuredWords } from './figures.ts'
import { noShipsWords } from './no-ships.ts'

const NOW = day(20)
const PACKAGE = sourceOf('pkg', 'npm_package')
const OF_REPOSITORIES = /repositor|commit|GitHub|not code|refuses|cannot be read|watched/i

const reasonOf = (claim: Claim<unknown>): UnknownReason | undefined =>
  claim.kind === 'UNKNOWN' ? claim.reason : undefined

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
  const { building: read } = coverageOf({ build: evidence, token: null, statements: [] }, NOW)
  const count = reasonOf(meaningfulShips30d(evidence, NOW))
  const told = unmeasuredBuilding({
    status: 'UNKNOWN',
    activityMeasured: false,
    statusReason: count,
    countReason: count,
    building: read,
    asOf: NOW,
  })
  expect(told).toBe(why)
  const fields = {
    meaningfulShips30d: count,
    lastShip: reasonOf(latestMeaningfulShip(evidence, NOW)),
    buildMomentum: reasonOf(buildMomentum(evidence, NOW).claim),
  }
  const words = Object.entries(fields).map(([field, reason]) =>
    reason === undefined
      ? 'known'
      : (notAppliedBuilding({ field, reason, building: read })?.words ?? noValueWords({ reason, asOf: NOW })),
  )
  expect(words).toEqual([figure, figure, figure])
  const shown = [
    told,
    ...words,
    unmeasuredWords('building', read.state as UnknownReason),
    noShipsWords(read.state),
  ]
  expect(shown.filter((text) => OF_REPOSITORIES.test(String(text)))).toEqual([])
})
