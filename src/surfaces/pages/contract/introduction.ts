import type { Contract } from '#contract/shapes/contract.ts'
import { contractPage, receiptPage } from '#views/site/pages.ts'
import { contractBond, contractRole, ownWords } from '#views/token/contract-text.ts'
import { isOtherToken } from '#views/token/text.ts'
import { listWords, listWordsFirst } from '#views/words/figures.ts'
import { ruleInForce } from '#views/words/rules.ts'
import { ESTABLISHED_WORDS } from '#views/words/sources.ts'
import { type Basis, missing, ownRecord, recorded } from '../basis.ts'
import { accounted } from '../components/account.ts'
import { copy } from '../components/address.ts'
import { clock } from '../components/clock.ts'
import { figure } from '../components/figure.ts'
import { linkOut, named } from '../components/quote.ts'
import { unknownMark } from '../components/unknown.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import type { Sheet } from '../sheet.ts'

/** What the contract is, and the project that it belongs to. */
export function introductionOf(answer: Contract, sheet: Sheet): Html {
  const { contract, project, source, role, chainId, noCodeAt } = answer
  const bond = contractBond(answer)
  return html`<p class="answers">Contract ${bond} <a href="${`/projects/${project.slug}`}">${named(project.name)}</a></p>
<h1>${contractRole(role)} ${bond} ${named(project.name)}</h1>
<p><code class="contract">${`${contract}`}</code> ${copy(contract)}</p>
${noCodeAt !== undefined && html`<p class="lead" data-evidence="${inAttribute(source.id)}">The chain has no contract at this address, ${clock({ at: noCodeAt, as: 'age', before: 'read' }, sheet)}.</p>`}
<p class="lead" data-evidence="${inAttribute(source.id)}">${namedBy(answer)} (${listWords(source.kind)}), established by ${ESTABLISHED_WORDS[source.establishedBy]}.${!isOtherToken(answer) && html` ${ownWords(answer)}`}</p>
${isOtherToken(answer) && html`<p class="warning" data-rule="${ruleInForce('token.verification')}">${ownWords(answer)}</p>`}
<p class="links"><a href="${receiptPage(source.id)}">Receipt of the source</a> <a href="${`/changes?contract=${inAttribute(chainId)}:${contract}`}">Changes of this contract</a> <a href="${`/token/${inAttribute(chainId)}/${contract}`}">Look it up as a token</a></p>`
}

/** The source that names the contract, which can be its own address. */
function namedBy({ contract, source: { url, locator } }: Contract): Html {
  if (url !== null) return html`Named by ${linkOut({ href: url, words: locator })}`
  return locator === contract ? html`Registered by this address` : html`Named by ${named(locator)}`
}

/** Where the contract comes from: its creation and its deployer. */
export function contractOriginOf(answer: Contract, sheet: Sheet): Html {
  const { creation, deployer, detectedAt, source, asOf, chainId } = answer
  const basis = recorded(source.id)
  return html`<dl class="list">
<div><dt>Chain</dt><dd><code>${inAttribute(chainId)}</code></dd></div>
<div><dt>Created</dt><dd>${createdOf(answer, sheet)}</dd></div>
<div><dt>Block</dt><dd>${figure({ name: 'Block of the creation', value: creation.block === undefined ? undefined : inAttribute(creation.block), basis: basisOrState(creation, basis) }, sheet)}</dd></div>
<div><dt>Transaction</dt><dd>${creation.transaction === undefined ? unknownMark({ name: 'Transaction', basis: basisOrState(creation, missing('NOT_RECORDED')) }, sheet) : html`<code>${creation.transaction}</code>`}</dd></div>
<div><dt>Deployer</dt><dd>${deployer.address === undefined ? unknownMark({ name: 'Deployer', basis: basisOrState(deployer, missing('NOT_RECORDED')) }, sheet) : html`<code>${`${deployer.address}`}</code> ${copy(deployer.address)}`}</dd></div>
<div><dt>First known</dt><dd><span data-evidence="${inAttribute(source.id)}">${clock({ at: detectedAt, as: 'instant' }, sheet)}</span></dd></div>
<div><dt>Evaluated</dt><dd>${asOf === undefined ? html`<span data-unknown="NOT_ENOUGH_YET">not yet</span>` : html`<span ${accounted(ownRecord(`/api${contractPage(answer.contract)}`))}>${clock({ at: asOf, as: 'age' }, sheet)}</span>`}</dd></div>
</dl>`
}

/** The basis of a value of a section; where there is none, the state of the section is the reason. */
function basisOrState({ state }: Contract['creation'] | Contract['deployer'], basis: Basis) {
  return state === 'MEASURED' ? basis : missing(state)
}

function createdOf({ creation, source }: Contract, sheet: Sheet): Html {
  const { createdAt, settled } = creation
  if (createdAt === undefined)
    return unknownMark({ name: 'Creation', basis: basisOrState(creation, missing('NOT_RECORDED')) }, sheet)
  return html`<span data-evidence="${inAttribute(source.id)}">${clock({ at: createdAt, as: 'instant' }, sheet)}${settled === false && html` <span class="clock">${listWordsFirst('the block can still be replaced')}</span>`}</span>`
}
