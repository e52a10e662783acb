import type { Listed } from '#contract/broken-item.ts'
import { DISCLAIMERS } from '#contract/disclaimers.ts'
import { type Ignoring, ignoredField } from '#contract/ignored.ts'
import { known } from '#contract/known.ts'
import type { Ship, ShipList } from '#contract/shapes/ship.ts'
import type { Instant } from '#contract/time.ts'
import type { CodeWeekFacts } from '#domain/evidence.ts'
import { isComplete, knownAt } from '#domain/ships/code-week.ts'
import type { ListedShip } from '#domain/ships/listed-ship.ts'
import { shipTitle } from '../cards/card-fields.ts'
import { sourceReference } from '../evidence/receipt.ts'
import { listItems } from '../lists/list-items.ts'
import { projectReference } from '../project/reference.ts'
import { sourceUrl } from '../project/source-url.ts'
import type { ViewDeps } from '../site/links.ts'
import { sourceWords, wordsOrNull } from '../words/sources.ts'

/** A list of ships. The next list starts where this one ends. */
export function shipList(
  list: Ignoring & {
    readonly ships: readonly ListedShip[]
    readonly more: boolean
    readonly total: number | null
    readonly offset: number
  },
  deps: ViewDeps,
): ShipList {
  return {
    ...shipItems(list.ships, deps),
    ...known({ total: list.total }),
    nextOffset: list.more ? list.offset + list.ships.length : null,
    ...ignoredField(list),
    disclaimer: DISCLAIMERS.ships,
  }
}

/** Ships in their order. */
export function shipItems(ships: readonly ListedShip[], deps: ViewDeps): Listed<Ship> {
  return listItems(ships, { name: ({ id }) => id, build: (ship) => shipOf(ship, deps) })
}

/** A ship with its source; unknown fields are absent. */
export function shipOf(ship: ListedShip, { now, site }: ViewDeps): Ship {
  return {
    evidenceId: ship.id,
    project: projectReference(ship.project, site),
    kind: ship.kind,
    title: sourceWords(ship.title),
    displayTitle: shipTitle(ship, now),
    ...known({ version: wordsOrNull(ship.version), url: sourceUrl(ship.url) }),
    occurredAt: ship.occurredAt,
    precision: ship.precision,
    detectedAt: knownAt(ship),
    backing: ship.backing,
    source: sourceReference(ship.source),
    ...counting(ship),
    ...codeWeekOf(ship.codeWeek, now),
  }
}

/** The counts of a code week; absent for any other ship. */
export function codeWeekOf(facts: CodeWeekFacts | null, now: Instant): Pick<Ship, 'codeWeek'> {
  if (facts === null) return {}
  const { weekStart, humanCommits: commits, partial, readTo } = facts
  return { codeWeek: { weekStart, complete: isComplete(facts, now), commits, partial, readTo } }
}

function counting({ countsAs, notCountedReason }: ListedShip): Pick<Ship, 'countsAs' | 'notCountedReason'> {
  if (countsAs !== null) return { countsAs }
  return { countsAs, notCountedReason: notCountedReason === null ? 'not_evaluated' : notCountedReason }
}
