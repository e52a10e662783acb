import type { InputOf } from '#contract/operation.ts'
import { OPERATIONS } from '#contract/operations/index.ts'
import type { ChangeEvent } from '#contract/shapes/change.ts'
import { readChanges } from '#reads/changes.ts'
import { readPresentStatus } from '#reads/status.ts'
import { changeFilters, changesQuery, isInLedgerOrder } from '#views/changes/filters.ts'
import { changesByDay } from '#views/changes/rows.ts'
import { changesText, changesTitle, NO_CHANGE_MATCHES } from '#views/changes/text.ts'
import { noChangeWords } from '#views/lists/empty-lists.ts'
import { chosenOf, filtersShown } from './changes/filters.ts'
import { tombstone } from './changes/tombstone.ts'
import { changeRow, OWN_DATE } from './components/change-row.ts'
import { changeRows } from './components/change-rows.ts'
import { clock, day } from './components/clock.ts'
import { type Html, html } from './markup.ts'
import { asJson, definePage, type Head, type LoadDeps, pageAt, SHIPS_FEED } from './page.ts'
import type { Sheet } from './sheet.ts'

const operation = pageAt({
  name: 'changesPage',
  path: '/changes',
  summary: 'Get the page of the ledger',
  input: { path: {}, query: OPERATIONS.changes.input.query },
})

type Query = InputOf<typeof operation>
/** A list of the ledger, and the query for it. */
type ChangesAnswers = Awaited<ReturnType<typeof load>>

async function load(query: Query, deps: LoadDeps) {
  const [changes, service] = await Promise.all([readChanges(query, deps), readPresentStatus(deps)])
  return { query, changes, service }
}

/** The page of the ledger: what changed, by day, with filters as links. */
export const changes = definePage({
  operation,
  menu: 'Changes',
  address: (query) => `/changes${changesQuery(query)}`,
  load,
  head: ({ query, ...answers }: ChangesAnswers): Head => ({
    title: titleOf({ query, ...answers }),
    description: 'Every change that the ledger recorded, newest first, each with its receipt.',
    canonical: `/changes${changesQuery(query)}`,
    alternates: [asJson(`/api/changes${changesQuery(query)}`, 'These changes as JSON'), SHIPS_FEED],
  }),
  body: (answers: ChangesAnswers, sheet) => html`<h1>What changed?</h1>
<p class="lead">The ledger, ${isInLedgerOrder(answers.query) ? 'in its own order, with retractions' : 'newest first'}, by the day on which the service saw each change. ${OWN_DATE} Each entry has its receipt.</p>
${chosenOf(answers)}
<div class="columns">
<div class="first">${listOf(answers, sheet)}${pagesOf(answers)}</div>
<aside class="facts">${filtersShown(answers)}${writtenOf(answers, sheet)}</aside>
</div>`,
  markdown: ({ query, service, changes: { items, nextCursor } }: ChangesAnswers, { site }: Sheet) =>
    changesText({ query, items, nextCursor, ledgerRanAt: service.ledger.lastRunAt }, site),
  shared: (answers: ChangesAnswers) => ({ title: 'Changes', lines: [titleOf(answers)] }),
})

function titleOf({ query, service, changes: { items } }: ChangesAnswers): string {
  return changesTitle({ query, items, ledgerRanAt: service.ledger.lastRunAt })
}

function listOf({ query, service, changes: { items } }: ChangesAnswers, sheet: Sheet): Html {
  const rowOf = (event: ChangeEvent) =>
    event.op === 'retract' ? tombstone(event, sheet) : changeRow({ event, withProject: true }, sheet)
  const days = changesByDay(items).map(
    ([date, events]) =>
      html`<section class="day"><h2><span data-service="/api/changes">Seen on ${day(date)}</span></h2>${changeRows(events, rowOf)}</section>`,
  )
  const newest = query.before === undefined && query.cursor === undefined && !isInLedgerOrder(query)
  const body = items.length === 0 ? nothingOf(service) : html`${days}`
  return html`<div id="live-changes"${newest && html` data-live`}>${body}</div>`
}

function nothingOf({ ledger: { lastRunAt } }: ChangesAnswers['service']): Html {
  return lastRunAt === null
    ? html`<p data-unknown="NOT_ENOUGH_YET">${noChangeWords(lastRunAt)}</p>`
    : html`<p>${NO_CHANGE_MATCHES} <a href="/changes">See all changes</a></p>`
}

/** The links to other parts of the list. In ledger order there is always a next part, because the ledger grows. */
function pagesOf({ query, changes: { items, nextCursor } }: ChangesAnswers): Html {
  const filters = changeFilters(query)
  const addressAt = (place: string) => {
    const chosen = changesQuery(filters)
    return `/changes${chosen === '' ? '?' : `${chosen}&`}${place}`
  }
  const inOrder = isInLedgerOrder(query)
  const isNewest = query.before === undefined && query.cursor === undefined && !inOrder
  const next = inOrder ? `after=${nextCursor}` : `before=${nextCursor}`
  const hasNext = nextCursor !== null && items.length > 0
  return html`<nav class="pages" aria-label="More changes">${!isNewest && html`<a href="${`/changes${changesQuery(filters)}`}">Newest changes</a>`}${hasNext && html`<a rel="next" href="${addressAt(next)}">${inOrder ? 'Later in the ledger' : 'Older changes'}</a>`}${!inOrder && html`<a href="${addressAt('after=c1.0')}">From the start, with retractions</a>`}</nav>`
}

function writtenOf({ query, service }: ChangesAnswers, sheet: Sheet): Html {
  const { lastRunAt } = service.ledger
  return html`<p class="note">${lastRunAt === null ? html`<span data-unknown="NOT_ENOUGH_YET">The ledger was not written yet.</span>` : html`<span data-service="/api/status">${clock({ at: lastRunAt, as: 'age', before: 'Ledger written' }, sheet)}.</span>`} <a href="/developers/receiving-webhooks">Webhooks</a> deliver live changes of most kinds sooner.</p>
<p class="links"><a href="${`/api/changes${changesQuery(query)}`}">These changes as JSON</a> <a href="/feed/ships.xml">Ships as a feed</a></p>`
}
