import { known } from '#contract/known.ts'
import type { LastShip } from '#contract/shapes/project-card.ts'
import { UNDATED } from '#views/words/clocks.ts'
import { listWords } from '#views/words/figures.ts'
import type { Basis } from '../basis.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import { clock } from './clock.ts'
import { linkOut, quote } from './quote.ts'
import { unknownMark } from './unknown.ts'

/** The newest counted ship in the words of its source, or why none is known. */
export function lastShip(
  of: {
    readonly ship: LastShip | undefined
    readonly basis: Basis
    readonly field?: `${string}:${string}`
    /** False where a heading names it already. */
    readonly withName?: boolean
  },
  sheet: Sheet,
): Html {
  const { ship, basis, field, withName = true } = of
  const name = withName && 'Last ship '
  if (ship === undefined)
    return html`${name}${unknownMark({ name: 'Last ship', basis, ...known({ field }) }, sheet)}`
  const { title, url, occurredAt, evidenceId, kind } = ship
  return html`<span data-evidence="${inAttribute(evidenceId)}">${name}${occurredAt === undefined ? html`<span class="clock">(${UNDATED})</span>` : clock({ at: occurredAt, as: 'age' }, sheet)}: ${url === undefined ? quote(title) : linkOut({ href: url, words: title })} <span class="kind brief">${listWords(kind)}</span></span>`
}
