import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ActivityStatus } from '#contract/enums.ts'
import type { BuildEvidence, RecordedShip } from '#domain/evidence.ts'
import { day, shipOf, sourceOf, streamOf } from '#test/given/build-evidence.ts'
import { type ActivityState, activityStatus } from './activity.ts'

const NOW = 200
const ORDER = ['DORMANT', 'QUIET', 'ACTIVE', 'SHIPPING']

const days = (min: number, max: number) =>
  fc.integer({ min: min * 24, max: max * 24 }).map((hours) => hours / 24)
/** A stream, in days: its first covered day, the days since its last reading, and whether it was ever read. */
const stream = fc.record({ from: days(0, 190), silentFor: days(0, 5), isRead: fc.boolean() })
const repository = fc.record({
  releases: stream,
  commits: stream,
  attached: days(0, 199),
  outage: fc.boolean(),
  missing: fc.boolean(),
})
const world = fc.record({
  repositories: fc.array(repository, { maxLength: 3 }),
  ages: fc.uniqueArray(days(0, 150), { maxLength: 8 }),
  previous: fc.option(
    fc.record({ status: fc.constantFrom(...ActivityStatus.enum), since: fc.constant(day(0)) }),
  ),
})
type World = typeof world extends fc.Arbitrary<infer T> ? T : never

type Stream = World['repositories'][number]['releases']

function evidenceOf({ repositories, ages }: World): BuildEvidence {
  const sources = repositories.map(({ attached, outage, missing, ...read }, index) => ({
    ...sourceOf(`r${index}`, 'github_repository', attached),
    streams: (['releases', 'commits'] as const).map((name) => {
      const { from, silentFor, isRead } = read[name]
      const okTo = NOW - silentFor
      return streamOf(name, {
        from,
        okTo,
        ...(isRead ? {} : { firstOkAt: null, lastOkAt: null, coversFrom: null }),
        providerOutageSince: outage ? day(okTo) : null,
        lastOutcome: missing ? ('missing' as const) : ('fresh' as const),
        failingSince: missing ? day(okTo) : null,
      })
    }),
  }))
  const ships =
    sources.length === 0 ? [] : ages.map((age) => shipOf(`a${age}`, NOW - age, { sourceId: 'source:r0' }))
  return { sources, ships }
}

function judge(evidence: BuildEvidence, previous: ActivityState | null) {
  return activityStatus({ evidence, previous }, day(NOW))
}

/** Whether a stream was read in the last 72 hours and covers the silence since the newest ship, or 60 days of it. */
function watches({ from, silentFor, isRead }: Stream, newestAge: number): boolean {
  const readOn = NOW - silentFor
  const silentSince = Math.max(readOn - 60, NOW - newestAge)
  return isRead && silentFor <= 3 && from <= silentSince
}

test('concludes silence only when every stream of every existing repository watched it', () => {
  let concluded = 0
  fc.assert(
    fc.property(world, (given) => {
      const { status } = judge(evidenceOf(given), given.previous)
      if (status !== 'QUIET' && status !== 'DORMANT') return
      concluded += 1
      const present = given.repositories.filter(({ missing }) => !missing)
      const asked = present.length > 0 ? present : given.repositories
      expect(asked).not.toHaveLength(0)
      const newestAge = Math.min(...given.ages)
      const streams = asked.flatMap(({ releases, commits }) => [releases, commits])
      expect(streams.filter((read) => !watches(read, newestAge))).toEqual([])
    }),
    { numRuns: 2000 },
  )
  expect(concluded).toBeGreaterThan(0)
})

test('never newly concludes silence while the provider fails', () => {
  let prevented = 0
  fc.assert(
    fc.property(world, (given) => {
      const statusWhile = (outage: boolean) => {
        const repositories = given.repositories.map((repo) => ({ ...repo, outage, missing: false }))
        return judge(evidenceOf({ ...given, repositories }), given.previous).status
      }
      const before = given.previous === null ? 'UNKNOWN' : given.previous.status
      const isNewSilence = (status: string) =>
        (status === 'QUIET' || status === 'DORMANT') && status !== before
      expect(isNewSilence(statusWhile(true))).toBe(false)
      if (isNewSilence(statusWhile(false))) prevented += 1
    }),
    { numRuns: 2000 },
  )
  expect(prevented).toBeGreaterThan(0)
})

test('one more ship never lowers a status in the order of silence to shipping', () => {
  fc.assert(
    fc.property(world, days(0, 150), (given, age) => {
      const evidence = evidenceOf(given)
      if (evidence.sources.length === 0) return
      const more: RecordedShip = shipOf('more', NOW - age, { sourceId: 'source:r0', origin: 'owner/more' })
      const before = judge(evidence, null).status
      const after = judge({ ...evidence, ships: [...evidence.ships, more] }, null).status
      const ordered = ORDER.includes(before) && ORDER.includes(after)
      if (ordered) expect(ORDER.indexOf(after)).toBeGreaterThanOrEqual(ORDER.indexOf(before))
    }),
  )
})

test('ignores the order of the records and gives the same status when judged again', () => {
  fc.assert(
    fc.property(world, (given) => {
      const evidence = evidenceOf(given)
      const first = judge(evidence, given.previous)
      const turned = { sources: evidence.sources.toReversed(), ships: evidence.ships.toReversed() }
      expect(judge(turned, given.previous).status).toBe(first.status)
      const again = judge(evidence, { status: first.status, since: first.since })
      expect(again).toMatchObject({ status: first.status, since: first.since })
    }),
  )
})
