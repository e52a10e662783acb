import type { Slug } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import type { DossierSource, DossierStatement } from '#contract/shapes/dossier.ts'
import { dateOf } from '#contract/time.ts'
import { contractPage, receiptPage } from '#views/site/pages.ts'
import { listWords, listWordsFirst } from '#views/words/figures.ts'
import {
  ESTABLISHED_WORDS,
  neverReadWords,
  outcomeWords,
  sourcePlaceParts,
  sourcesTogether,
  statementsInOrder,
  togetherWords,
} from '#views/words/sources.ts'
import { ownRecord, recorded } from '../basis.ts'
import { accounted } from '../components/account.ts'
import { address } from '../components/address.ts'
import { clock, day } from '../components/clock.ts'
import { linkOut, named, quote } from '../components/quote.ts'
import { section } from '../components/section.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import type { ProjectAnswers } from './answers.ts'

/** Every source of the project: how it was established, whether it counts, when it was read. */
export function sourcesOf({ dossier, contracts }: ProjectAnswers, sheet: Sheet): Html {
  const { slug, sources, statements = [] } = dossier
  const { items = [] } = contracts
  const of = {
    slug,
    pages: new Map<string, string>(items.map(({ contract }) => [contract, contractPage(contract)])),
  }
  const rows = sourcesTogether(sources).map((group) => groupRow(group, of, sheet))
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

/** The project, and the pages of its contracts by address. */
type Of = { readonly slug: Slug; readonly pages: ReadonlyMap<string, string> }

/**
 * One source, or several that do not count for one reason. The reason is shown once, and each source in a row below.
 */
function groupRow(group: readonly DossierSource[], of: Of, sheet: Sheet): Html {
  const [first, ...others] = group
  if (first === undefined) return html``
  if (others.length === 0)
    return sourceRow({ source: first, words: listWordsFirst(first.kind), why: whyOf(first) }, of, sheet)
  const rows = group.map((source) => sourceRow({ source }, of, sheet))
  return html`<li class="row aside" ${accounted(ownRecord(`/api/projects/${of.slug}`))}><div class="what"><strong>${listWordsFirst(first.kind)}</strong> <span class="kind">${whyOf(first)}</span><details><summary>${togetherWords(first.kind, group)}</summary><ul class="rows">${rows}</ul></details></div></li>`
}

function whyOf({ counted, notCountedReason }: DossierSource): string {
  return counted ? 'counts' : `does not count: ${notCountedReason ?? 'not evaluated'}`
}

function sourceRow(
  shown: { readonly source: DossierSource; readonly words?: string; readonly why?: string },
  of: Of,
  sheet: Sheet,
): Html {
  const { source, words, why } = shown
  const { id, kind, locator, url, counted, lastReadAt } = source
  const read =
    lastReadAt === undefined
      ? neverReadWords(kind)
      : clock({ at: lastReadAt, as: 'age', before: 'read' }, sheet)
  const place = url === null ? placeOf(source, of) : linkOut({ href: url, words: locator })
  return html`<li class="row${!counted && ' aside'}" data-evidence="${inAttribute(id)}"><span class="what">${words !== undefined && html`<strong>${words}</strong> `}${place} <span class="kind">${forkOf(source)}established by ${attributionOf(source)}, ${read}${why !== undefined && `; ${why}`}</span></span> <a class="receipt" href="${receiptPage(id)}">receipt</a></li>`
}

/** The words for a fork, with its upstream repository. Empty for any other repository, and while it is not known. */
function forkOf({ fork, upstream }: DossierSource): Html {
  if (fork !== true) return html``
  return upstream === undefined ? html`a fork, ` : html`a fork of ${named(upstream)}, `
}

/** Where the source is. An address is short, and leads to the page of the contract where there is one. */
function placeOf(source: DossierSource, { pages }: Of): Html {
  const parts = sourcePlaceParts(source)
  const [whole, ...others] = parts
  if (typeof whole === 'string' && others.length === 0) return named(whole)
  const basis = recorded(source.id)
  const shown = parts.map((part) =>
    typeof part === 'string'
      ? html`${part}`
      : address({ address: part.address, basis, ...known({ href: pages.get(part.address) }) }),
  )
  return html`${shown}`
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
