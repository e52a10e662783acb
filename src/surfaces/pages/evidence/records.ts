import { NOTHING_RESTS } from '#views/evidence/receipt-text.ts'
import { receiptWords } from '#views/evidence/receipt-words.ts'
import { recordedFields } from '#views/evidence/recorded-fields.ts'
import type { Resting } from '#views/evidence/resting.ts'
import { explanationLink } from '#views/site/links.ts'
import { contractPage, receiptPage } from '#views/site/pages.ts'
import { ownRecord } from '../basis.ts'
import { accounted } from '../components/account.ts'
import { changeRow } from '../components/change-row.ts'
import { cite } from '../components/cite.ts'
import { clock, week } from '../components/clock.ts'
import { quote } from '../components/quote.ts'
import { recordedList } from '../components/recorded-list.ts'
import { section } from '../components/section.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import { HERE, type Sheet } from '../sheet.ts'
import type { ReceiptAnswers } from './answers.ts'

/** The recorded fields, beyond those that the first words repeat. */
export function recordedOf({ receipt, contract }: ReceiptAnswers, sheet: Sheet): Html | undefined {
  const { id, recorded } = receipt
  if (recorded === undefined) return undefined
  const fields = recordedFields(recorded, receiptWords(receipt, sheet.now).fields)
  return section(
    {
      id: 'recorded',
      title: 'What is recorded',
      answers:
        'The fields of the record, in words. The JSON has them unchanged. A field without a value is unknown, never zero.',
      body: html`<div data-evidence="${inAttribute(id)}">${recordedList(fields)}</div>
${contract !== undefined && html`<p class="links"><a href="${contractPage(contract)}">The page of this contract</a></p>`}`,
    },
    sheet,
  )
}

/** What stands on the record: conclusions, records and entries of the ledger that cite it. */
export function restingOf({ resting, receipt }: ReceiptAnswers, sheet: Sheet): Html | undefined {
  if (resting === undefined) return undefined
  const { conclusions, records, changes } = resting
  const isEmpty = conclusions.length === 0 && records.length === 0 && changes.length === 0
  return section(
    {
      id: 'resting',
      title: 'What rests on it',
      answers: 'Which conclusions, records and entries of the ledger cite this record now?',
      body: isEmpty
        ? html`<p>${NOTHING_RESTS}</p>`
        : html`${conclusionsOf(resting, sheet)}${citingOf(resting, { receipt, sheet })}${changesOf(resting, { receipt, sheet })}`,
    },
    sheet,
  )
}

function conclusionsOf({ conclusions }: Resting, sheet: Sheet): Html | undefined {
  if (conclusions.length === 0) return undefined
  const rows = conclusions.map(({ id, name, rule, evaluatedAt: at, explained }) =>
    explained === null
      ? html`<li class="row" data-evidence="${inAttribute(id)}">${clock({ at, as: 'age' }, sheet)} <span class="what">${name} <span class="kind">concluded by <code>${rule}</code></span></span> <a class="receipt" href="${receiptPage(id)}">receipt</a></li>`
      : html`<li class="row" data-rule="${rule}">${clock({ at, as: 'age' }, sheet)} <span class="what">${name} <span class="kind">last confirmed by <code>${rule}</code></span></span> <a class="receipt" href="${explanationLink(explained, HERE)}">explanation</a></li>`,
  )
  return html`<h3>Conclusions</h3><ul class="rows">${rows}</ul>`
}

/** The receipt of the page, and the sheet that it is drawn with. */
type On = Pick<ReceiptAnswers, 'receipt'> & { readonly sheet: Sheet }

function citingOf({ records, recordsTotal }: Resting, { receipt, sheet }: On): Html | undefined {
  if (records.length === 0) return undefined
  const rows = records.map(
    ({ id, title, at, week: monday }) =>
      html`<li class="row" data-evidence="${inAttribute(id)}">${monday === undefined ? clock({ at, as: 'day' }, sheet) : week(monday)} <span class="what">${quote(title)}</span> <a class="receipt" href="${receiptPage(id)}">receipt</a></li>`,
  )
  return html`<h3>Records</h3><ul class="rows">${rows}</ul>${moreOf({ shown: records.length, total: recordsTotal, receipt })}`
}

function changesOf({ changes, changesTotal }: Resting, { receipt, sheet }: On): Html | undefined {
  if (changes.length === 0) return undefined
  const rows = changes.map((event) => changeRow({ event }, sheet))
  return html`<h3>Entries of the ledger</h3><ul class="rows">${rows}</ul>${moreOf({ shown: changes.length, total: changesTotal, receipt })}`
}

/** Says how many entries a shortened list has; undefined if all are shown. The page's Markdown has the same count. */
function moreOf(
  of: Pick<ReceiptAnswers, 'receipt'> & { readonly shown: number; readonly total: number },
): Html | undefined {
  const { shown, total, receipt } = of
  if (total <= shown) return undefined
  return html`<p class="note" ${accounted(ownRecord(`${receiptPage(receipt.id)}.md`))}>The newest ${String(shown)} of ${String(total)}.</p>`
}

/** How to cite the record. */
export function citeReceipt({ receipt: { id } }: ReceiptAnswers, sheet: Sheet): Html {
  const { baseUrl } = sheet.site
  const page = receiptPage(id)
  return section(
    {
      id: 'cite',
      title: 'Cite',
      body: html`${cite([
        { name: 'Evidence id', value: inAttribute(id) },
        { name: 'Permanent link', value: `${baseUrl}${page}`, href: page },
        { name: 'Receipt as JSON', value: `${baseUrl}/api${page}`, href: `/api${page}` },
      ])}`,
    },
    sheet,
  )
}
