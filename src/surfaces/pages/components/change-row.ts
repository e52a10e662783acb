import type { ChangeEvent } from '#contract/shapes/change.ts'
import { changeKindBeside } from '#views/changes/kinds.ts'
import { changeEvidence, changeWeek } from '#views/changes/rows.ts'
import { changeWords } from '#views/changes/words.ts'
import { receiptPage } from '#views/site/pages.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import { clock, week } from './clock.ts'
import { named } from './quote.ts'

/** Note above entries that are grouped by the day on which the service saw them. */
export const OWN_DATE = 'A date in a row is that of its source.'

/** An entry. `seen` is the form of the time at which an undated change was seen: `day` on a page of a past day. */
type Seen = { readonly event: ChangeEvent; readonly seen?: 'age' | 'day' }

/** An entry of the ledger: when, what kind, its line, and its receipt. */
export function changeRow(
  { event, withProject = false, seen = 'age' }: Seen & { readonly withProject?: boolean },
  sheet: Sheet,
): Html {
  const { project } = event
  const id = changeEvidence(event)
  const kind = changeKindBeside(event)
  const of =
    withProject && project != null
      ? html`<a href="${`/projects/${project.slug}`}">${named(project.name)}</a> `
      : undefined
  const basis = id === undefined ? html`data-unknown="WITHHELD"` : html`data-evidence="${inAttribute(id)}"`
  const receipt =
    id === undefined ? undefined : html`<a class="receipt" href="${receiptPage(id)}">receipt</a>`
  return html`<li class="row" ${basis}>${whenOf({ event, seen }, sheet)} <span class="what">${of}<span class="said"><bdi>${changeWords(event)}</bdi></span>${kind !== undefined && html` <span class="kind brief">${kind}</span>`}</span> ${receipt}</li>`
}

function whenOf({ event, seen = 'age' }: Seen, sheet: Sheet): Html {
  const { occurredAt, detectedAt, recordedAt, precision } = event
  const monday = changeWeek(event)
  if (monday !== undefined) return week(monday)
  if (occurredAt == null) return clock({ at: detectedAt ?? recordedAt, as: seen, before: 'seen' }, sheet)
  return clock({ at: occurredAt, as: 'day', before: precision === 'SCHEDULED' ? 'due' : '' }, sheet)
}
