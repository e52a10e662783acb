import type { ActivityStatus } from '#contract/enums.ts'
import { known } from '#contract/known.ts'
import type { LastShip } from '#contract/shapes/project-card.ts'
import type { Instant } from '#contract/time.ts'
import { weekOfShip } from '#views/ships/week.ts'
import { noCountedShip } from '#views/words/building.ts'
import { UNDATED } from '#views/words/clocks.ts'
import { listWords } from '#views/words/figures.ts'
import { type Basis, inWords } from '../basis.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import { clock, week } from './clock.ts'
import { linkOut, quote } from './quote.ts'
import { unknownMark } from './unknown.ts'

/** The newest counted ship in the words of its source, or why none is known. */
export function lastShip(
  of: {
    readonly ship: LastShip | undefined
    /** The status that is shown beside it: a watched silence says why no ship is known. */
    readonly status: ActivityStatus
    /** Since when every source was read, where that is known. */
    readonly from?: Instant | undefined
    readonly basis: Basis
    readonly field?: `${string}:${string}`
    /** Whether the project is named; false where a heading names it already. */
    readonly withName?: boolean
  },
  sheet: Sheet,
): Html {
  const { ship, status, from, basis, field, withName = true } = of
  const name = withName && 'Last ship '
  if (ship === undefined) {
    const reason = basis.kind === 'unknown' ? basis.reason : undefined
    const why = inWords(basis, noCountedShip({ status, reason, from }))
    return html`${name}${unknownMark({ name: 'Last ship', basis: why, ...known({ field }) }, sheet)}`
  }
  const { title, url, evidenceId, kind } = ship
  return html`<span data-evidence="${inAttribute(evidenceId)}">${name}${shipTime(ship, sheet)}: ${url === undefined ? quote(title) : linkOut({ href: url, words: title })} <span class="kind brief">${listWords(kind)}</span></span>`
}

/** When a ship happened: a week of code by its week, any other one by its age. */
export function shipTime(ship: LastShip, sheet: Sheet): Html {
  const monday = weekOfShip(ship)
  if (monday !== undefined) return week(monday)
  const { occurredAt: at } = ship
  return at === undefined ? html`<span class="clock">(${UNDATED})</span>` : clock({ at, as: 'age' }, sheet)
}
