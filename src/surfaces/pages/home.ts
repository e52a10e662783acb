import { ProjectTab } from '#contract/shapes/project-card.ts'
import type { RadarItem } from '#contract/shapes/radar.ts'
import { readBuilders } from '#reads/builders.ts'
import { readChanges } from '#reads/changes.ts'
import { readProjects } from '#reads/projects.ts'
import { readReadings } from '#reads/readings.ts'
import { readPresentStatus } from '#reads/status.ts'
import { changesByDay } from '#views/changes/rows.ts'
import { NO_PROJECT, NO_RANK, noChangeWords } from '#views/lists/empty-lists.ts'
import { homeMarkdown, newestReading, nextLedgerRun } from '#views/lists/home-markdown.ts'
import { TAB_WORDS } from '#views/lists/projects.ts'
import { freshProviders, noReadingReason, unreadProviders } from '#views/status/words.ts'
import { type Basis, basisOf, concluded, evaluated, missing, ownRecord } from './basis.ts'
import { accounted } from './components/account.ts'
import { changeRow, OWN_DATE } from './components/change-row.ts'
import { changeRows } from './components/change-rows.ts'
import { clock, day } from './components/clock.ts'
import { ageFigure, figure } from './components/figure.ts'
import { missingList } from './components/missing-list.ts'
import { projectRow } from './components/project-row.ts'
import { named } from './components/quote.ts'
import { search } from './components/search.ts'
import { section } from './components/section.ts'
import { statusMark } from './components/status.ts'
import { table } from './components/table.ts'
import { type Html, html } from './markup.ts'
import { notedBasis } from './noted-basis.ts'
import { asJson, definePage, type Head, type LoadDeps, pageAt, SHIPS_FEED } from './page.ts'
import { listAddress } from './projects/list-address.ts'
import type { Sheet } from './sheet.ts'

const CHANGES = 12
const RANKS = 10
const CARDS = 12

const operation = pageAt({
  name: 'home',
  path: '/',
  summary: 'Get the first page',
  input: { path: {}, query: {} },
})

const ABOUT =
  'An evidence-backed research layer: what projects build and release, each figure with its source.'

type HomeAnswers = Awaited<ReturnType<typeof load>>

async function load(_input: object, deps: LoadDeps) {
  const [projects, changes, radar, service] = await Promise.all([
    readProjects({ limit: CARDS, offset: 0 }, deps),
    readChanges({ limit: CHANGES }, deps),
    readBuilders({ filter: 'all', limit: RANKS, offset: 0 }, deps),
    readPresentStatus(deps),
  ])
  const shown = [...projects.items, ...radar.items.map(({ project }) => project)]
  return { projects, changes, radar, service, readings: await readReadings(shown, deps) }
}

/** The first page: what the service is, and what just happened. */
export const home = definePage({
  operation,
  address: () => '/',
  load,
  readings: ({ readings }) => readings,
  head,
  markdown: (answers: HomeAnswers, { site }) => homeMarkdown(answers, site),
  shared: () => ({ title: 'Does the project still ship?', lines: [ABOUT] }),
  body: (answers: HomeAnswers, sheet) => html`<h1>Does the project still ship?</h1>
<p class="lead">See what projects on chain <code>4663</code> build and release. Each figure has its source. What nobody could read is called unknown.</p>
${search({})}
<div class="columns">
<div class="rest">${projectsOf(answers, sheet)}${changesOf(answers, sheet)}</div>
<aside class="facts">${countsOf(answers, sheet)}${radarOf(answers, sheet)}</aside>
</div>`,
})

function head(): Head {
  return {
    title: 'Does the project still ship? Evidence Research Service',
    description: ABOUT,
    canonical: '/',
    alternates: [
      asJson('/api', 'Index of the API'),
      { type: 'text/plain', href: '/llms.txt', words: 'Guide as text' },
      SHIPS_FEED,
    ],
  }
}

/** The counts of the service's records, each with its clock. */
function countsOf({ projects, radar, service }: HomeAnswers, sheet: Sheet): Html {
  const { total, asOf, rule } = radar
  const status = ownRecord('/api/status')
  const read = ageFigure(
    {
      name: 'Newest reading of a provider',
      at: newestReading(service),
      basis: status,
      reason: noReadingReason(service.providers),
    },
    sheet,
  )
  const inTime = figure(
    {
      name: 'Providers read in time',
      value: freshProviders(service),
      basis: service.providers.length === 0 ? missing('NOT_ENOUGH_YET') : status,
    },
    sheet,
  )
  const written = ageFigure(
    {
      name: 'Last run of the ledger',
      at: service.ledger.lastRunAt,
      basis: status,
      readNext: nextLedgerRun(service),
    },
    sheet,
  )
  const ranked = figure(
    {
      name: 'Projects of the Radar',
      value: total,
      at: asOf,
      basis: rule === undefined ? missing('NOT_RECORDED') : concluded(rule),
    },
    sheet,
  )
  const published = figure(
    { name: 'Published projects', value: projects.total, basis: ownRecord('/api/projects') },
    sheet,
  )
  return html`<dl class="list"><div><dt>Published projects</dt><dd>${published}</dd></div>
<div><dt>Projects of the Radar</dt><dd>${ranked}</dd></div>
<div><dt>Newest reading of a provider</dt><dd>${read}</dd></div>
<div><dt><a href="/status">Providers read in time</a></dt><dd>${inTime}</dd></div>
<div><dt>Ledger written</dt><dd>${written}</dd></div></dl>`
}

