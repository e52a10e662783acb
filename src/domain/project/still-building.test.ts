import { expect, test } from 'vitest'
import { derived, unknown } from '#contract/claim.ts'
import { day, MS, repositoryWithShips } from '#test/given/build-evidence.ts'
import type { CardEvidence } from './card-evidence.ts'
import { stillBuilding } from './still-building.ts'

type Status = 'SHIPPING' | 'ACTIVE' | 'RESUMED' | 'QUIET' | 'DORMANT'
const read = { from: 0, okTo: 100 }

function of(status: Status): CardEvidence['activity'] {
  return derived({ status, since: day(0) }, 'activity.status@2', ['ship:newest'])
}

function launchAt(at: number) {
  return { at: day(at), evidence: ['source:token'] as const }
}

test.each([
  ['ships since before 60 days ago', of('SHIPPING'), [40, 99], null, true],
  ['exactly 60 days ago', of('ACTIVE'), [40], null, true],
  ['a day less', of('ACTIVE'), [41], null, false],
  ['launched long ago, first ship now', of('SHIPPING'), [99], launchAt(5), true],
  ['launched lately, ships long since', of('RESUMED'), [3, 99], launchAt(90), true],
  ['launched and shipping only lately', of('SHIPPING'), [95], launchAt(90), false],
  ['launched long ago, no ship counted', of('SHIPPING'), [], launchAt(5), true],
  ['neither launched nor a ship counted', of('SHIPPING'), [], null, false],
  ['quiet', of('QUIET'), [10, 60], null, false],
  ['dormant', of('DORMANT'), [10], launchAt(1), false],
])('%s', (_, activity, ships, launch, expected) => {
  const build = repositoryWithShips(read, ships)
  const { claim, rule } = stillBuilding({ activity, build, launch }, day(100))
  expect(rule).toBe('still_building@1')
  expect(claim).toMatchObject({ kind: 'DERIVED', value: expected })
  expect(claim.kind === 'DERIVED' && claim.evidence).toContain('ship:newest')
})

test('is unknown with the same reason while the activity status is unknown', () => {
  const build = repositoryWithShips(read, [10, 99])
  const concluded = stillBuilding(
    { activity: unknown('SOURCE_UNAVAILABLE'), build, launch: launchAt(1) },
    day(100),
  )
  expect(concluded.claim).toEqual(unknown('SOURCE_UNAVAILABLE'))
  expect(concluded.unknownInputs).toEqual([{ input: 'activity.status', reason: 'SOURCE_UNAVAILABLE' }])
})

test('[R66] begins with the first ship of a group, though the latest counts for it', () => {
  const build = repositoryWithShips(read, [39.6, 40.4])
  const { inputs } = stillBuilding({ activity: of('ACTIVE'), build, launch: null }, day(100))
  expect(inputs['begunAt']).toBe(day(39.6))
})

test('cites the launch or first ship', () => {
  const build = repositoryWithShips(read, [10, 99])
  const begun = (launch: ReturnType<typeof launchAt> | null) =>
    stillBuilding({ activity: of('SHIPPING'), build, launch }, day(100)).claim
  expect(begun(null)).toMatchObject({ evidence: ['ship:newest', 'ship:day10'] })
  expect(begun(launchAt(5))).toMatchObject({ evidence: ['ship:newest', 'source:token'] })
  const without = stillBuilding(
    { activity: of('SHIPPING'), build: repositoryWithShips(read, []), launch: null },
    day(100),
  )
  expect(without.claim).toMatchObject({ evidence: ['ship:newest'] })
})

test('is true from exactly 60 days after the beginning', () => {
  const expected = [-MS, 0, MS].map((off) => {
    const build = repositoryWithShips(read, [40 - off])
    const { claim } = stillBuilding({ activity: of('ACTIVE'), build, launch: null }, day(100))
    return claim.kind === 'UNKNOWN' ? claim.reason : claim.value
  })
  expect(expected).toEqual([false, true, true])
})

test('gives the launch as the beginning when it is as early as the first ship', () => {
  const begun = (ships: readonly number[], launch: ReturnType<typeof launchAt> | null) => {
    const build = repositoryWithShips(read, ships)
    const { claim, inputs } = stillBuilding({ activity: of('SHIPPING'), build, launch }, day(100))
    return [inputs['begunAt'], claim.kind === 'UNKNOWN' ? [] : claim.evidence]
  }
  expect(begun([10], launchAt(10))).toEqual([day(10), ['ship:newest', 'source:token']])
  expect(begun([10], launchAt(11))).toEqual([day(10), ['ship:newest', 'ship:day10']])
  expect(begun([], null)).toEqual([null, ['ship:newest']])
})
