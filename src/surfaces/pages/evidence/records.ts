import { contractPage, receiptPage } from '#views/pages.ts'
import { receiptWords } from '#views/receipt-words.ts'
import { recordedFields } from '#views/recorded-fields.ts'
import type { Resting } from '#views/resting.ts'
import { ruleInForce } from '#views/rule-words.ts'
import { changeRow } from '../components/change-row.ts'
import { cite } from '../components/cite.ts'
import { clock } from '../components/clock.ts'
import { quote } from '../components/quote.ts'
import { recordedList } from '../components/recorded-list.ts'
import { section } from '../components/section.ts'
import { wrongHere } from '../components/wrong-here.ts'
import type { ReceiptAnswers } from '../evidence.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import type { Sheet } from '../sheet.ts'

/** The recorded fields, beyond those that the first words repeat. */
export function recordedOf({ receipt, contract }: ReceiptAnswers, sheet: Sheet): Html | undefined {
  const { id, recorded } = receipt
  if (recorded === undefined) return undefined
  const fields = recordedFields(recorded, receiptWords(receipt, sheet.now).fields)
  return section(
    {
      id: 'recorded',
      title: 'What is recorded',
      answers: 'The fields of the record, unchanged. A field without a value is unknown, never zero.',
      body: html`<div data-evidence="${inAttribute(id)}">${recordedList(fields)}</div>
${contract !== undefined && html`<p class="links"><a href="${contractPage(contract)}">The page of this contract</a></p>`}`,
    },
    sheet,
  )
}

/** What stands on the record: conclusions, records and entries of the ledger that cite it. */
export function restingOf({ resting }: ReceiptAnswers, sheet: Sheet): Html | undefined {
  if (resting === undefined) return undefined
  const { conclusions, records, changes } = resting
  const isEmpty = conclusions.length === 0 && records.length === 0 && changes.length === 0
  return section(
    {
      id: 'resting',
      title: 'What rests on it',
      answers: 'Which conclusions, records and entries of the ledger cite this record now?',
      body: isEmpty
        ? html`<p>No conclusion, record or entry of the ledger cites it now.</p>`
        : html`${conclusionsOf(resting, sheet)}${citingOf(resting, sheet)}${changesOf(resting, sheet)}`,
    },
    sheet,
  )
}

function conclusionsOf({ conclusions }: Resting, sheet: Sheet): Html | undefined {
  if (conclusions.length === 0) return undefined
  const rows = conclusions.map(
    ({ id, name, rule, evaluatedAt }) =>
      html`<li class="row" data-evidence="${inAttribute(id)}">${clock({ at: evaluatedAt, as: 'age' }, sheet)} <span class="what">${name} <span class="kind">concluded by <code>${rule}</code></span></span> <a class="receipt" href="${receiptPage(id)}">receipt</a></li>`,
  )
  return html`<h3>Conclusions</h3><ul class="rows">${rows}</ul>`
}

function citingOf({ records, recordsTotal }: Resting, sheet: Sheet): Html | undefined {
  if (records.length === 0) return undefined
  const rows = records.map(
    ({ id, title, at }) =>
      html`<li class="row" data-evidence="${inAttribute(id)}">${clock({ at, as: 'day' }, sheet)} <span class="what">${quote(title)}</span> <a class="receipt" href="${receiptPage(id)}">receipt</a></li>`,
  )
  return html`<h3>Records</h3><ul class="rows">${rows}</ul>${moreOf({ shown: records.length, total: recordsTotal })}`
}

function changesOf({ changes, changesTotal }: Resting, sheet: Sheet): Html | undefined {
  if (changes.length === 0) return undefined
  const rows = changes.map((event) => changeRow({ event }, sheet))
  return html`<h3>Entries of the ledger</h3><ul class="rows">${rows}</ul>${moreOf({ shown: changes.length, total: changesTotal })}`
}

function moreOf({ shown, total }: { readonly shown: number; readonly total: number }): Html | undefined {
  if (total <= shown) return undefined
  return html`<p class="note" data-rule="${ruleInForce('coverage')}">The newest ${String(shown)} of ${String(total)}.</p>`
}

/** How to cite the record, and how to say that it is wrong. */
export function citeOf({ receipt: { id } }: ReceiptAnswers, sheet: Sheet): Html {
  const { baseUrl } = sheet.site
  const page = receiptPage(id)
  return section(
    {
      id: 'cite',
      title: 'Cite and check',
      body: html`${cite(
        [
          { name: 'Evidence id', value: inAttribute(id) },
          { name: 'Permanent link', value: `${baseUrl}${page}`, href: page },
          { name: 'Receipt as JSON', value: `${baseUrl}/api${page}`, href: `/api${page}` },
        ],
        sheet,
      )}
<p class="note">${wrongHere({ about: id }, sheet)}</p>`,
    },
    sheet,
  )
}
