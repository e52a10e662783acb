import { known } from '#contract/known.ts'
import { LIMITS } from '#contract/limits.ts'
import type { InputOf } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { RadarFilter } from '#contract/shapes/radar.ts'
import { readBuilders } from '#reads/builders.ts'
import { readReadings } from '#reads/readings.ts'
import { noRankWords, PAST_END } from '#views/lists/empty-lists.ts'
import { FILTER_WORDS, radarMarkdown, radarTitle } from '#views/lists/radar-list.ts'
import { addressWith } from '#views/site/page-address.ts'
import { rulePage } from '#views/site/pages.ts'
import { ruleInForce, ruleText } from '#views/words/rules.ts'
import { concluded, evaluated } from './basis.ts'
import { clock } from './components/clock.ts'
import { dataLinks } from './components/data-links.ts'
import { figure } from './components/figure.ts'
import { chosenFilterLinks } from './components/filters.ts'
import { missingList } from './components/missing-list.ts'
import { pagesOfList } from './components/pages-of-list.ts'
import { named } from './components/quote.ts'
import { rankEntry } from './components/rank-entry.ts'
import { search } from './components/search.ts'
import { section } from './components/section.ts'
import { formField } from './form-parameter.ts'
import { nextMarkdown } from './layout.ts'
import { type Html, html } from './markup.ts'
import { asJson, definePage, type Head, type LoadDeps, pageAt } from './page.ts'
import { LIST_PATH } from './projects/list-address.ts'
import type { Sheet } from './sheet.ts'

const PATH = '/radar'
/** Ranks on a page. Each rank also shows its parts as bars. */
const RANKS = 24

const { filter, q, offset } = OPERATIONS.builders.input.query
const operation = pageAt({
  name: 'radar',
  path: PATH,
  summary: 'Get the Radar',
  input: { path: {}, query: { filter, q: formField(q), offset } },
})

type Query = InputOf<typeof operation>
type Radar = Awaited<ReturnType<typeof load>>

async function load({ ignoredParameters, ...query }: Query, deps: LoadDeps) {
  const list = await readBuilders({ ...query, limit: RANKS, ignoredParameters }, deps)
  const readings = await readReadings(
    list.items.map(({ project }) => project),
    deps,
  )
  return { query, list, readings }
}

/** The Radar: who builds, by the stated rule and without any price. */
export const radar = definePage({
  operation,
  menu: 'Radar',
  load,
  address: addressOf,
  readings: ({ readings }) => readings,
  head,
  body: (answer: Radar, sheet) => html`<h1>Radar</h1>
<p class="lead">Who builds, by one stated rule. No price, payment or holding is an input.</p>
<div class="columns">
<div class="first">
${listsOf(answer)}
${search(searchOf(answer))}
${searchedOf(answer)}
${ranksOf(answer, sheet)}
</div>
<aside class="facts">${ruleOf(answer, sheet)}
<p class="note">A rank is among all ranked projects. <a href="${LIST_PATH}#filters">Projects by narrative or launchpad</a> are in the list of projects.</p></aside>
</div>`,
  markdown: ({ query, list }, sheet) => {
    const more = nextMarkdown(list, (offset) => addressOf({ ...query, offset }), sheet)
    return radarMarkdown({ ...query, list, more }, sheet.site)
  },
  shared: ({ query, list }) => ({ title: 'Radar', lines: [radarTitle(query, list)] }),
})

type Chosen = { readonly [K in 'filter' | 'q' | 'offset']?: Query[K] | undefined }

function addressOf(chosen: Chosen): string {
  return addressWith(PATH, {
    filter: chosen.filter === 'all' ? undefined : chosen.filter,
    q: chosen.q,
    offset: chosen.offset === 0 ? undefined : chosen.offset,
  })
}

function head({ query, list }: Radar): Head {
  return {
    title: radarTitle(query, list),
    description: FILTER_WORDS[query.filter].says,
    canonical: addressOf(query),
    alternates: [asJson(jsonAddress(query), 'This list as JSON')],
  }
}

function jsonAddress(query: Radar['query']): string {
  return addressWith('/api/builders', { ...query, limit: RANKS })
}

