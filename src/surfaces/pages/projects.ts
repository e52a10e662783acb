import { known } from '#contract/known.ts'
import { LIMITS } from '#contract/limits.ts'
import type { InputOf } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import { ProjectTab } from '#contract/shapes/project-card.ts'
import { readListedNames } from '#reads/listed-names.ts'
import { readProjects } from '#reads/projects.ts'
import { readReadings } from '#reads/readings.ts'
import { NO_MATCH, NO_PROJECT, PAST_END, unmatchedWords } from '#views/lists/empty-lists.ts'
import {
  chosenFilters as chosenOf,
  isByMarket,
  listRule,
  listTitle,
  orderWords,
  TAB_WORDS,
} from '#views/lists/projects.ts'
import { projectListMarkdown } from '#views/lists/projects-markdown.ts'
import { addressWith } from '#views/site/page-address.ts'
import { concluded, ownRecord } from './basis.ts'
import { accounted } from './components/account.ts'
import { figure } from './components/figure.ts'
import { chosenFilterLinks } from './components/filters.ts'
import { missingList } from './components/missing-list.ts'
import { pagesOfList } from './components/pages-of-list.ts'
import { projectEntry } from './components/project-entry.ts'
import { search } from './components/search.ts'
import { formField } from './form-parameter.ts'
import { nextMarkdown } from './layout.ts'
import { type Html, html } from './markup.ts'
import { asJson, definePage, type Head, type LoadDeps, pageAt, SHIPS_FEED } from './page.ts'
import { filtersOf, sortsOf } from './projects/filters.ts'
import { addressWithout, keptBy, LIST_PATH, listAddress } from './projects/list-address.ts'
import type { Sheet } from './sheet.ts'

const { q, tab, kind, status, narrative, launchpad, has, sort, offset } = OPERATIONS.projects.input.query

const operation = pageAt({
  name: 'listOfProjects',
  path: LIST_PATH,
  summary: 'Get the list of projects',
  input: {
    path: {},
    query: {
      q: formField(q),
      tab: formField(tab),
      kind: formField(kind),
      status: formField(status),
      narrative: formField(narrative),
      launchpad: formField(launchpad),
      has: formField(has),
      sort: formField(sort),
      offset,
    },
  },
})

type Query = InputOf<typeof operation>
/** The answer of the API that the list prints, with the parameters that chose it. */
type ProjectsAnswers = Awaited<ReturnType<typeof load>>

async function load({ offset: from, ignoredParameters, ...query }: Query, deps: LoadDeps) {
  const listQuery = { ...query, offset: from, limit: LIMITS.listItems.default, ignoredParameters }
  const [list, names] = await Promise.all([readProjects(listQuery, deps), readListedNames(deps)])
  const readings = await readReadings(list.items, deps)
  return { query, offset: from, list, names, readings }
}

/** The list of projects: which projects are there, by tab, filter and search. */
export const projects = definePage({
  operation,
  menu: 'Projects',
  load,
  address: ({ offset: from, ignoredParameters: _, ...query }) => listAddress(query, from),
  readings: ({ readings }) => readings,
  head,
  body: (answers: ProjectsAnswers, sheet) => html`<h1>Projects</h1>
<div class="columns">
<div class="first">
${search({ kept: keptBy(answers.query, 'q'), ...known({ said: answers.query.q }) })}
${tabsOf(answers)}
${chosenFilterLinks(chosenOf(answers.query).map((one) => ({ ...one, href: addressWithout(answers.query, one.parameter) })))}
${answerOf(answers, sheet)}
</div>
<aside class="facts filters" id="filters" aria-label="Filters and order">${sortsOf(answers)}${filtersOf(answers)}</aside>
</div>`,
  markdown: ({ query, offset: from, list }, sheet) => {
    const more = nextMarkdown(list, (offset) => listAddress(query, offset), sheet)
    return projectListMarkdown({ query, offset: from, list, more }, sheet.site)
  },
  shared: ({ query, list }) => ({ title: 'Projects', lines: [listTitle(query, list)] }),
})

function head({ query, offset: from, list }: ProjectsAnswers): Head {
  const records = addressWith('/api/projects', { ...query, offset: from === 0 ? undefined : from })
  return {
    title: listTitle(query, list),
    description: `Published projects, ${orderWords(query)}, each with its status, its last ship and what they rest on.`,
    canonical: listAddress(query, from),
    alternates: [asJson(records, 'This list as JSON'), SHIPS_FEED],
  }
}

function tabsOf({ query }: ProjectsAnswers): Html {
  const tabs = [undefined, ...ProjectTab.enum].map(
    (one) =>
      html`<li><a href="${listAddress({ ...query, tab: one })}"${one === query.tab && html` aria-current="true"`}>${one === undefined ? 'All' : TAB_WORDS[one].words}</a></li>`,
  )
  return html`<nav aria-label="Predefined lists"><ul class="inline tabs">${tabs}</ul></nav>`
}

function answerOf(answers: ProjectsAnswers, sheet: Sheet): Html {
  const { query, offset: from, list } = answers
  const { available, items, total, nextOffset } = list
  const rule = listRule(query)
  if (!available || total === null) return html`${missingList()}${anotherOf(answers)}`
  const basis = rule === undefined ? ownRecord('/api/projects') : concluded(rule)
  const count = figure({ name: 'Projects in this list', value: total, basis, field: 'projects:total' }, sheet)
  const says = query.tab === undefined ? undefined : TAB_WORDS[query.tab].says
  const place = { offset: from, shown: items.length, total, size: LIMITS.listItems.default }
  const rows = items.map((card, at) =>
    projectEntry({ card, place: at, withMarket: isByMarket(query) }, sheet),
  )
  return html`<p ${accounted(basis)}>${says !== undefined && `${says} `}${count} ${total === 1 ? 'project' : 'projects'}${total > 0 && `, ${orderWords(query)}`}. <a class="narrow" href="#filters">Filters and order</a></p>
${total > 0 && rows.length === 0 && html`<p>${PAST_END} <a href="${listAddress(query)}">To its beginning</a></p>`}
${total === 0 ? emptyOf(answers) : html`<ul class="rows">${rows}</ul>`}
${pagesOfList({ ...place, nextOffset, basis, hrefAt: (at) => listAddress(query, at) })}
<p class="note">${list.disclaimer}</p>`
}

/** What was searched, where nothing was found. */
function emptyOf(answers: ProjectsAnswers): Html {
  const chosen = chosenOf(answers.query)
  if (chosen.length === 0) return html`<p>${NO_PROJECT}</p>`
  const searched = chosen.map(({ name, words }) => html`<li>${name}: <bdi class="said">${words}</bdi></li>`)
  return html`<p>${NO_MATCH}</p><ul>${searched}</ul>
<p>${unmatchedWords(answers.query)}</p>${anotherOf(answers)}`
}

function anotherOf({ query }: ProjectsAnswers): Html | undefined {
  return chosenOf(query).length === 0 ? undefined : html`<p><a href="${LIST_PATH}">All projects</a></p>`
}