function projectsOf({ projects, service }: HomeAnswers, sheet: Sheet): Html {
  const { available, items, total } = projects
  const tabs = ProjectTab.enum.map(
    (one) => html`<li><a href="${listAddress({ tab: one })}">${TAB_WORDS[one].words}</a></li>`,
  )
  const basis = ownRecord('/api/projects')
  const count = figure({ name: 'Published projects', value: total, basis }, sheet)
  const rows = items.map((card) => projectRow(card, sheet))
  return section(
    {
      id: 'projects',
      title: 'Projects',
      body: html`<ul class="inline tabs">${tabs}</ul>
${available ? html`<p>${count} <a href="${listAddress({})}">projects</a>${rows.length > 0 && ', newest activity first'}.</p>${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : html`<p>${NO_PROJECT}</p>`}` : missingList(unreadProviders(service))}`,
    },
    sheet,
  )
}

function changesOf({ changes, service }: HomeAnswers, sheet: Sheet): Html {
  const { lastRunAt } = service.ledger
  const days = changesByDay(changes.items).map(
    ([date, events]) =>
      html`<h3><span ${accounted(ownRecord('/api/changes'))}>Seen on ${day(date)}</span></h3>${changeRows(events, (event) => changeRow({ event, withProject: true }, sheet))}`,
  )
  return section(
    {
      id: 'changes',
      title: 'Newest changes',
      answers: `What did the ledger record last? ${OWN_DATE}`,
      body: html`<div id="live-changes" data-live>${days.length === 0 ? html`<p${lastRunAt === null && html` data-unknown="NOT_ENOUGH_YET"`}>${noChangeWords(lastRunAt)}</p>` : days}</div>
<p class="links">${lastRunAt !== null && html`<span ${accounted(ownRecord('/api/status'))}>${clock({ at: lastRunAt, as: 'age', before: 'Ledger written' }, sheet)}</span>`} <a href="/api/changes">Changes as JSON</a></p>`,
    },
    sheet,
  )
}

function radarOf({ radar, service }: HomeAnswers, sheet: Sheet): Html {
  const { available, items, asOf, rule } = radar
  return section(
    {
      id: 'radar',
      title: 'Radar',
      answers: 'Who builds, by the stated rule and without any price?',
      body: available
        ? html`${items.length === 0 ? html`<p>${NO_RANK}</p>` : ranksTable(radar, sheet)}<p class="links">${asOf !== undefined && rule !== undefined && html`<span data-rule="${rule}">${clock({ at: asOf, as: 'age', before: 'Ranked' }, sheet)}</span> `}<a href="/api/builders">Radar as JSON</a></p>`
        : missingList(unreadProviders(service)),
    },
    sheet,
  )
}

function ranksTable({ items, asOf }: HomeAnswers['radar'], sheet: Sheet): Html {
  const columns = [
    { heading: 'Rank', numeric: true, cell: (item: RadarItem) => rankOf(item, asOf, sheet) },
    {
      heading: 'Project',
      cell: ({ project }: RadarItem) =>
        html`<a href="${`/projects/${project.slug}`}">${named(project.name)}</a>`,
    },
    {
      heading: 'Status',
      cell: (item: RadarItem) =>
        statusMark({ status: item.status, label: item.statusLabel, basis: statusBasis(item, sheet) }, sheet),
    },
  ]
  return table({ caption: 'First ten of the Radar', columns, rows: items })
}

function rankOf(
  { rank, claims, project }: RadarItem,
  rankedAt: HomeAnswers['radar']['asOf'],
  sheet: Sheet,
): Html {
  const basis = evaluated(basisOf(claims?.['radar']), rankedAt)
  return figure({ name: `Rank of ${project.name}`, value: rank, basis }, sheet)
}

function statusBasis({ project, claims }: RadarItem, sheet: Sheet): Basis {
  return notedBasis({ slug: project.slug, claims, isEvaluated: true }, 'status', sheet)
}
