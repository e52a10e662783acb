import type { EvidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { receiptPage, rulePage } from '#views/site/pages.ts'
import { reasonMeaning } from '#views/words/figures.ts'
import type { Basis, ConclusionBasis, RecordBasis } from '../basis.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import { clock, exact } from './clock.ts'
import { wrongHere } from './wrong-here.ts'

/** The attribute that states the basis of an element. */
export function accounted(basis: Basis): Html {
  switch (basis.kind) {
    case 'evidence':
      return html`data-evidence="${inAttribute(basis.id)}"`
    case 'rule':
      return html`data-rule="${basis.rule}"`
    case 'service':
      return html`data-service="${basis.answer}"`
    case 'unknown':
      return html`data-unknown="${basis.reason}"`
  }
}

/** Receipts that the pop-up of a figure links. */
const SHOWN = 3

/** The basis of a figure, in the words of its pop-up. */
export function accountOf(basis: Basis, sheet: Sheet): Html {
  switch (basis.kind) {
    case 'evidence':
      return html`${recordWords(basis, sheet)} ${readingWords(basis, sheet)} ${wrongHere({ about: basis.id }, sheet)}`
    case 'rule':
      return html`${ruleWords(basis)} ${readingWords(basis, sheet)} ${wrongHere({ about: basis.evidence?.[0] ?? basis.rule }, sheet)}`
    case 'service':
      return html`<span>The service's own record. <a href="${basis.answer}">The same as JSON</a>.</span> ${wrongHere({}, sheet)}`
    case 'unknown':
      return html`<span>${basis.why?.meaning ?? reasonMeaning(basis.reason)}</span> ${readingWords(basis, sheet)} ${wrongHere({}, sheet)}`
  }
}

/** When the source of a figure was read and is read next; nothing for a figure without readings of its own. */
function readingWords(basis: Basis, sheet: Sheet): Html | undefined {
  if (basis.reading === undefined) return undefined
  const { last, next } = basis.reading
  const isNamed = basis.kind === 'evidence' && basis.readAt !== undefined
  return html`${last != null && !isNamed && html`<span>Last read ${ageAndInstant(last, sheet)}.</span> `}${nextWords(next, sheet)}`
}

function nextWords(next: Instant | null | undefined, { now }: Sheet): Html {
  if (next === undefined) return html`<span>It is not known when it is read next.</span>`
  if (next === null) return html`<span>No next reading is scheduled.</span>`
  const time = exact(next)
  return next > now
    ? html`<span>Read next: ${time}.</span>`
    : html`<span>The next reading is due since ${time}.</span>`
}

function recordWords({ id, others = [], total, readAt }: RecordBasis, sheet: Sheet): Html {
  return html`<span>Recorded${readAt !== undefined && html`, read ${ageAndInstant(readAt, sheet)}`}.</span> ${receipts([id, ...others], total)}`
}

function ageAndInstant(at: Instant, sheet: Sheet): Html {
  return html`${clock({ at, as: 'age' }, sheet)} (${exact(at)})`
}

function ruleWords(of: ConclusionBasis): Html {
  const { rule, explained, evidence = [], total, asOf, evaluatedAt, keptIn, list } = of
  const words = html`<a href="${rulePage(rule)}"><code>${rule}</code></a>`
  const here = explained !== undefined && html` (<a href="${explained}">as applied here, as JSON</a>)`
  return html`<span>Concluded by the rule ${words}${here}${asOf !== undefined && html`, for the time to ${exact(asOf)}`}${evaluatedAt !== undefined && html`, evaluated ${exact(evaluatedAt)}`}.</span>${keptIn !== undefined && html` <span>Recorded in <a href="${keptIn}">this answer as JSON</a>.</span>`}${list !== undefined && html` <span><a href="${list.path}">${list.words}</a>, as recorded now.</span>`} ${receipts(evidence, total)}`
}

function receipts(ids: readonly EvidenceId[], total: number | undefined): Html {
  if (ids.length === 0) return html``
  const links = ids.slice(0, SHOWN).map((id) => html`<a href="${receiptPage(id)}">${id.slice(0, 14)}…</a>`)
  const all = total ?? ids.length
  return html`<span>Receipts${all > SHOWN && ` (${SHOWN} of ${all})`}: ${links.flatMap((link, at) => (at === 0 ? [link] : [html`, `, link]))}.</span>`
}
