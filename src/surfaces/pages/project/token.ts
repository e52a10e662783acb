import { LIMITS } from '#contract/limits.ts'
import type { Dossier } from '#contract/shapes/dossier.ts'
import type { Snapshot, SnapshotLock } from '#contract/shapes/snapshot.ts'
import { OTHER_TOKEN } from '#views/token/text.ts'
import {
  amountWords,
  isPastTolerance,
  knownMarketStatus,
  listWordsFirst,
  providerName,
  tokenAmountWords,
  valuationName,
} from '#views/words/figures.ts'
import { ownRecord, recorded } from '../basis.ts'
import { accounted } from '../components/account.ts'
import { clock } from '../components/clock.ts'
import { figure } from '../components/figure.ts'
import { named } from '../components/quote.ts'
import { section } from '../components/section.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import type { ProjectAnswers } from './answers.ts'
import { noted } from './introduction.ts'

/** The locks of the token. */
export function locksOf(answers: ProjectAnswers, sheet: Sheet): Html | undefined {
  const { token } = answers.dossier
  const { locks } = answers.snapshot
  const { state, scope, total, items = [] } = locks
  if (state === 'NOT_APPLICABLE') return undefined
  const count = figure(
    {
      name: 'Locks recorded',
      value: total,
      basis: noted(answers, 'locks'),
      field: 'snapshot:locks.total',
    },
    sheet,
  )
  return section(
    {
      id: 'locks',
      title: 'Locks',
      answers: 'How much of the token is locked, and when does it unlock?',
      coverage: { state, observedAt: answers.snapshot.coverage.locks?.observedAt },
      body: html`<p>Locks recorded: ${count}</p>${items.length > 0 && html`<ul class="rows">${items.map((lock) => lockRow({ lock, token }, sheet))}</ul>`}${locksElsewhere(locks, answers.dossier.slug)}<p class="note">${scope}</p>`,
    },
    sheet,
  )
}

/** Where the locks are that the page has no room for. Without a total there can be more than those that are listed. */
export function locksElsewhere(
  { total, items = [] }: Pick<Snapshot['locks'], 'total' | 'items'>,
  slug: string,
): Html | false {
  const isWhole = total === undefined ? items.length < LIMITS.snapshotLocks : total <= items.length
  if (isWhole) return false
  const all = `/api/projects/${slug}/timeline?lens=lock` as const
  return html`<p class="note" ${accounted(ownRecord(all))}>Listed are the ${inAttribute(items.length)} locks that unlock first${total === undefined ? ', and there can be more' : html` of ${inAttribute(total)}`}. <a href="${all}">The locks by time, as JSON</a></p>`
}

/** A lock: how much, until when, and when it was read. */
export function lockRow(
  { lock, token }: { readonly lock: SnapshotLock; readonly token: Dossier['token'] },
  sheet: Sheet,
): Html {
  const { id, amount, unlockAt, withdrawn, observedAt } = lock
  const due = unlockAt <= sheet.now ? 'could be unlocked since' : 'unlocks on'
  const when = clock({ at: unlockAt, as: 'day', before: withdrawn ? 'withdrawn; unlock was on' : due }, sheet)
  return html`<li class="row" data-evidence="${inAttribute(id)}"><span class="what">${lockedWords(amount, token)} ${when} ${clock({ at: observedAt, as: 'age', before: 'read' }, sheet)}</span></li>`
}

/** How much is locked: in tokens where the decimals of the token are known. */
function lockedWords(amount: string, token: Dossier['token']): Html {
  if (token?.decimals === undefined)
    return html`${amountWords(amount)} <span class="unit">smallest units</span>`
  const { decimals, symbol = 'tokens' } = token
  return html`${tokenAmountWords(amount, decimals)} <span class="unit">${named(symbol)}</span>`
}

/** The market: context, apart from every figure of building. */
export function marketOf(answers: ProjectAnswers, sheet: Sheet): Html | undefined {
  const { market } = answers.snapshot
  const { state, status, valuation, valuationWithheld, liquidity, volume24h, marketDoubt } = market
  if (state === 'NOT_APPLICABLE') return undefined
  const stale = isPastTolerance(state)
  const readings = (market.readings ?? []).map(({ provider, observedAt, priceUsd, source }) =>
    priceUsd === undefined || source === undefined
      ? undefined
      : html`<div><dt>Price, ${providerName(provider)}</dt><dd>${figure({ name: 'Price', value: priceUsd, money: true, stale, unit: 'US dollars', basis: recorded(source, observedAt), readAt: observedAt }, sheet)}</dd></div>`,
  )
  const money = (
    name: string,
    of: { value: number; provider: string; observedAt: typeof sheet.now } | undefined,
    field: string,
    path: string,
  ) =>
    html`<div><dt>${name}</dt><dd>${figure({ name, value: of?.value, money: true, unit: of === undefined ? '' : `US dollars, ${providerName(of.provider)}`, basis: noted(answers, field), field: `snapshot:market.${path}.value`, readAt: of?.observedAt }, sheet)}</dd></div>`
  return section(
    {
      id: 'market',
      title: 'Market, as context',
      answers: 'Market figures never enter a status, a rank or the momentum.',
      coverage: { state, observedAt: market.observedAt },
      quiet: true,
      body: html`${answers.dossier.activityAppliesToToken === false && html`<p class="warning">${OTHER_TOKEN} This is the market of the registered token, which is not linked to the project.</p>`}<dl class="list"><div><dt>Market</dt><dd>${figure({ name: 'Market status', value: knownMarketStatus(status), words: listWordsFirst(status ?? ''), basis: noted(answers, 'marketStatus'), field: 'snapshot:market.status' }, sheet)}</dd></div>
${valuationWithheld === undefined ? money(valuationName(valuation?.kind), valuation, 'marketCap', 'valuation') : html`<div><dt>Valuation</dt><dd><span data-unknown="WITHHELD">withheld: ${listWordsFirst(valuationWithheld)}</span></dd></div>`}
${money('Liquidity', liquidity, 'liquidity', 'liquidity')}
${money('Volume in 24 hours', volume24h, 'volume24h', 'volume24h')}
${readings}</dl>${marketDoubt !== undefined && html`<p>The readings are not believed: ${listWordsFirst(marketDoubt)}.</p>`}`,
    },
    sheet,
  )
}
