import { parseInstant } from '#contract/time.ts'
import { unmeasuredDossier } from '#views/project/dossier.ts'
import { unknownNames } from '#views/project/unknown-names.ts'
import { watchedBy } from '#views/ships/calendar.ts'
import { notAppliedBuilding } from '#views/words/building.ts'
import { countEnd } from '#views/words/counts.ts'
import { isPastTolerance, listWords, listWordsFirst, UNDER_THE_RADAR_WORDS } from '#views/words/figures.ts'
import { type Basis, inWords } from '../basis.ts'
import { copy } from '../components/address.ts'
import { clock } from '../components/clock.ts'
import { figure } from '../components/figure.ts'
import { lastShip } from '../components/last-ship.ts'
import { named, quote } from '../components/quote.ts'
import { statusMark } from '../components/status.ts'
import { type Html, html, inAttribute } from '../markup.ts'
import { notedBasis } from '../noted-basis.ts'
import type { Sheet } from '../sheet.ts'
import type { ProjectAnswers } from './answers.ts'

/** The first answer of the page: who the project is, and whether it ships. */
export function projectIntroduction(answers: ProjectAnswers, sheet: Sheet): Html {
  const { name, description, status: state, statusLabel, statusHelp } = answers.dossier
  const { activity } = answers
  const why = unmeasuredDossier(answers.dossier)
  return html`<h1>${named(name)}</h1>
${description !== undefined && html`<p class="lead">${quote(description)}</p>`}
<p class="verdict">${statusMark({ status: state, label: statusLabel, since: sinceOf(answers), basis: noted(answers, 'status'), stale: isBuildingOld(answers), field: 'dossier:status' }, sheet)}</p>
<p class="help" data-rule="${activity.rule?.id ?? 'activity.status'}">${statusHelp}${why !== undefined && ` ${why}`}</p>
<p>${lastShip({ ship: answers.dossier.lastShip, status: state, from: watchedBy(activity).from, basis: noted(answers, 'lastShip'), field: 'dossier:lastShip' }, sheet)}</p>`
}

/**
 * Whether the readings of building are too old for the present, so that the page tells of the time when they were made.
 * An unknown value stays unknown.
 */
function isBuildingOld({ snapshot, dossier }: ProjectAnswers): boolean {
  return dossier.status !== 'UNKNOWN' && isPastTolerance(snapshot.build.state)
}

/** When the status was first concluded; undefined while it is unknown. */
function sinceOf({ activity }: ProjectAnswers) {
  const since = activity.detail?.['since']
  return typeof since === 'string' ? parseInstant(since) : undefined
}

/** The basis of a field of the dossier or the snapshot, by its claim note. */
export function noted({ dossier, snapshot, readings }: ProjectAnswers, field: string): Basis {
  const { slug, asOf, score } = dossier
  const claims = { ...dossier.claims, ...snapshot.claims }
  const basis = notedBasis({ slug, claims, asOf, score }, field, { readings })
  if (basis.kind !== 'unknown') return basis
  const { kind, coverage } = dossier
  return inWords(
    basis,
    notAppliedBuilding({ field, reason: basis.reason, building: coverage.building, kind }),
  )
}

/** The facts beside the first answer. */
export function factsOf(answers: ProjectAnswers, sheet: Sheet): Html {
  const { dossier, snapshot } = answers
  const { build } = snapshot
  const built = { stale: isBuildingOld(answers), readAt: dossier.coverage.building?.observedAt }
  const shown = (name: string, field: string, value: string | number | undefined, more: object = {}) =>
    html`<div><dt>${name}</dt><dd>${figure({ name, value, basis: noted(answers, field), ...more }, sheet)}</dd></div>`
  return html`<dl class="list">
${unknownOf(answers)}
${shown('Ships in 30 days', 'meaningfulShips30d', build.meaningfulShips30d, { ...built, field: 'snapshot:build.meaningfulShips30d', to: countEnd(build.meaningfulShips30dAsOf, dossier.asOf) })}
${shown('Build Momentum', 'buildMomentum', build.buildMomentum, { ...built, field: 'snapshot:build.buildMomentum', unit: 'of 100', to: countEnd(build.buildMomentumAsOf, dossier.asOf) })}
${shown('Under the radar', 'underTheRadar', build.underTheRadar.value === 'NOT_MEASURED' ? undefined : build.underTheRadar.value, { words: UNDER_THE_RADAR_WORDS[build.underTheRadar.value], field: 'snapshot:build.underTheRadar.value' })}
${shown('Research', 'researchLevel', dossier.researchLevel, { words: listWordsFirst(dossier.researchLevel ?? ''), field: 'dossier:researchLevel' })}
${tokenOf(answers, sheet)}
<div><dt>Evaluated</dt><dd>${evaluatedOf(answers, sheet)}</dd></div>
</dl>`
}

/** The names of the unknowns, with a link to their reasons; undefined where everything is known. */
function unknownOf({ dossier }: ProjectAnswers): Html | undefined {
  const names = unknownNames(dossier)
  if (names.length === 0) return undefined
  const list = names.map(
    ({ words, state }, at) => html`${at > 0 && ', '}<span data-unknown="${state}">${words}</span>`,
  )
  return html`<div><dt>Not known</dt><dd><a href="#coverage">${list}</a></dd></div>`
}

function evaluatedOf({ dossier, activity }: ProjectAnswers, sheet: Sheet): Html {
  if (dossier.asOf === undefined) return html`<span data-unknown="NOT_ENOUGH_YET">not yet</span>`
  return html`<span data-rule="${activity.rule?.id ?? 'activity.status'}">${clock({ at: dossier.asOf, as: 'age' }, sheet)}</span>`
}

function tokenOf(answers: ProjectAnswers, sheet: Sheet): Html {
  const { token, tokenVerification, tokenVerificationReason, activityAppliesToToken } = answers.dossier
  if (token === undefined)
    return html`<div><dt>Token</dt><dd><span data-unknown="NOT_APPLICABLE">No token is recorded</span></dd></div>`
  const basis = noted(answers, 'tokenVerification')
  const id = answers.dossier.sources.find(({ kind }) => kind === 'token')?.id
  const contract = html`<a href="${`/token/${inAttribute(token.chainId)}/${token.contract}`}"><code class="contract">${token.contract}</code></a> ${copy(token.contract)}`
  return html`<div><dt>Token</dt><dd><span ${id === undefined ? html`data-unknown="NOT_RECORDED"` : html`data-evidence="${inAttribute(id)}"`}>${token.symbolDeclared !== undefined && named(token.symbolDeclared)} ${contract}</span></dd></div>
<div><dt>Is it the project's?</dt><dd>${figure({ name: 'Token verification', value: tokenVerification, words: listWordsFirst(tokenVerification ?? ''), basis, field: 'dossier:tokenVerification' }, sheet)}${tokenVerificationReason !== undefined && html`<span class="clock">, ${listWords(tokenVerificationReason)}</span>`}${activityAppliesToToken === false && html`<p class="warning">The activity is the project's. It is not linked to this token.</p>`}</dd></div>`
}
