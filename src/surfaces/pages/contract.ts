import { type Input, OPERATIONS } from '#contract/operations/index.ts'
import { readContract } from '#reads/contract.ts'
import { contractPage } from '#views/site/pages.ts'
import { contractText, contractTitle, sharedContract } from '#views/token/contract-text.ts'
import { contractOriginOf, introductionOf } from './contract/introduction.ts'
import { contractSourceOf, contractUseOf, interfaceOf, proxyOf } from './contract/sections.ts'
import { html } from './markup.ts'
import { asJson, definePage, type Head, type LoadDeps, pageAt } from './page.ts'
import { loadLocks, locksOf } from './project/locks.ts'
import { NO_READINGS, type Sheet } from './sheet.ts'

const operation = pageAt({
  name: 'contractPage',
  path: '/contracts/{chainId}/{address}',
  summary: 'Get the page of a contract',
  input: OPERATIONS.contract.input,
})

/** The contract, and of the contract of a token also its locks. */
type ContractAnswers = Awaited<ReturnType<typeof load>>

async function load(input: Input<'contract'>, deps: LoadDeps) {
  const answer = await readContract(input, deps)
  const locks = answer.role === 'token' ? await loadLocks(answer.project.slug, deps) : undefined
  return { answer, locks }
}

/** The page of a contract: its kind, its project, and how well each part is read. */
export const contract = definePage({
  operation,
  address: ({ address }) => contractPage(address),
  load,
  readings: ({ locks }: ContractAnswers) => (locks === undefined ? NO_READINGS : locks.readings),
  head: ({ answer, locks }: ContractAnswers): Head => ({
    title: contractTitle(answer),
    description: 'What this contract is, whose it is, and how well each part of it is read.',
    canonical: contractPage(answer.contract),
    alternates: [
      asJson(`/api${contractPage(answer.contract)}`, 'Contract as JSON'),
      asJson(`/api/changes?contract=${answer.chainId}:${answer.contract}`, 'Changes of the contract as JSON'),
      ...(locks === undefined
        ? []
        : [asJson(`/api/projects/${answer.project.slug}/snapshot`, 'Snapshot of the project as JSON')]),
    ],
  }),
  body: ({ answer, locks }: ContractAnswers, sheet) => html`<div class="columns">
<div class="first">${introductionOf(answer, sheet)}</div>
<aside class="facts">${contractOriginOf(answer, sheet)}</aside>
<div class="rest">
${proxyOf(answer, sheet)}
${contractSourceOf(answer, sheet)}
${interfaceOf(answer, sheet)}
${contractUseOf(answer, sheet)}
${locks !== undefined && locksOf(locks, sheet)}
<p class="note">${answer.disclaimer}</p>
</div>
</div>`,
  markdown: ({ answer, locks }: ContractAnswers, { site }: Sheet) => contractText(answer, site, locks),
  shared: ({ answer }: ContractAnswers) => sharedContract(answer),
})
