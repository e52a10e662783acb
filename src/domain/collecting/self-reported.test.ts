import { expect, test } from 'vitest'
import { unknown } from '#contract/claim.ts'
import { activityStatus } from '#domain/ships/activity.ts'
import { commits30d } from '#domain/ships/code-week.ts'
import { meaningfulShips30d } from '#domain/ships/ships.ts'
import { codeWeekShipOf, day, repositoryOf, selfReported } from '#test/given/build-evidence.ts'
import { builderReading } from './watching.ts'

test('[R123] neither the silence nor the readings of a self-reported repository are a finding', () => {
  const reported = selfReported(repositoryOf('repo', { from: 0, okTo: 100 }))
  const ships = [codeWeekShipOf('a', 90, { backing: 'self-reported' })]
  const evidence = { sources: [reported], ships }
  const now = day(100)
  expect(builderReading(evidence, now)).toMatchObject({ state: 'NO_SOURCE', sources: [], streams: [] })
  const answers = [commits30d(evidence, now), meaningfulShips30d(evidence, now)]
  expect(answers).toEqual([unknown('NO_SOURCE'), unknown('NO_SOURCE')])
  expect(activityStatus({ evidence, previous: null }, now).claim).toEqual(unknown('NO_SOURCE'))
})
