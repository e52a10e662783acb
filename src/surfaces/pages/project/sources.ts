import type { DossierSource, DossierStatement } from '#contract/shapes/dossier.ts'
import { dateOf } from '#contract/time.ts'
import { receiptPage } from '#views/site/pages.ts'
import { listWords, listWordsFirst } from '#views/words/figures.ts'
import {
  ESTABLISHED_WORDS,
  neverReadWords,
  outcomeWords,
  sourcePlace,
  sourcesInOrder,
  statementsInOrder,
} from '#views/words/sources.ts'
import { clock, day } from '../components/clock.ts'
import { linkOut, named, quote } from '../components/quote.ts'
import { section } from '../components/section.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import type { ProjectAnswers } from './answers.ts'

/** Every source of the project: how it was established, whether it counts, when it was read. */
export function sourcesOf({ dossier }: ProjectAnswers, sheet: Sheet): Html {
  const { sources, statements = [] } = dossier
  const rows = sourcesInOrder(sources).map((source) => sourceRow(source, sheet))
  return section(
    {
      id: 'sources',
      title: 'Identity and sources',
      answers: 'From where is this known, and how was each source tied to the project?',
      body: html`${rows.length === 0 ? html`<p data-unknown="NO_SOURCE">No source is registered.</p>` : html`<ul class="rows">${rows}</ul>`}
${statements.length > 0 && html`<h3>What is stated</h3><ul class="rows">${statementsInOrder(statements).map(statementRow)}</ul>`}`,
    },
    sheet,
  )
}

function sourceRow(source: DossierSource, sheet: Sheet): Html {
  const { id, kind, locator, url, counted, notCountedReason, lastReadAt } = source
  const read =
    lastReadAt === undefined
      ? neverReadWords(kind)
      : clock({ at: lastReadAt, as: 'age', before: 'read' }, sheet)
  const why = counted ? 'counts' : `does not count: ${notCountedReason ?? 'not evaluated'}`
  return html`<li class="row${!counted && ' aside'}" data-evidence="${inAttribute(id)}"><span class="what"><strong>${listWordsFirst(kind)}</strong> ${url === null ? named(sourcePlace(source)) : linkOut({ href: url, words: locator })} <span class="kind">established by ${attributionOf(source)}, ${read}; ${why}</span></span> <a class="receipt" href="${receiptPage(id)}">receipt</a></li>`
}

/**
 * How the source was tied to the project. What the catalogue says of a link or a signature is a reviewer's statement.
 */
function attributionOf({ establishedBy, establishedOn, linkReadAt }: DossierSource): Html {
  const words = ESTABLISHED_WORDS[establishedBy]
  if (establishedBy === 'self_reported' || establishedBy === 'token_identity') return html`${words}`
  const stated = establishedOn === undefined ? 'states' : html`stated on ${day(establishedOn)}`
  const read = linkReadAt && html` and both ends showed on ${day(dateOf(linkReadAt))}`
  return html`${words}, as a reviewer ${stated}${read}`
}

function statementRow(of: DossierStatement): Html {
  const { id, by, statement, statedOn, url } = of
  const outcome = outcomeWords(of)
  return html`<li class="row" data-evidence="${inAttribute(id)}"><span class="what">${of.kind === 'narrative' ? html`Narrative: ${named(listWords(statement))}` : quote(statement)} <span class="kind">by ${listWords(by)}${statedOn !== undefined && html`, on ${day(statedOn)}`}${outcome !== undefined && `, ${outcome}`}${url !== undefined && html`, ${linkOut({ href: url, words: 'source' })}`}</span></span> <a class="receipt" href="${receiptPage(id)}">receipt</a></li>`
}
