import { addDays, type CalendarDate } from '#contract/time.ts'
import {
  allChanges,
  BEFORE_LEDGER,
  DAY_ANSWERS,
  DAY_CHANGES_ANSWER,
  type DayFigure,
  dayFigures,
  dayJson,
  dayTitle,
  firstDay,
  ledgerBegins,
  MARKET_APART,
  MORE_DAY_CHANGES,
  NO_DAY_CHANGE,
  type ProjectDay,
  RECONSTRUCTED,
} from '#views/history/project-day.ts'
import { dayWords } from '#views/words/clocks.ts'
import { providerName } from '#views/words/figures.ts'
import { ruleInForce } from '#views/words/rules.ts'
import { kept, missing } from './basis.ts'
import { changeRow } from './components/change-row.ts'
import { chooseDay } from './components/choose-day.ts'
import { cite } from './components/cite.ts'
import { day as dayOf } from './components/clock.ts'
import { figure } from './components/figure.ts'
import { named } from './components/quote.ts'
import { section } from './components/section.ts'
import { type Html, html } from './markup.ts'
import { asJson, type Head } from './page.ts'
import type { Sheet } from './sheet.ts'

/** The address of the page of a project on a past day. */
export function dayAddress({ slug, at }: { readonly slug: string; readonly at: CalendarDate }): string {
  return `/projects/${slug}?at=${at}`
}

/** The head of the page of a day. */
export function dayHead(of: ProjectDay): Head {
  const { day, history } = of
  const { slug } = history.project
  return {
    title: dayTitle(of),
    description: `What was recorded of this project on ${dayWords(day)}, by the record of the service.`,
    canonical: dayAddress({ slug, at: day }),
    alternates: [asJson(dayJson(of), 'This day as JSON')],
  }
}

/** The body of the page of a day that ended: the stored series of that day, and the ledger up to it. */
export function dayBody(of: ProjectDay, sheet: Sheet): Html {
  const { day, last, history } = of
  const { slug, name } = history.project
  const json = dayJson(of)
  const figures = dayFigures(of)
  const written = ruleInForce('history.days')
  return html`<h1>${named(name)} on <span data-rule="${written}">${dayOf(day)}</span></h1>
<p class="lead">${DAY_ANSWERS}</p>
${neighbours(of)}
${chooseDay({ slug, day, last })}
${recordedOf({ figures: figures.filter(({ isMarket }) => !isMarket), json }, sheet)}
${changesOf(of, sheet)}
${marketOf({ figures: figures.filter(({ isMarket }) => isMarket), json }, sheet)}
${citeOf(of, sheet)}
<p class="note">${history.disclaimer}</p>`
}

/** Figures of a day, and the path of the answer that keeps them. */
type Figures = { readonly figures: readonly DayFigure[]; readonly json: `/${string}` }

function recordedOf(figures: Figures, sheet: Sheet): Html {
  const answers = 'What is recorded of the project on the day?'
  return section({ id: 'recorded', title: 'Recorded that day', answers, body: rows(figures, sheet) }, sheet)
}

function changesOf(of: ProjectDay, sheet: Sheet): Html {
  const begins = ledgerBegins(of)
  const listed = of.changes.map((event) => changeRow({ event, seen: 'day' }, sheet))
  const none = !of.hasMoreChanges && html`<p>${NO_DAY_CHANGE}</p>`
  const rows = html`${listed.length === 0 ? none : html`<ul class="rows">${listed}</ul>`}${of.hasMoreChanges && html`<p class="note">${MORE_DAY_CHANGES} <a href="${allChanges(of)}">All changes of the project</a></p>`}`
  return section(
    {
      id: 'changes',
      title: 'Changes up to that day',
      answers: DAY_CHANGES_ANSWER,
      body:
        begins === undefined
          ? rows
          : html`<p data-service="/api/changes">The ledger begins on ${dayOf(begins)}. ${BEFORE_LEDGER}</p>`,
    },
    sheet,
  )
}

function marketOf(figures: Figures, sheet: Sheet): Html {
  const body = rows(figures, sheet)
  return section(
    { id: 'market', title: 'Market, as context', answers: MARKET_APART, quiet: true, body },
    sheet,
  )
}

/** The days beside this one that have records, and the page as of now. */
function neighbours(of: ProjectDay): Html {
  const { day, last, history } = of
  const { slug } = history.project
  const first = firstDay(of)
  const link = (at: CalendarDate, words: string) => html`<a href="${dayAddress({ slug, at })}">${words}</a>`
  return html`<p class="links">${first !== undefined && first < day && link(addDays(day, -1), 'The day before')} ${first !== undefined && first <= day && day < last && link(addDays(day, 1), 'The day after')} <a href="${`/projects/${slug}`}">As of now</a></p>`
}

function rows({ figures, json }: Figures, sheet: Sheet): Html {
  return html`<dl class="list">${figures.map((of) => html`<div><dt>${of.title}</dt><dd>${figureOf(of, json, sheet)}<p class="note" data-document="history">${of.says}${of.isReconstructed && ` ${RECONSTRUCTED}`}</p></dd></div>`)}</dl>`
}

function figureOf(of: DayFigure, json: Figures['json'], sheet: Sheet): Html {
  const { path, title } = of
  const field = `history:${path}` as const
  if (of.value === undefined) {
    return figure({ name: title, value: undefined, basis: missing(of.reason), field }, sheet)
  }
  const { value, words, rule, provider, observedAt: readAt, unit } = of
  const by = provider === undefined ? [] : [providerName(provider)]
  const shown = { name: title, value, basis: kept(rule, json), field, readAt, readAs: 'instant' as const }
  if (typeof value === 'string') return figure({ ...shown, words }, sheet)
  const money = of.isMarket && unit.startsWith('US dollars') && { money: true as const }
  return figure({ ...shown, ...money, unit: [unit, ...by].join(', ') }, sheet)
}

function citeOf(of: ProjectDay, sheet: Sheet): Html {
  const { baseUrl } = sheet.site
  const page = dayAddress({ slug: of.history.project.slug, at: of.day })
  const lines = [
    { name: 'Permanent link', value: `${baseUrl}${page}`, href: page },
    { name: 'This day as JSON', value: `${baseUrl}${dayJson(of)}`, href: dayJson(of) },
  ]
  return section({ id: 'cite', title: 'Cite, read as JSON', body: cite(lines) }, sheet)
}
