import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import { type CalendarDate, dateOf, mondayOf, msOf } from '#contract/time.ts'
import { placedAt, type RecordedShip } from '#domain/evidence.ts'

/** Why a ship collapses with another one that counts. */
export const COLLAPSE_REASONS = [
  'same_repository_and_day',
  'same_week',
  'same_day',
  'same_second',
  'same_upgrade',
] as const
type CollapseReason = (typeof COLLAPSE_REASONS)[number]

/** A group of ships that counts once. A ship can belong to several. */
type Group = { readonly key: string; readonly collapse: CollapseReason }

/**
 * Which of these ships collapse, by id, with the reason. They are newest first, so the latest ship of a group stands
 * for it. A deployment that an upgrade switches to collapses into the upgrade, and takes no place in a group.
 */
export function collapsedShips(ships: readonly RecordedShip[]): ReadonlyMap<EvidenceId, CollapseReason> {
  const switchedTo = new Set(ships.map(({ implementation }) => implementation?.address))
  const returns = returningUpgrades(ships)
  const taken = new Set<string>()
  const collapsed = new Map<EvidenceId, CollapseReason>()
  for (const ship of ships) {
    const groups = groupsOf(ship, returns)
    const earlier = groups.find(({ key }) => taken.has(key))
    if (ship.kind === 'deployment' && ship.contract !== null && switchedTo.has(ship.contract))
      collapsed.set(ship.id, 'same_upgrade')
    else if (earlier !== undefined) collapsed.set(ship.id, earlier.collapse)
    else for (const { key } of groups) taken.add(key)
  }
  return collapsed
}

function groupsOf(ship: RecordedShip, returns: ReadonlySet<EvidenceId>): readonly Group[] {
  const day = dateOf(placedAt(ship))
  switch (ship.kind) {
    case 'release':
      return [{ key: `release ${ship.origin} ${day}`, collapse: 'same_repository_and_day' }]
    case 'prerelease':
      return [{ key: `prerelease ${mondayOf(day)}`, collapse: 'same_week' }]
    case 'code_week':
      return [{ key: `code_week ${weekOf(ship)}`, collapse: 'same_week' }]
    case 'deployment':
      return [{ key: `deployment ${day}`, collapse: 'same_day' }]
    case 'upgrade': {
      const second = Math.floor(msOf(placedAt(ship)) / 1000)
      const once: Group = { key: `upgrade ${second}`, collapse: 'same_second' }
      const back: Group = { key: `return ${ship.origin} ${mondayOf(day)}`, collapse: 'same_week' }
      return returns.has(ship.id) ? [once, back] : [once]
    }
    case 'feature':
    case 'integration':
    case 'docs':
      return []
  }
}

/** The upgrades to an implementation that their contract had before. */
function returningUpgrades(ships: readonly RecordedShip[]): ReadonlySet<EvidenceId> {
  const had = new Map<string, Set<ContractAddress | null>>()
  const returns = new Set<EvidenceId>()
  for (const { id, origin, implementation } of ships.toReversed()) {
    if (implementation === null) continue
    const before = had.get(origin) ?? new Set()
    before.add(implementation.previous)
    if (before.has(implementation.address)) returns.add(id)
    had.set(origin, before.add(implementation.address))
  }
  return returns
}

/** The Monday of a ship's ISO week; for a code week, of the week itself. */
export function weekOf(ship: RecordedShip): CalendarDate {
  return ship.codeWeek === null ? mondayOf(dateOf(placedAt(ship))) : ship.codeWeek.weekStart
}

/** Newest first; ships of one block in the order of their logs. */
export function newestFirst(ships: readonly RecordedShip[]): readonly RecordedShip[] {
  return ships
    .map((ship) => ({ ship, atMs: msOf(placedAt(ship)), log: ship.block?.logIndex ?? -1 }))
    .toSorted((a, b) => b.atMs - a.atMs || b.log - a.log || (a.ship.id < b.ship.id ? 1 : -1))
    .map(({ ship }) => ship)
}
