import { type Input, OPERATIONS } from '#contract/operations/index.ts'
import type { Contract } from '#contract/shapes/contract.ts'
import { readContract } from '#reads/contract.ts'
import { contractPage } from '#views/site/pages.ts'
import { contractText, contractTitle, sharedContract } from '#views/token/contract-text.ts'
import { contractOriginOf, introductionOf } from './contract/introduction.ts'
import { contractSourceOf, contractUseOf, interfaceOf, proxyOf } from './contract/sections.ts'
import { html } from './markup.ts'
import { asJson, definePage, type Head, type LoadDeps, pageAt } from './page.ts'
import type { Sheet } from './sheet.ts'

const operation = pageAt({
  name: 'contractPage',
  path: '/contracts/{chainId}/{address}',
  summary: 'Get the page of a contract',
  input: OPERATIONS.contract.input,
})

const load = (input: Input<'contract'>, deps: LoadDeps) => readContract(input, deps)

/** The page of a contract: what it is, whose it is, and how well each part is read. */
export const contract = definePage({
  operation,
  address: ({ address }) => contractPage(address),
  load,
  head: (answer: Contract): Head => ({
    title: contractTitle(answer),
    description: 'What this contract is, whose it is, and how well each part of it is read.',
    canonical: contractPage(answer.contract),
    alternates: [
      asJson(`/api${contractPage(answer.contract)}`, 'Contract as JSON'),
      asJson(`/api/changes?contract=${answer.chainId}:${answer.contract}`, 'Changes of the contract as JSON'),
    ],
  }),
  body: (answer: Contract, sheet) => html`<div class="columns">
<div class="first">${introductionOf(answer, sheet)}</div>
<aside class="facts">${contractOriginOf(answer, sheet)}</aside>
<div class="rest">
${proxyOf(answer, sheet)}
${contractSourceOf(answer, sheet)}
${interfaceOf(answer, sheet)}
${contractUseOf(answer, sheet)}
<p class="note">${answer.disclaimer}</p>
</div>
</div>`,
  markdown: (answer: Contract, { site }: Sheet) => contractText(answer, site),
  shared: sharedContract,
})
