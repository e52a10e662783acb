import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ACTIVITY_STATUSES } from '#contract/enums.ts'
import { coveredFrom, isReadable } from '#domain/collecting/watching.ts'
import type { BuildEvidence, ShipEvidence } from '#domain/evidence.ts'
import { day, repositoryOf, shipOf } from '#test/build-evidence.ts'
import { type ActivityState, activityStatus } from './activity.ts'

const NOW = 200
const ORDER = ['DORMANT', 'QUIET', 'ACTIVE', 'SHIPPING']

const days = (min: number, max: number) =>
  fc.integer({ min: min * 24, max: max * 24 }).map((hours) => hours / 24)
const repository = fc
  .record({
    from: days(0, 190),
    attached: days(0, 199),
    silentFor: days(0, 9),
    outage: fc.boolean(),
    missing: fc.boolean(),
  })
  .map(({ from, attached, silentFor, outage, missing }) => ({
    from,
    attached,
    okTo: NOW - silentFor,
    outage,
    missing,
  }))
const world = fc.record({
  repositories: fc.array(repository, { maxLength: 3 }),
  ages: fc.uniqueArray(days(0, 150), { maxLength: 8 }),
  previous: fc.option(
    fc.record({ status: fc.constantFrom(...ACTIVITY_STATUSES), since: fc.constant(day(0)) }),
  ),
})
type World = typeof world extends fc.Arbitrary<infer T> ? T : never

function evidenceOf({ repositories, ages }: World): BuildEvidence {
  const sources = repositories.map(({ outage, missing, ...read }, index) =>
    repositoryOf(`r${index}`, {
      ...read,
      stream: {
        providerOutageSince: outage ? day(read.okTo) : null,
        lastOutcome: missing ? 'missing' : 'fresh',
        failingSince: missing ? day(read.okTo) : null,
      },
    }),
  )
  const ships =
    sources.length === 0 ? [] : ages.map((age) => shipOf(`a${age}`, NOW - age, { sourceId: 'source:r0' }))
  return { sources, ships }
}

function judge(evidence: BuildEvidence, previous: ActivityState | null) {
  return activityStatus({ evidence, previous }, day(NOW))
}

test('silence is concluded only from sources that are readable and were watched', () => {
  fc.assert(
    fc.property(world, (held) => {
      const evidence = evidenceOf(held)
      const { status } = judge(evidence, held.previous)
      if (status !== 'QUIET' && status !== 'DORMANT') return
      const streams = evidence.sources.flatMap((source) => source.streams)
      const present = streams.filter((stream) => stream.lastOutcome !== 'missing')
      const asked = present.length > 0 ? present : streams
      expect(asked.length).toBeGreaterThan(0)
      expect(asked.every((stream) => isReadable(stream, day(NOW)) && coveredFrom(stream) !== null)).toBe(true)
    }),
  )
})

test('silence is never concluded anew while the provider fails', () => {
  fc.assert(
    fc.property(world, (held) => {
      const repositories = held.repositories.map((repo) => ({ ...repo, outage: true, missing: false }))
      const { status } = judge(evidenceOf({ ...held, repositories }), held.previous)
      const before = held.previous === null ? 'UNKNOWN' : held.previous.status
      if (status === 'QUIET' || status === 'DORMANT') expect(before).toBe(status)
    }),
  )
})

test('one more ship never lowers a status in the order of silence to shipping', () => {
  fc.assert(
    fc.property(world, days(0, 150), (held, age) => {
      const evidence = evidenceOf(held)
      if (evidence.sources.length === 0) return
      const more: ShipEvidence = shipOf('more', NOW - age, { sourceId: 'source:r0', origin: 'owner/more' })
      const before = judge(evidence, null).status
      const after = judge({ ...evidence, ships: [...evidence.ships, more] }, null).status
      const ordered = ORDER.includes(before) && ORDER.includes(after)
      if (ordered) expect(ORDER.indexOf(after)).toBeGreaterThanOrEqual(ORDER.indexOf(before))
    }),
  )
})

test('the order of the records does not matter, and judging again changes nothing', () => {
  fc.assert(
    fc.property(world, (held) => {
      const evidence = evidenceOf(held)
      const first = judge(evidence, held.previous)
      const turned = { sources: evidence.sources.toReversed(), ships: evidence.ships.toReversed() }
      expect(judge(turned, held.previous).status).toBe(first.status)
      const again = judge(evidence, { status: first.status, since: first.since })
      expect(again).toMatchObject({ status: first.status, since: first.since, ended: [] })
    }),
  )
})
