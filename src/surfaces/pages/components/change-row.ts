import type { ChangeEvent } from '#contract/shapes/change.ts'
import { changeEvidence } from '#views/change-rows.ts'
import { listWords } from '#views/figure-words.ts'
import { receiptPage } from '#views/pages.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import { clock } from './clock.ts'
import { named } from './quote.ts'

/** An entry of the ledger: when, what kind, its summary, and its receipt. */
export function changeRow(
  { event, withProject = false }: { readonly event: ChangeEvent; readonly withProject?: boolean },
  sheet: Sheet,
): Html {
  const { occurredAt, detectedAt, recordedAt, type, summary, summaryCurrent, project } = event
  const id = changeEvidence(event)
  const when =
    occurredAt == null
      ? clock({ at: detectedAt ?? recordedAt, as: 'age', before: 'seen' }, sheet)
      : clock({ at: occurredAt, as: 'day' }, sheet)
  const of =
    withProject && project != null
      ? html`<a href="${`/projects/${project.slug}`}">${named(project.name)}</a> `
      : undefined
  // The words of a running code week are newer than its entry, and so is the date of its ship in other lists.
  const reworded =
    summary !== summaryCurrent && html` ${clock({ at: recordedAt, as: 'day', before: 'recorded on' }, sheet)}`
  const basis = id === undefined ? html`data-unknown="WITHHELD"` : html`data-evidence="${inAttribute(id)}"`
  const receipt =
    id === undefined ? undefined : html`<a class="receipt" href="${receiptPage(id)}">receipt</a>`
  return html`<li class="row" ${basis}>${when} <span class="what">${of}<span class="said"><bdi>${summaryCurrent}</bdi></span> <span class="kind">${listWords(type ?? 'change')}</span>${reworded}</span> ${receipt}</li>`
}
