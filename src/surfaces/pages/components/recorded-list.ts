import { shortAddress } from '#contract/ids.ts'
import type { RecordedField, RecordedValue } from '#views/evidence/recorded-fields.ts'
import { receiptPage } from '#views/site/pages.ts'
import { instantWords } from '#views/words/clocks.ts'
import { REASON_WORDS } from '#views/words/figures.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import { copy } from './address.ts'
import { day } from './clock.ts'
import { linkOut, named, quote } from './quote.ts'
import { FITTING } from './table.ts'

/** Recorded fields with their values. A value that is not known has its row and says so. */
export function recordedList(fields: readonly RecordedField[]): Html {
  const rows = fields.map(({ name, value }) => html`<div><dt>${name}</dt><dd>${shown(value)}</dd></div>`)
  return html`<dl class="list recorded">${rows}</dl>`
}

function shown(value: RecordedValue): Html {
  switch (value.kind) {
    case 'unknown':
      return html`<span class="unknown" data-unknown="${value.reason}"><span class="mark" aria-hidden="true">?</span> <span class="clock">${REASON_WORDS[value.reason]}</span></span>`
    case 'instant':
      return html`<time datetime="${inAttribute(value.at)}">${instantWords(value.at)}</time>`
    case 'day':
      return day(value.day)
    case 'evidence':
      return html`<a href="${receiptPage(value.id)}"><code>${inAttribute(value.id)}</code></a>`
    case 'address':
      return html`<code>${value.address}</code> ${copy(value.address)}`
    case 'link':
      return linkOut({ href: value.href, words: value.href })
    case 'code':
      return html`<code>${value.text}</code>`
    case 'absent':
      return html`<span class="clock" data-unknown="NOT_APPLICABLE">${value.words}</span>`
    case 'number':
    case 'word':
      return html`${value.words}`
    case 'said':
      return quote(value.words)
    case 'list':
      return listed(value)
    case 'table':
      return tableOf(value)
    case 'fields':
      return fieldsOf(value)
  }
}

function listed({ items, more }: Extract<RecordedValue, { kind: 'list' }>): Html {
  const [first, ...others] = items
  if (first === undefined) return html`none`
  if (others.length === 0 && more === 0) return shown(first)
  return html`<ul class="plain">${items.map((item) => html`<li>${shown(item)}</li>`)}</ul>${moreOf(more)}`
}

function tableOf({ columns, rows, more }: Extract<RecordedValue, { kind: 'table' }>): Html {
  const head = columns.map((column) => html`<th scope="col">${column}</th>`)
  const body = rows.map((row) => html`<tr>${row.map((cell) => html`<td>${inCell(cell)}</td>`)}</tr>`)
  return html`${columns.length > FITTING && html`<div class="note sideways">More columns to the right</div>`}<div class="table" role="region" aria-label="${columns.join(', ')}" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>${moreOf(more)}`
}

/** How many characters of an id or a hash a cell shows. */
const IN_CELL = 14

/** A value in a cell of a table: on one line, and only the mark where it is unknown. */
function inCell(value: RecordedValue): Html {
  if (value.kind === 'unknown')
    return html`<span class="unknown" data-unknown="${value.reason}"><span class="mark" title="${REASON_WORDS[value.reason]}">?</span></span>`
  if (value.kind === 'evidence')
    return html`<a href="${receiptPage(value.id)}"><code>${value.id.slice(0, IN_CELL)}…</code></a>`
  if (value.kind === 'address')
    return html`<code title="${value.address}">${shortAddress(value.address)}</code> ${copy(value.address)}`
  if (value.kind === 'code' && value.text.length > IN_CELL)
    return html`<code title="${value.text}">${value.text.slice(0, IN_CELL)}…</code>`
  if (value.kind !== 'fields') return shown(value)
  const parts = value.fields.map(
    ({ name, value: one }, at) => html`${at > 0 && '; '}${named(name)} ${inCell(one)}`,
  )
  return html`${parts}${value.more > 0 && html` <span class="note">more in the JSON</span>`}`
}

function fieldsOf({ fields, more }: Extract<RecordedValue, { kind: 'fields' }>): Html {
  if (fields.length === 0) return more === 0 ? html`none` : moreOf(more)
  const rows = fields.map(({ name, value }) => html`<li>${named(name)}: ${shown(value)}</li>`)
  return html`<ul class="plain">${rows}</ul>${moreOf(more)}`
}

/** The number of values that are left out; nothing when it is 0. The JSON has all values. */
function moreOf(more: number): Html {
  return more === 0 ? html`` : html`<p class="note">and ${String(more)} more in the JSON</p>`
}
