import type { Output } from '#contract/operations/index.ts'
import { changeRow } from '../components/change-row.ts'
import { cite } from '../components/cite.ts'
import { clock } from '../components/clock.ts'
import { linkOut, named, quote } from '../components/quote.ts'
import { section } from '../components/section.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import type { ProjectAnswers } from './answers.ts'

/** The newest entries of the ledger about the project. */
export function changesOf({ snapshot, dossier }: ProjectAnswers, sheet: Sheet): Html {
  const { available, items = [] } = snapshot.latestChanges
  const rows = items.map((event) => changeRow({ event }, sheet))
  return section(
    {
      id: 'changes',
      title: 'Changes',
      answers: 'What changed, as the ledger recorded it?',
      body: html`<div id="live-changes" data-live>${available ? listOf(rows) : UNAVAILABLE}</div><p class="links"><a href="${`/changes?project=${dossier.slug}`}">All changes</a> <a href="${`/api/changes?project=${dossier.slug}`}">Changes as JSON</a></p>`,
    },
    sheet,
  )
}

const UNAVAILABLE = html`<p data-unknown="NOT_RECORDED">The list cannot be produced now. It is not empty.</p>`

function listOf(rows: readonly Html[]): Html {
  return rows.length === 0 ? html`<p>No change is recorded.</p>` : html`<ul class="rows">${rows}</ul>`
}

type Relations = Output<'builtOn'>['buildsOn']

/** What the project builds on, and what builds on it. */
export function relationsOf({ builtOn, dossier }: ProjectAnswers, sheet: Sheet): Html {
  return section(
    {
      id: 'relations',
      title: 'Relations',
      answers: 'What does it build on, and what is built on it, as sources state it?',
      body: html`<h3>Builds on</h3>${relationRows(builtOn.buildsOn, sheet)}<h3>Built on it</h3>${relationRows(builtOn.builtOnBy, sheet)}<p class="links"><a href="${`/api/projects/${dossier.slug}/relationships`}">Every relation as JSON: contracts, packages, registries, launchpad</a></p>`,
    },
    sheet,
  )
}

function relationRows({ state, items = [] }: Relations, sheet: Sheet): Html {
  if (items.length === 0)
    return html`<p data-unknown="${state}">None is recorded. That does not say there is none.</p>`
  const rows = items.map(
    ({ project, statement, url, evidenceId, observedAt }) =>
      html`<li class="row" data-evidence="${inAttribute(evidenceId)}"><span class="what"><a href="${`/projects/${project.slug}`}">${named(project.name)}</a> ${quote(statement)} ${url !== undefined && linkOut({ href: url, words: 'source' })} ${clock({ at: observedAt, as: 'age', before: 'read' }, sheet)}</span></li>`,
  )
  return html`<ul class="rows">${rows}</ul>`
}

/** How to cite, embed and read the same for programs. */
export function citeProject({ dossier }: ProjectAnswers, sheet: Sheet): Html {
  const { slug } = dossier
  const { baseUrl } = sheet.site
  const page = `${baseUrl}/projects/${slug}`
  const records = `${baseUrl}/api/projects/${slug}`
  const badge = `${baseUrl}/badge/${slug}.svg`
  return section(
    {
      id: 'cite',
      title: 'Cite, embed, read as JSON',
      body: cite([
        { name: 'Permanent link', value: page, href: `/projects/${slug}` },
        { name: 'Everything as JSON', value: records, href: `/api/projects/${slug}` },
        { name: 'Snapshot as JSON', value: `${records}/snapshot`, href: `/api/projects/${slug}/snapshot` },
        { name: 'Badge', value: badge, href: `/badge/${slug}.svg` },
        { name: 'Badge in Markdown', value: `[![status](${badge})](${page})` },
      ]),
    },
    sheet,
  )
}
