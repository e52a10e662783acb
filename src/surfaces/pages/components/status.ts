import type { ActivityStatus } from '#contract/enums.ts'
import type { Instant } from '#contract/time.ts'
import { SILENT_STATUSES, TOLD_OF_THEN } from '#views/words/figures.ts'
import type { Basis } from '../basis.ts'
import { type Html, html } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import { accounted, accountOf } from './account.ts'
import { clock, exact } from './clock.ts'

/** An activity status: its word, since when it is concluded, and its rule. Its colour is never the only sign. */
export function statusMark(
  of: {
    readonly status: ActivityStatus
    readonly label: string
    readonly since?: Instant | undefined
    readonly basis: Basis
    /** Whether the readings are past their tolerance: a silence then describes their time, not the present. */
    readonly stale?: boolean
    readonly field?: `${string}:${string}`
  },
  sheet: Sheet,
): Html {
  const id = sheet.nextId()
  const { basis, field, since } = of
  const isOld = of.stale === true || basis.reading?.isOld === true
  const stale = isOld && SILENT_STATUSES.includes(of.status)
  return html`<span class="figure status ${of.status.toLowerCase()}${stale && ' stale'}" ${accounted(basis)}${field !== undefined && html` data-field="${field}"`}><button type="button" popovertarget="${id}"><data value="${of.status}">${of.label}</data></button>${since !== undefined && html` ${clock({ at: since, as: 'day', before: 'concluded since' }, sheet)}`}${stale && html` <span class="clock">${TOLD_OF_THEN}</span>`}<span class="account" id="${id}" popover><strong>Activity status</strong> ${since !== undefined && html`<span class="clock">First concluded ${exact(since)}.</span> `}${accountOf(basis, sheet)}</span></span>`
}
