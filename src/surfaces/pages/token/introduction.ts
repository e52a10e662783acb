import type { ScanCard } from '#contract/shapes/scan-card.ts'
import type { TokenLookup } from '#contract/shapes/token-lookup.ts'
import { unmeasuredScan } from '#views/cards/scan-card.ts'
import { contractPage, receiptPage } from '#views/site/pages.ts'
import { isOtherToken, NOT_OF_TOKEN, OTHER_TOKEN, tokenName, UNPUBLISHED } from '#views/token/text.ts'
import { listWords, listWordsFirst } from '#views/words/figures.ts'
import { ruleInForce } from '#views/words/rules.ts'
import { basisOf, beforeEvaluation } from '../basis.ts'
import { copy } from '../components/address.ts'
import { clock } from '../components/clock.ts'
import { figure } from '../components/figure.ts'
import { lastShip, shipTime } from '../components/last-ship.ts'
import { linkOut, named, quote } from '../components/quote.ts'
import { search } from '../components/search.ts'
import { statusMark } from '../components/status.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import type { Sheet } from '../sheet.ts'

/** Whether the token is a contract that has a page. */
type Held = { readonly held: boolean }
/** The same, with the scan, which states how well building is read. */
type Scanned = Held & { readonly scan: ScanCard }

/** A token for which nothing is published: the scan's answer, and what it does not say. */
export function notPublished(scan: ScanCard, { held }: Held): Html {
  const { contract_address: address, chain_id: chain, reason = 'unpublished' } = scan
  const { heading, meaning } = UNPUBLISHED[reason]
  return html`<h1>${heading}</h1>
<p class="lead" data-service="/api">${meaning}</p>
<p><code class="contract">${`${address}`}</code> ${copy(address)} <span class="clock">on chain <code>${inAttribute(chain)}</code></span></p>
${held && html`<p><a href="${contractPage(address)}">This address is a contract of a published project</a>, but not its token.</p>`}
${search({})}`
}

/** A token of a published project: whether the project names it, and whether the project ships. */
export function publishedOf(lookup: TokenLookup, { held, scan }: Scanned, sheet: Sheet): Html {
  const { project, contract, chainId } = lookup
  const name = tokenName(lookup)
  return html`<p class="answers">${ownerOf(lookup)}</p>
<h1>${named(name ?? project?.name ?? 'Token')}</h1>
<p><code class="contract">${`${contract}`}</code> ${copy(contract)} <span class="clock">on chain <code>${inAttribute(chainId)}</code></span></p>
<div class="columns"><div class="first">
${verdictOf(lookup, scan, sheet)}
${lastShipOf(lookup, sheet)}
<p class="links">${project !== undefined && html`<a href="${`/projects/${project.slug}`}">The project: does it still ship, and how is that known?</a>`}${held && html` <a href="${contractPage(contract)}">The contract: creation, source code, calls</a>`}</p>
</div><aside class="facts">${factsOf(lookup, sheet)}</aside></div>`
}

/** Whose token it is. One that the project does not name is said to be none of its own before all else. */
function ownerOf(lookup: TokenLookup): Html {
  const { project } = lookup
  if (project === undefined) return html`Token`
  const link = html`<a href="${`/projects/${project.slug}`}">${named(project.name)}</a>`
  return isOtherToken(lookup)
    ? html`Recorded for ${link}, which names another contract as its token`
    : html`Token of ${link}`
}

function verdictOf(lookup: TokenLookup, scan: ScanCard, sheet: Sheet): Html {
  const { activityStatus = 'UNKNOWN', activityLabel, project, claims, asOf } = lookup
  const shown = statusMark(
    {
      status: activityStatus,
      label: activityLabel ?? 'Not known',
      basis: beforeEvaluation(basisOf(claims?.['activityStatus']), asOf),
      field: 'token:activityStatus',
    },
    sheet,
  )
  const why = unmeasuredScan(scan)
  const help = why !== undefined && html`<p class="help" data-rule="${ruleInForce('coverage')}">${why}</p>`
  if (!isOtherToken(lookup)) return html`<p class="verdict">${shown}</p>${help}`
  return html`<p class="verdict warning" data-rule="${ruleInForce('token.verification')}">${OTHER_TOKEN}</p>
<p>Activity of the project${project !== undefined && html` ${named(project.name)}`}: ${shown}</p>
<p class="help">${NOT_OF_TOKEN}</p>
${help}`
}

function lastShipOf(lookup: TokenLookup, sheet: Sheet): Html {
  const { project, activityStatus, claims, asOf } = lookup
  const ship = project?.lastShip
  if (ship === undefined) {
    const basis = beforeEvaluation(basisOf(claims?.['lastShip']), asOf)
    return html`<p>${lastShip({ ship, status: activityStatus ?? 'UNKNOWN', basis }, sheet)}</p>`
  }
  const { title, url, evidenceId, kind } = ship
  return html`<p data-evidence="${inAttribute(evidenceId)}">Last ship${isOtherToken(lookup) && ' of the project'} ${shipTime(ship, sheet)}: ${url === undefined ? quote(title) : linkOut({ href: url, words: title })} <span class="kind">${listWords(kind)}</span> <a class="receipt" href="${receiptPage(evidenceId)}">receipt</a></p>`
}

function factsOf(lookup: TokenLookup, sheet: Sheet): Html {
  const { tokenVerification, tokenVerificationReason, researchLevel, asOf, claims } = lookup
  const shown = (name: string, field: 'tokenVerification' | 'researchLevel', value: string | undefined) =>
    html`<div><dt>${name}</dt><dd>${figure({ name, value, words: value === undefined ? undefined : listWordsFirst(value), basis: beforeEvaluation(basisOf(claims?.[field]), asOf), field: `token:${field}` }, sheet)}${field === 'tokenVerification' && tokenVerificationReason !== undefined && html`<span class="clock">, ${listWords(tokenVerificationReason)}</span>`}</dd></div>`
  return html`<dl class="list">
${shown('Is it the project’s?', 'tokenVerification', tokenVerification)}
${shown('Research', 'researchLevel', researchLevel)}
<div><dt>Evaluated</dt><dd>${asOf === undefined ? html`<span data-unknown="NOT_ENOUGH_YET">not yet</span>` : html`<span data-rule="${ruleInForce('activity.status')}">${clock({ at: asOf, as: 'age' }, sheet)}</span>`}</dd></div>
</dl>`
}
