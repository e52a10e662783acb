import type { RadarItem } from '#contract/shapes/radar.ts'
import type { Instant } from '#contract/time.ts'
import { EARLIER_UNKNOWN, moveWords, type RankPart, rankParts } from '#views/lists/radar-list.ts'
import { type Basis, basisOf, concluded, evaluated, unvalued } from '../basis.ts'
import { type Html, html } from '../markup.ts'
import { notedBasis } from '../noted-basis.ts'
import type { Sheet } from '../sheet.ts'
import { bars } from './bars.ts'
import { clock } from './clock.ts'
import { figure } from './figure.ts'
import { lastShip } from './last-ship.ts'
import { named } from './quote.ts'
import { statusMark } from './status.ts'

type Ranked = {
  readonly item: RadarItem
  readonly place: number
  readonly rule: string
  readonly rankedAt: Instant | undefined
}

/** A project of the Radar: its rank and score, and the parts of the score as bars. */
export function rankEntry(ranked: Ranked, sheet: Sheet): Html {
  const { item, place, rule, rankedAt } = ranked
  const { project, rank, score, claims, statusLabel: label } = item
  const basis = basisOf(claims?.['radar'])
  const own = evaluated(basis.kind === 'unknown' ? concluded(rule) : basis, rankedAt)
  const noted = (field: string) => notedBasis({ slug: project.slug, claims, isEvaluated: true }, field, sheet)
  return html`<li class="entry rank">
<div>
<div class="head">${figure({ name: `Rank of ${project.name}`, value: rank, basis: own, field: `radar:items.${place}.rank` }, sheet)} <a class="name" href="${`/projects/${project.slug}`}">${named(project.name)}</a> ${statusMark({ status: item.status, label, basis: noted('status') }, sheet)}</div>
<p>Score ${figure({ name: 'Radar score', value: score, unit: 'of 100', basis: own, field: `radar:items.${place}.score` }, sheet)}</p>
${movesOf(item, rule)}
<p>${lastShip({ ship: item.lastShip, status: item.status, basis: noted('lastShip') }, sheet)}</p>
</div>
<div>${partsOf(ranked, own, sheet)}</div>
</li>`
}

function movesOf({ sevenDaysAgo, thirtyDaysAgo }: RadarItem, rule: string): Html {
  const moves = [sevenDaysAgo, thirtyDaysAgo].filter((move) => move !== undefined)
  if (moves.length === 0)
    return html`<p class="note" data-unknown="NOT_RECORDED">Earlier ranks: ${EARLIER_UNKNOWN}</p>`
  return html`<p class="note" data-rule="${rule}">Rank ${moves.map(moveWords).join('; ')}</p>`
}

function partsOf({ item, place, rule, rankedAt }: Ranked, basis: Basis, sheet: Sheet): Html {
  const parts = rankParts(item)
  const fieldOf = (path: string) => `radar:items.${place}.${path}` as const
  const shown = parts.map(({ name, path, points, state }) => ({
    name,
    value: points,
    basis: points === null ? unvalued(state) : basis,
    field: fieldOf(path),
  }))
  const from = parts.flatMap((part) => {
    if (part.from === undefined) return []
    const { path, before, ...of } = part.from
    return [
      html`${before !== undefined && `${before} `}${figure({ ...of, basis, field: fieldOf(path) }, sheet)}`,
    ]
  })
  const source = html`records of the project${rankedAt !== undefined && html`, ranked ${clock({ at: rankedAt, as: 'day', before: 'on' }, sheet)}`}`
  const chart = bars(
    { title: 'Parts of the score', unit: 'points from 0 to 100', source, rule, greatest: 100, bars: shown },
    sheet,
  )
  return html`${chart}<p class="note">From ${from.map((one, at) => html`${at > 0 && ', '}${one}`)}.</p>${unknownOf(item, parts, rule)}`
}

/** How the unknown parts count, and what the rank would be without them. */
function unknownOf(
  { withoutUnknown }: RadarItem,
  parts: readonly RankPart[],
  rule: string,
): Html | undefined {
  const assumed = parts.flatMap(({ name, assumed: points }) =>
    points === undefined ? [] : [`${String(name.split(',')[0]).toLowerCase()} as ${points} points`],
  )
  if (assumed.length === 0) return undefined
  const without =
    withoutUnknown === undefined
      ? ''
      : ` Of the measured parts alone the score is ${withoutUnknown.score}, rank ${withoutUnknown.rank}.`
  return html`<p class="note" data-rule="${rule}">${`Unknown counts like the lowest known part: ${assumed.join(', ')}.${without}`}</p>`
}
