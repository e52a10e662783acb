import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ShipKind } from '#contract/enums.ts'
import { type Instant, instantOfMs, msOf } from '#contract/time.ts'
import { placedAt, type RecordedShip } from '#domain/evidence.ts'
import { countShips, isStanding, meaningfulShips30d, type ShipCount } from '#domain/ships/ships.ts'
import { day, repositoryOf, shipOf, sourceOf, weekOf } from '#test/given/build-evidence.ts'
import { buildCard } from './card.ts'

const NOW = day(40)
const SOURCES = [repositoryOf('repo', { from: 0, okTo: 40 }), sourceOf('deployer', 'deployer')]

const anyShip = fc.record({
  kind: fc.constantFrom(...ShipKind.enum),
  minute: fc.integer({ min: 33 * 24 * 60, max: 40 * 24 * 60 }),
  origin: fc.constantFrom('a', 'b'),
  withdrawn: fc.boolean(),
})
type AnyShip = typeof anyShip extends fc.Arbitrary<infer T> ? T : never

function shipFrom({ kind, minute, origin, withdrawn }: AnyShip, index: number): RecordedShip {
  const at = minute / (24 * 60)
  const codeWeek = kind === 'code_week' ? weekOf(at) : null
  const isDated = kind !== 'upgrade' || minute % 2 === 0
  return shipOf(`s${index}`, at, {
    kind,
    origin,
    withdrawn,
    codeWeek,
    ...(isDated ? {} : { occurredAt: null }),
  })
}
const cardOf = (ships: readonly RecordedShip[]) =>
  buildCard({ evidence: { sources: SOURCES, ships }, signals: [] }, NOW)
const byTime = (ships: readonly RecordedShip[]) =>
  ships.toSorted((a, b) => msOf(placedAt(a)) - msOf(placedAt(b)) || (a.id < b.id ? -1 : 1))

test('[R67] the last activity is the newest dated one of release, deployment, upgrade, code week and any other ship', () => {
  fc.assert(
    fc.property(fc.array(anyShip, { maxLength: 12 }), (drawn) => {
      const ships = byTime(drawn.map(shipFrom))
      const card = cardOf(ships)
      const counts = countShips({ sources: SOURCES, ships }, NOW)
      const standing = ships.filter(({ id }) => isStanding(counts.get(id) as ShipCount))
      const newest = (kinds: readonly RecordedShip['kind'][]) =>
        standing.findLast(({ kind }) => kinds.includes(kind))?.occurredAt
      const dated = standing.findLast(({ occurredAt }) => occurredAt !== null)
      expect(instantOf(card.lastActivityAt)).toBe(dated === undefined ? undefined : dated.occurredAt)
      expect(atOf(card.latestMeaningfulShip)).toBe(newest(ShipKind.enum))
      expect(atOf(card.latestRelease)).toBe(newest(['release']))
      expect(atOf(card.latestDeployment)).toBe(newest(['deployment', 'upgrade']))
      const week = card.lastCodeActivity
      expect(week.kind === 'UNKNOWN' ? undefined : week.value.ship.occurredAt).toBe(newest(['code_week']))
    }),
  )
})

test('[R66] a further ship of a group never makes the last activity older and never changes the count', () => {
  fc.assert(
    fc.property(fc.array(anyShip, { maxLength: 8 }), fc.integer({ min: 1, max: 600 }), (drawn, minutes) => {
      const ships = byTime(drawn.map(shipFrom))
      const [release] = ships.filter(({ kind, withdrawn }) => kind === 'release' && !withdrawn)
      fc.pre(release !== undefined)
      const again = shipOf('again', 0, {
        origin: release?.origin ?? '',
        occurredAt: sameDay(release?.occurredAt as Instant, minutes),
      })
      const more = byTime([...ships, again])
      const [before, after] = [cardOf(ships), cardOf(more)].map(({ lastActivityAt }) =>
        instantOf(lastActivityAt),
      )
      expect(msOf(after as Instant)).toBeGreaterThanOrEqual(msOf(before as Instant))
      const [one, two] = [ships, more].map((of) => meaningfulShips30d({ sources: SOURCES, ships: of }, NOW))
      expect(two).toMatchObject({ value: one?.kind === 'DERIVED' ? one.value : null })
    }),
  )
})

/** A later time of the same UTC day. */
function sameDay(at: Instant, minutes: number): Instant {
  const end = `${at.slice(0, 10)}T23:59:59.000Z` as Instant
  const later = msOf(at) + minutes * 60_000
  return later < msOf(end) ? instantOfMs(later) : end
}

function instantOf(claim: ReturnType<typeof cardOf>['lastActivityAt']): Instant | undefined {
  return claim.kind === 'UNKNOWN' ? undefined : claim.value
}

function atOf(claim: ReturnType<typeof cardOf>['latestRelease']): Instant | null | undefined {
  return claim.kind === 'UNKNOWN' ? undefined : claim.value.occurredAt
}
