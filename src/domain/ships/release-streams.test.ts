import { expect, test } from 'vitest'
import type { RecordedShip } from '#domain/evidence.ts'
import { day, MS, repositoryOf, shipOf } from '#test/given/build-evidence.ts'
import { templatedReleases } from './release-streams.ts'
import { countedShips, countShips } from './ships.ts'

const MINUTE = 60_000 * MS
const DAILY = (index: number) => index
/** Once each day, by a cron job that starts some minutes late. */
const CRON = (index: number) => index + ([0, 4, 1, 6, 3, 5, 2][index % 7] as number) * MINUTE
/** Once each day, at the hours at which a person works. */
const BY_HAND = (index: number) => index + ([0, 0.15, -0.1, 0.2, 0.05, -0.15, 0.1][index % 7] as number)

function releases(
  count: number,
  at: (index: number) => number,
  rest: (index: number) => Partial<RecordedShip> = () => ({}),
): readonly RecordedShip[] {
  return Array.from({ length: count }, (_, index) => {
    const version = `v1.${index}.0`
    return shipOf(`s${index}`, at(index), { title: version, version, author: 'jon', ...rest(index) })
  })
}
/** Six releases with these days between them. */
const apart = (...days: readonly [number, number, number, number, number]) =>
  releases(6, (index) => days.slice(0, index).reduce((sum, gap) => sum + gap, 0))
const HOUR = 60 * MINUTE
const SECOND = MINUTE / 60
const dated = (index: number) => ({ title: `nightly 2026-06-${String(index + 10)}`, version: null })

test.each<[string, readonly RecordedShip[], number]>([
  ['one a day by a script', releases(7, CRON), 7],
  ['six by a script', releases(6, DAILY), 6],
  ['five by a script', releases(5, DAILY), 0],
  ['one a day by a person', releases(14, BY_HAND), 0],
  ['one a day by a person, with the date as title', releases(7, BY_HAND, dated), 7],
  ['the same date in each title', releases(7, BY_HAND, () => ({ title: 'of 2026-06-10', version: null })), 0],
  ['one every two days', releases(6, (index) => 2 * index), 6],
  ['a weekly train', releases(8, (index) => 7 * index), 0],
  ['one a week, with the date as title', releases(8, (index) => 7 * index, dated), 0],
  ['a burst of old tags', releases(27, (index) => index * 0.5 * MINUTE), 0],
  ['one every ten minutes', releases(6, (index) => index * 10 * MINUTE), 6],
  ['one a second under ten minutes', releases(6, (index) => index * (10 * MINUTE - SECOND)), 0],
  ['one a second above two days', releases(6, (index) => index * (2 + SECOND)), 0],
  ['four of five gaps regular', apart(1, 1, 1, 1, 1.5), 5],
  ['three of five gaps regular', apart(1, 1, 1, 1.5, 1.5), 0],
  ['within a hundredth of a day', apart(1, 1, 1, 1 + 14 * MINUTE, 1 + 14 * MINUTE), 6],
  ['beyond a hundredth of a day', apart(1, 1, 1, 1 + 15 * MINUTE, 1 + 15 * MINUTE), 0],
  ['two minutes late within hours', apart(HOUR, HOUR, HOUR, HOUR + 2 * MINUTE, HOUR + 2 * MINUTE), 6],
  [
    'later than two minutes within hours',
    apart(HOUR, HOUR, HOUR, HOUR + 130 * SECOND, HOUR + 130 * SECOND),
    0,
  ],
  ['prereleases by a script', releases(6, DAILY, () => ({ kind: 'prerelease' })), 6],
  ['features by the clock', releases(6, DAILY, () => ({ kind: 'feature' })), 0],
  ['by a bot on every merge', releases(7, BY_HAND, () => ({ author: 'github-actions[bot]' })), 0],
  ['by an author the host does not name', releases(6, DAILY, () => ({ author: null })), 6],
  ['by two authors in turn', releases(10, DAILY, (index) => ({ author: `a${index % 2}` })), 0],
  ['of two repositories in turn', releases(10, DAILY, (index) => ({ origin: `r${index % 2}` })), 0],
  ['each with words of its own', releases(7, DAILY, (index) => ({ title: 'x'.repeat(index + 1) })), 0],
  [
    'a script after a person with the same words',
    [
      ...releases(7, BY_HAND),
      ...releases(
        6,
        (index) => 30 + index,
        (index) => ({ id: `ship:b${index}` }),
      ),
    ],
    6,
  ],
  ['none', [], 0],
])('[R82] templated releases: %s', (_, ships, expected) => {
  expect(templatedReleases(ships).size).toBe(expected)
  expect(templatedReleases(ships.toReversed())).toEqual(templatedReleases(ships))
})

test('[R82] releases of one instant are in the order of their ids, in whatever order they are listed', () => {
  const ships = [0, 1, 2, 3, 4, 5, 5].map((at, index) =>
    shipOf(`s${index}`, at, { title: index === 5 ? 'other' : dated(at).title, version: null }),
  )
  const streamed = [...templatedReleases(ships)]
  expect(streamed).toEqual([0, 1, 2, 3, 4, 6].map((index) => `ship:s${index}`))
  expect([...templatedReleases(ships.toReversed())]).toEqual(streamed)
})

test('[R82] templated releases are recorded and do not count, and take the day of no other release', () => {
  const sources = [repositoryOf('repo', { from: 0, okTo: 20 })]
  const own = shipOf('own', 3.1, { title: 'Faster swaps', version: 'v9.0.0', author: 'ana' })
  const evidence = { sources, ships: [...releases(7, CRON), own] }
  const reasons = [...countShips(evidence, day(20)).values()].map(({ reason }) => reason)
  expect(reasons.filter((reason) => reason === 'templated_release')).toHaveLength(7)
  expect(countedShips(evidence, day(20)).map(({ id }) => id)).toEqual(['ship:own'])
})

test('[R82] a script is found by all of its releases, also where most of them add nothing', () => {
  const sources = [repositoryOf('repo', { from: 0, okTo: 20 })]
  const nightlies = releases(
    12,
    (index) => index / 2,
    (index) => ({
      kind: 'prerelease',
      changes: index % 3 === 0 ? 'substantive' : 'identical',
    }),
  )
  const counts = [...countShips({ sources, ships: nightlies }, day(20)).values()]
  expect(counts.map(({ reason }) => reason)).toEqual(
    nightlies.map(({ changes }) => (changes === 'substantive' ? 'templated_release' : 'adds_nothing')),
  )
})
