import { type ContractAddress, parseAddress } from '#contract/ids.ts'
import { type Input, OPERATIONS } from '#contract/operations/index.ts'
import type { Receipt } from '#contract/shapes/receipt.ts'
import { readEvidence } from '#reads/evidence.ts'
import { isHeldContract, readResting } from '#reads/resting.ts'
import { receiptPage } from '#views/pages.ts'
import { receiptText } from '#views/receipt-text.ts'
import { receiptTitle } from '#views/receipt-words.ts'
import { clocksOf, receiptIntroduction } from './evidence/introduction.ts'
import { citeReceipt, recordedOf, restingOf } from './evidence/records.ts'
import { html } from './markup.ts'
import { definePage, type Head, type LoadDeps, pageAt } from './page.ts'
import { HERE, type Sheet } from './sheet.ts'

/** The receipt that the page prints, what stands on it, and the page of its contract where it has one. */
export type ReceiptAnswers = Awaited<ReturnType<typeof load>>

const { id } = OPERATIONS.evidence.input.path

const operation = pageAt({
  name: 'receiptPage',
  path: '/evidence/{id}',
  summary: 'Get the page of a receipt',
  input: { path: { id }, query: {} },
})

async function load({ id }: Input<'evidence'>, deps: LoadDeps) {
  const given = { ...deps, site: HERE }
  const receipt = await readEvidence({ id, ignoredParameters: [] }, given)
  const { project, withdrawn } = receipt
  const address = contractOf(receipt)
  const [resting, held] = await Promise.all([
    withdrawn || project === undefined
      ? undefined
      : readResting({ id: receipt.id, slug: project.slug }, given),
    address === undefined ? false : isHeldContract(address, given),
  ])
  return { receipt, resting, contract: held ? address : undefined }
}

function contractOf({ recorded }: Receipt): ContractAddress | undefined {
  return parseAddress(String(recorded?.['contract']))
}

/** The page of a receipt: what was seen, where, when, what rests on it, and what took its place. */
export const evidence = definePage({
  operation,
  address: ({ id }) => receiptPage(id.id),
  load,
  head: ({ receipt }, { now }): Head => ({
    title: receiptTitle(receipt, now),
    description: 'A receipt: what was recorded, from which source, when it was read, and what rests on it.',
    canonical: receiptPage(receipt.id),
    alternates: [
      { type: 'application/json', href: `/api${receiptPage(receipt.id)}`, words: 'Receipt as JSON' },
      { type: 'text/markdown', href: `${receiptPage(receipt.id)}.md`, words: 'Receipt as Markdown' },
    ],
  }),
  body: (answers: ReceiptAnswers, sheet) => html`<div class="columns">
<div class="first">${receiptIntroduction(answers, sheet)}</div>
<aside class="facts">${clocksOf(answers, sheet)}</aside>
<div class="rest">
${recordedOf(answers, sheet)}
${restingOf(answers, sheet)}
${citeReceipt(answers, sheet)}
</div>
</div>`,
  markdown: ({ receipt, resting }: ReceiptAnswers, { site, now }: Sheet) =>
    receiptText({ receipt, resting }, { site, now }),
})
