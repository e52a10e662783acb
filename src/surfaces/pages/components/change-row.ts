import type { ChangeEvent } from '#contract/shapes/change.ts'
import { changeKindBeside } from '#views/changes/kinds.ts'
import { changeEvidence } from '#views/changes/rows.ts'
import { changeWords } from '#views/changes/words.ts'
import { receiptPage } from '#views/site/pages.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import { clock } from './clock.ts'
import { named } from './quote.ts'

/** Note above entries that are grouped by the day on which the service saw them. */
export const OWN_DATE = 'A date in a row is that of its source.'

/** An entry of the ledger: when, what kind, its line, and its receipt. */
export function changeRow(
  {
    event,
    withProject = false,
    seen = 'age',
  }: {
    readonly event: ChangeEvent
    readonly withProject?: boolean
    /** Form of the time at which an undated change was seen: `day` on a page of a past day. */
    readonly seen?: 'age' | 'day'
  },
  sheet: Sheet,
): Html {
  const { occurredAt, detectedAt, recordedAt, project, precision } = event
  const id = changeEvidence(event)
  const kind = changeKindBeside(event)
  const when =
    occurredAt == null
      ? clock({ at: detectedAt ?? recordedAt, as: seen, before: 'seen' }, sheet)
      : clock({ at: occurredAt, as: 'day', before: precision === 'SCHEDULED' ? 'due' : '' }, sheet)
  const of =
    withProject && project != null
      ? html`<a href="${`/projects/${project.slug}`}">${named(project.name)}</a> `
      : undefined
  const basis = id === undefined ? html`data-unknown="WITHHELD"` : html`data-evidence="${inAttribute(id)}"`
  const receipt =
    id === undefined ? undefined : html`<a class="receipt" href="${receiptPage(id)}">receipt</a>`
  return html`<li class="row" ${basis}>${when} <span class="what">${of}<span class="said"><bdi>${changeWords(event)}</bdi></span>${kind !== undefined && html` <span class="kind brief">${kind}</span>`}</span> ${receipt}</li>`
}
