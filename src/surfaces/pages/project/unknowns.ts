import type { CoverageItem } from '#contract/shapes/coverage.ts'
import { unknownStatus } from '#views/project/unknown-names.ts'
import { notEvaluated } from '#views/words/building.ts'
import {
  ALL_MEASURED,
  isWithoutToken,
  listWords,
  listWordsFirst,
  outsideWords,
  providerName,
  unmeasuredWords,
} from '#views/words/figures.ts'
import { ruleInForce } from '#views/words/rules.ts'
import { OUTCOME_WORDS, unreadStreams } from '#views/words/unread-streams.ts'
import { clock } from '../components/clock.ts'
import { section } from '../components/section.ts'
import { type Html, html } from '../markup.ts'
import type { Sheet } from '../sheet.ts'
import type { ProjectAnswers } from './answers.ts'

/** How far the project is read: what is not known is as prominent as what is. */
export function unknownsOf({ coverage, dossier }: ProjectAnswers, sheet: Sheet): Html {
  const outside = coverage.items.filter(({ dimension, state }) => isWithoutToken(dimension, state))
  const unread = coverage.items.filter((item) => item.state !== 'MEASURED' && !outside.includes(item))
  const status = unknownStatus(dossier)
  const read = coverage.items.filter(({ state }) => state === 'MEASURED')
  return section(
    {
      id: 'coverage',
      title: 'What is not known',
      answers: 'Which questions about this project have no answer now, and why?',
      body: html`${unread.length === 0 && status === undefined ? html`<p>${ALL_MEASURED}</p>` : html`<ul class="rows">${status !== undefined && html`<li class="row" data-unknown="${status.state}"><span class="what"><strong>Activity status:</strong> ${status.why}</span></li>`}${unread.map((item) => unreadRow(item, sheet))}</ul>`}
${read.length > 0 && html`<p class="measured">Measured: ${read.map((item, at) => html`${at > 0 && ', '}${measured(item, sheet)}`)}</p>`}
${outside.length > 0 && html`<p class="measured" data-unknown="NOT_APPLICABLE">${outsideWords(outside.map(({ dimension }) => dimension))}</p>`}
<p class="links"><a href="${`/api/projects/${dossier.slug}/coverage`}">Coverage as JSON</a></p>`,
    },
    sheet,
  )
}

function unreadRow({ dimension, state, since, meaning, unread = [] }: CoverageItem, sheet: Sheet): Html {
  if (state === 'MEASURED') return html``
  const streams = unreadStreams(unread).map(
    ({ provider, streams: names, outcome, since: from, areLater }) =>
      html`<li>${`${providerName(provider)}: ${OUTCOME_WORDS[outcome]}`}${from !== null && html`, ${clock({ at: from, as: 'instant', before: 'attempts fail since' }, sheet)}${areLater && ' at the earliest'}`} (${names.join(', ')})</li>`,
  )
  const none = notEvaluated({ reason: state, asOf: since })
  const why = none === undefined && streams.length === 0 ? meaningHere({ state, meaning }) : undefined
  const words = none?.words ?? unmeasuredWords(dimension, state)
  return html`<li class="row" data-unknown="${state}"><span class="what"><strong>${`${listWordsFirst(dimension)}:`}</strong> ${words}${since !== undefined && html` <span class="clock">(${clock({ at: since, as: 'day', before: 'concluded on' }, sheet)})</span>`}.${why !== undefined && html` <span class="clock">${why}</span>`}${streams.length > 0 && html`<ul>${streams}</ul>`}</span></li>`
}

/** The meaning of the state; undefined where the words of the dimension already give it. */
function meaningHere({ state, meaning }: Pick<CoverageItem, 'state' | 'meaning'>): string | undefined {
  return state === 'STALE' || state === 'NOT_APPLICABLE' ? undefined : meaning
}

function measured({ dimension, asOf }: CoverageItem, sheet: Sheet): Html {
  return html`<span class="measure" data-rule="${ruleInForce('coverage')}">${listWords(dimension)}${asOf !== undefined && html` (${clock({ at: asOf, as: 'age', before: 'read' }, sheet)})`}</span>`
}
