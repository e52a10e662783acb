import { ChangeDomain } from '#contract/enums.ts'
import { CHANGE_TYPES, domainOf } from '#contract/events.ts'
import { type ContractAddress, shortAddress } from '#contract/ids.ts'
import type { Input, Output } from '#contract/operations/index.ts'
import { type ChangeSelection, changeFilters, changesQuery, namedIn } from '#views/changes/filters.ts'
import { changeKind } from '#views/changes/kinds.ts'
import { capitalised, listWords, listWordsFirst } from '#views/words/figures.ts'
import { named } from '../components/quote.ts'
import { type Html, html } from '../markup.ts'

type ListedChanges = { readonly query: Input<'changes'>; readonly changes: Output<'changes'> }
type Chosen = { readonly words: Html | string; readonly without: ChangeSelection }

/** The filters that are chosen, each with a link that takes it away. */
export function chosenOf(answers: ListedChanges): Html | undefined {
  const chosen = chosenFilters(answers)
  if (chosen.length === 0) return undefined
  const items = chosen.map(
    ({ words, without }) => html`<li>${words} <a href="${pathOf(without)}" rel="nofollow">remove</a></li>`,
  )
  return html`<ul class="inline chosen" aria-label="Chosen filters" data-service="/api/changes">${items}</ul>`
}

function chosenFilters({ query, changes: { items } }: ListedChanges): readonly Chosen[] {
  const filters = changeFilters(query)
  const { domain, type, project, contract, since, until } = filters
  const name = items.find((event) => event.project?.slug === project)?.project?.name
  const words: { readonly [P in keyof ChangeSelection]: Html | string | undefined } = {
    domain: domain && `About ${domain.map(listWords).join(', ')}`,
    type: type?.map(changeKind).map(capitalised).join(', '),
    project: project && html`Of ${named(name ?? project)}`,
    contract: contract && html`Of the contract <code>${`${contract}`}</code>`,
    since: since && `Since ${since}`,
    until: until && `Until ${until}`,
  }
  return Object.entries(words).flatMap(([filter, said]) =>
    said === undefined ? [] : [{ words: said, without: { ...filters, [filter]: undefined } }],
  )
}

function pathOf(query: ChangeSelection): string {
  return `/changes${changesQuery(query)}`
}

/** The filters as links: domains, types, and the projects and contracts of the shown entries. */
export function filtersShown({ query, changes: { items } }: ListedChanges): Html {
  const filters = changeFilters(query)
  const { projects, contracts } = namedIn(items)
  const [domain] = filters.domain ?? []
  const types = CHANGE_TYPES.filter((type) => domain === undefined || domainOf(type) === domain)
  return html`<h2>Filters</h2><dl class="filters">
<dt>About</dt><dd>${linksOf([linkTo(filters, { words: 'Everything', chosen: filters.domain === undefined, with: { domain: undefined, type: undefined } }), ...ChangeDomain.enum.map((one) => linkTo(filters, { words: listWordsFirst(one), chosen: filters.domain?.includes(one) === true, with: { domain: [one], type: undefined } }))])}</dd>
<dt>Kind of change</dt><dd><details${(domain !== undefined || filters.type !== undefined) && html` open`}><summary>${domain === undefined ? 'All kinds' : `Kinds about ${listWords(domain)}`}</summary>${linksOf(types.map((type) => linkTo(filters, { words: capitalised(changeKind(type)), chosen: filters.type?.includes(type) === true, with: { type: [type] } })))}</details></dd>
${projects.length > 0 && html`<dt>Project, of those shown</dt><dd>${linksOf(projects.map(({ slug, name }) => linkTo(filters, { words: named(name), chosen: filters.project === slug, with: { project: slug } })))}</dd>`}
${contracts.length > 0 && html`<dt>Contract, of those shown</dt><dd>${linksOf(contracts.map((contract) => contractLink(filters, contract)))}</dd>`}
</dl>`
}

type Link = { readonly words: Html | string; readonly chosen: boolean; readonly with: ChangeSelection }

function linkTo(filters: ChangeSelection, { words, chosen, with: more }: Link): Html {
  const href = pathOf({ ...filters, ...more })
  return html`<a href="${href}"${chosen && html` aria-current="true"`}>${words}</a>`
}

function contractLink(filters: ChangeSelection, reference: string): Html {
  const contract = reference.slice(reference.indexOf(':') + 1) as ContractAddress
  const words = html`<code title="${`${contract}`}">${shortAddress(contract)}</code>`
  return linkTo(filters, { words, chosen: filters.contract === contract, with: { contract } })
}

function linksOf(links: readonly Html[]): Html {
  return html`<ul class="inline">${links.map((link) => html`<li>${link}</li>`)}</ul>`
}
