import type { ProjectCard } from '#contract/shapes/project-card.ts'
import { identityWords } from '#views/lists/projects.ts'
import { countEnd } from '#views/words/counts.ts'
import { listWords, listWordsFirst } from '#views/words/figures.ts'
import { type Html, html } from '../markup.ts'
import { notedBasis } from '../noted-basis.ts'
import type { Sheet } from '../sheet.ts'
import { figure } from './figure.ts'
import { lastShip } from './last-ship.ts'
import { named, quote } from './quote.ts'
import { statusMark } from './status.ts'
import { valuationOf } from './valuation.ts'

/** A project of a list, with what helps to decide whether to open it. `place` is the card's index in the answer. */
export function projectEntry(
  of: { readonly card: ProjectCard; readonly place: number; readonly withMarket: boolean },
  sheet: Sheet,
): Html {
  const { card, place, withMarket } = of
  const { slug, name, description, status: state, statusLabel: label } = card
  const field = `projects:items.${place}.status` as const
  const identity = identityWords(card).map((word, at) => html`${at > 0 && ' · '}${named(word)}`)
  return html`<li class="entry">
<div class="head"><a class="name" href="${`/projects/${slug}`}">${named(name)}</a> ${statusMark({ status: state, label, basis: notedBasis(card, 'status', sheet), field }, sheet)} <span class="kind">${identity}</span></div>
${description !== undefined && html`<p>${quote(description)}</p>`}
<p>${lastShip({ ship: card.lastShip, status: state, basis: notedBasis(card, 'lastShip', sheet) }, sheet)}</p>
<dl class="measures">${measuresOf(of, sheet)}</dl>
${withMarket && html`<p class="context">Market, as context: ${valuationOf(card, sheet)}</p>`}
</li>`
}

function measuresOf(
  { card, place }: { readonly card: ProjectCard; readonly place: number },
  sheet: Sheet,
): Html {
  const { meaningfulShips30d: ships, meaningfulShips30dAsOf: to, asOf } = card
  const { researchLevel, token, tokenVerification } = card
  const on = (field: string) => ({
    basis: notedBasis(card, field, sheet),
    field: `projects:items.${place}.${field}` as const,
  })
  const shipped = figure(
    { name: 'Ships in 30 days', value: ships, ...on('meaningfulShips30d'), to: countEnd(to, asOf) },
    sheet,
  )
  const level = listWordsFirst(researchLevel ?? '')
  const researched = figure(
    { name: 'Research level', value: researchLevel, words: level, ...on('researchLevel') },
    sheet,
  )
  const verdict = listWords(tokenVerification ?? '')
  const verified = figure(
    { name: 'Token verification', value: tokenVerification, words: verdict, ...on('tokenVerification') },
    sheet,
  )
  const symbol = token?.symbolDeclared ?? token?.symbol
  const row = (term: string, shown: Html) => html`<div><dt>${term}</dt><dd>${shown}</dd></div>`
  return html`${row('Ships in 30 days', shipped)}${row('Research', researched)}${token !== undefined && row('Token', html`${symbol !== undefined && named(symbol)} ${verified}`)}`
}
