import type { Ship } from '#contract/shapes/ship.ts'
import { weekOfShip } from '#views/ships/week.ts'
import { receiptPage } from '#views/site/pages.ts'
import { listWords } from '#views/words/figures.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import { dayOrSeen, week } from './clock.ts'
import { linkOut, quote } from './quote.ts'

/** A ship in a list: when, what in the words of its source, whether it counts, and its receipt. */
export function shipRow(ship: Ship, sheet: Sheet): Html {
  const { evidenceId, kind, displayTitle, url, countsAs, notCountedReason } = ship
  const monday = weekOfShip(ship)
  const counted =
    countsAs === null ? `not counted: ${listWords(notCountedReason ?? 'not_evaluated')}` : listWords(kind)
  return html`<li class="row${countsAs === null && ' aside'}" data-evidence="${inAttribute(evidenceId)}">${monday === undefined ? dayOrSeen(ship, sheet) : week(monday)} <span class="what">${url === undefined ? quote(displayTitle) : linkOut({ href: url, words: displayTitle })} <span class="kind brief">${counted}</span></span> <a class="receipt" href="${receiptPage(evidenceId)}">receipt</a></li>`
}
