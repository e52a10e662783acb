import { OPERATIONS } from '#contract/operations/index.ts'
import { receiptText } from '#views/evidence/receipt-text.ts'
import { receiptTitle } from '#views/evidence/receipt-words.ts'
import { receiptPage } from '#views/site/pages.ts'
import { loadReceipt, type ReceiptAnswers } from './evidence/answers.ts'
import { clocksOf, receiptIntroduction } from './evidence/introduction.ts'
import { citeReceipt, recordedOf, restingOf } from './evidence/records.ts'
import { html } from './markup.ts'
import { asJson, definePage, type Head, pageAt } from './page.ts'
import type { Sheet } from './sheet.ts'

const { id } = OPERATIONS.evidence.input.path

const operation = pageAt({
  name: 'receiptPage',
  path: '/evidence/{id}',
  summary: 'Get the page of a receipt',
  input: { path: { id }, query: {} },
})

/** The page of a receipt: what was seen, where, when, what rests on it, and what took its place. */
export const evidence = definePage({
  operation,
  address: ({ id }) => receiptPage(id.id),
  load: loadReceipt,
  head: ({ receipt }, { now }): Head => ({
    title: receiptTitle(receipt, now),
    description: 'A receipt: what was recorded, from which source, when it was read, and what rests on it.',
    canonical: receiptPage(receipt.id),
    alternates: [asJson(`/api${receiptPage(receipt.id)}`, 'Receipt as JSON')],
  }),
  body: (answers: ReceiptAnswers, sheet) => html`${receiptIntroduction(answers, sheet)}
${clocksOf(answers, sheet)}
${recordedOf(answers, sheet)}
${restingOf(answers, sheet)}
${citeReceipt(answers, sheet)}`,
  markdown: ({ receipt, resting }: ReceiptAnswers, { site, now }: Sheet) =>
    receiptText({ receipt, resting }, { site, now }),
  shared: ({ receipt }: ReceiptAnswers, { now }: Sheet) => ({
    title: 'Receipt',
    lines: [receiptTitle(receipt, now), receipt.id],
  }),
})