function searchOf({ query }: Radar): Parameters<typeof search>[0] {
  const kept = query.filter === 'all' ? [] : ([['filter', query.filter]] as const)
  return {
    ...known({ said: query.q }),
    action: PATH,
    label: 'Find a ranked project',
    lengths: LIMITS.radarQuery,
    kept,
  }
}

/** The searched words, with a link to the same list without them. */
function searchedOf({ query }: Radar): Html | undefined {
  const { q, filter: list } = query
  return q === undefined
    ? undefined
    : chosenFilterLinks([{ name: 'words', words: q, href: addressOf({ filter: list }) }])
}

function listsOf({ query }: Radar): Html {
  const links = RadarFilter.enum.map(
    (one) =>
      html`<li><a href="${addressOf({ ...query, filter: one, offset: 0 })}"${one === query.filter && html` aria-current="true"`}>${FILTER_WORDS[one].words}</a></li>`,
  )
  return html`<nav aria-label="Lists of the Radar"><ul class="inline tabs">${links}</ul></nav>`
}

function ranksOf({ query, list }: Radar, sheet: Sheet): Html {
  const { available, items, total, nextOffset, rule, asOf } = list
  if (!available || total === null || rule === undefined) return missingList()
  const basis = evaluated(concluded(rule), asOf)
  const count = figure({ name: 'Projects in this list', value: total, basis, field: 'radar:total' }, sheet)
  const place = { offset: query.offset, shown: items.length, total, size: RANKS }
  const rows = items.map((item, at) => rankEntry({ item, place: at, rule, rankedAt: asOf }, sheet))
  return html`<p data-rule="${rule}">${FILTER_WORDS[query.filter].says} ${count} ${total === 1 ? 'project' : 'projects'}${query.q !== undefined && html` with ${named(query.q)}`}${total > 0 && ', best rank first'}${asOf !== undefined && html`, ${clock({ at: asOf, as: 'age', before: 'ranked' }, sheet)}`}.</p>
${total === 0 && emptyOf(query)}
${total > 0 && rows.length === 0 && html`<p>${PAST_END} <a href="${addressOf({ ...query, offset: 0 })}">To its beginning</a></p>`}
<ol class="rows ranks">${rows}</ol>
${pagesOfList({ ...place, nextOffset, basis, hrefAt: (at) => addressOf({ ...query, offset: at }) })}
${dataOf(query)}
<p class="note">${list.disclaimer}</p>`
}

/** The links to the whole list as CSV and to this part of it as JSON. The CSV ignores a search. */
function dataOf(query: Radar['query']): Html {
  const { filter: list, q } = query
  const links = dataLinks({
    csv: addressWith('/api/export/builders', { filter: list, format: 'csv' }),
    json: jsonAddress(query),
  })
  return html`${links}${q !== undefined && html`<p class="note">The CSV has every project of the list, whatever is searched.</p>`}`
}

/** What was searched, where nothing was found. */
function emptyOf({ filter: list, q: said }: Radar['query']): Html {
  const [before, after] = noRankWords({ list: FILTER_WORDS[list].words, isSearched: said !== undefined })
  return html`<p>${before}${said !== undefined && html`<bdi class="said">${said}</bdi>`}${after}</p>
${(said !== undefined || list !== 'all') && html`<p><a href="${PATH}">Every ranked project</a></p>`}`
}

/** The rule in the words of the rule book. */
function ruleOf({ list }: Radar, sheet: Sheet): Html {
  const rule = list.rule ?? ruleInForce('radar')
  const text = ruleText(rule)
  return section(
    {
      id: 'rule',
      title: 'The rule',
      answers: 'How is a rank made?',
      body: html`<div data-rule="${rule}"><p><a href="${rulePage(rule)}"><code>${rule}</code></a></p>${text === undefined ? html`<p>These ranks were made by an earlier version of the rule.</p>` : sentencesOf(text)}</div>
<p class="note">A bar is a part of the score, in points from none to a hundred. Building and use are percentiles: the share of the other ranked projects that are lower, where a tie counts half. Projects with the same score stand in the order of their latest counted ship.</p>`,
    },
    sheet,
  )
}

function sentencesOf(text: string): readonly Html[] {
  return text.split(/(?<=\.) /).map((sentence) => html`<p>${sentence}</p>`)
}
