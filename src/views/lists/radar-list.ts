import type { RadarFilter, RadarItem, RadarList } from '#contract/shapes/radar.ts'
import type { RADAR_PARTS } from '#domain/attention/radar.ts'
import { markdownLink, markdownQuote, markdownTable, markdownText } from '../markup/markdown.ts'
import { projectPage, type Site } from '../site/links.ts'
import { dayWords } from '../words/clocks.ts'
import { listWords, numberWords, REASON_WORDS, whyNoValue } from '../words/figures.ts'
import { ruleText } from '../words/rules.ts'
import { MISSING_LIST, noRankWords, PAST_END } from './empty-lists.ts'
import { lastShipMarkdown } from './last-ship.ts'
import { moreLines, shownWords } from './list-places.ts'

/** Each list of the Radar: its name, and what its projects have in common. */
export const FILTER_WORDS: Readonly<Record<RadarFilter, { readonly words: string; readonly says: string }>> =
  {
    all: { words: 'All', says: 'Every project with a score.' },
    shipping: { words: 'Shipping now', says: 'Projects with the status Shipping.' },
    verified: { words: 'Verified builders', says: 'Projects verified as builders.' },
    'under-the-radar': {
      words: 'Under the radar',
      says: 'Projects that ship more than they are noticed.',
    },
    accelerating: { words: 'Accelerating', says: 'Projects that ship faster than before.' },
    'with-use': { words: 'With use', says: 'Projects whose own functions were called in their last week.' },
  }

type PartName = (typeof RADAR_PARTS)[number]

/** One part of a score: its points, or why they are unknown, and what it was concluded from. */
export type RankPart = {
  readonly name: string
  /** The path of the points in the item of the list. */
  readonly path: string
  readonly points: number | null
  readonly state: RadarItem['parts']['building']['state']
  /** The figure behind the points; undefined while it is unknown. */
  readonly from: PartFigure | undefined
  /** Points that the score counts for the part while the part is unknown. */
  readonly assumed: number | undefined
}

/**
 * A figure that a part of a score is concluded from: its path in the item, its value, and the words around the value.
 */
export type PartFigure = {
  readonly name: string
  readonly path: string
  readonly value: number | string
  readonly words?: string
  readonly before?: string
  readonly unit?: string
}

const PART_NAMES: Readonly<Record<PartName, string>> = {
  building: 'Building',
  use: 'Use',
  research: 'Research',
}

/** The parts of a score in the order of their weight, each with its share in the name. */
export function rankParts({ parts }: Pick<RadarItem, 'parts'>): readonly RankPart[] {
  const { building, use, research } = parts
  const nameOf = (part: PartName) => {
    const { weight } = parts[part]
    return weight === null ? PART_NAMES[part] : `${PART_NAMES[part]}, weighs ${percentWords(weight)}`
  }
  const momentum = building.buildMomentum
  return [
    {
      name: nameOf('building'),
      path: 'parts.building.percentile',
      points: building.percentile,
      state: building.state,
      from: momentum === null ? undefined : momentumFigure(momentum),
      assumed: undefined,
    },
    {
      name: nameOf('use'),
      path: 'parts.use.percentile',
      points: use.percentile,
      state: use.state,
      assumed: use.assumedPoints,
      from: use.calls === null ? undefined : callsFigure(use.calls),
    },
    {
      name: nameOf('research'),
      path: 'parts.research.points',
      points: research.points,
      state: research.state,
      from: research.level === null ? undefined : researchFigure(research.level),
      assumed: research.assumedPoints,
    },
  ]
}

function momentumFigure(value: number): PartFigure {
  const name = 'Build Momentum'
  return { name, path: 'parts.building.buildMomentum', value, before: name }
}

function callsFigure(value: number): PartFigure {
  const unit = `decoded ${value === 1 ? 'call' : 'calls'} in seven days`
  return { name: 'Decoded calls', path: 'parts.use.calls', value, unit }
}

function researchFigure(value: string): PartFigure {
  return { name: 'Research', path: 'parts.research.level', value, words: listWords(value) }
}

/** A figure behind a part in words: "Build Momentum 67.5", "2 decoded calls in seven days". */
function figureWords({ before, value, words, unit }: PartFigure): string {
  const shown = words ?? (typeof value === 'number' ? numberWords(value) : value)
  return [before, shown, unit].filter((part) => part !== undefined).join(' ')
}

function percentWords(share: number): string {
  return `${Math.round(share * 100)}\u00a0%`
}

/** A move since an earlier day, in words: "up 2 from rank 5 at the first ranking of 13 Nov 2026". */
export function moveWords({ day, rank, change }: NonNullable<RadarItem['sevenDaysAgo']>): string {
  const moved = change === 0 ? 'unchanged' : `${change > 0 ? 'up' : 'down'} ${Math.abs(change)}`
  return `${moved} from rank ${numberWords(rank)} at the first ranking of ${dayWords(day)}`
}

/** The title of the Radar. It states the answer: "Radar: Lumen has rank 1, 31 in the list, by radar@2". */
export function radarTitle(
  query: { readonly filter: RadarFilter; readonly q?: string | undefined },
  { available, items, total, rule }: RadarList,
): string {
  const list = query.filter === 'all' ? 'Radar' : `Radar, ${FILTER_WORDS[query.filter].words.toLowerCase()}`
  if (!available || total === null) return `${list}: not measured`
  if (query.q !== undefined)
    return `${list}: ${numberWords(total)} of the ranked projects ${total === 1 ? 'matches' : 'match'} ${query.q}`
  if (total === 0) return `${list}: no ranked project`
  const [first] = items
  if (first === undefined) return `${list}: ${numberWords(total)} in the list, none from this place on`
  return `${list}: ${first.project.name} has rank ${first.rank}, ${numberWords(total)} in the list, by ${rule}`
}

/** A part of a list of the Radar with the query that it answers. */
type RadarPart = {
  readonly filter: RadarFilter
  readonly q?: string | undefined
  readonly offset: number
  readonly list: RadarList
}

/** The Radar as Markdown: the rule in words, then one row for each project. */
export function radarMarkdown(
  of: RadarPart & {
    /** The address of the next part of the list. */
    readonly more?: string | undefined
  },
  site: Site,
): string {
  const { filter, q, list, more } = of
  const { items, total, rule, asOf, disclaimer } = list
  const text = rule === undefined ? undefined : ruleText(rule)
  const rows = items.map((item) => [
    String(item.rank),
    markdownLink(markdownQuote(item.project.name), projectPage(item.project.slug, site)),
    scoreWords(item),
    ...rankParts(item).map(partWords),
    markdownText(item.statusLabel),
    lastShipMarkdown(item, asOf),
    earlierWords(item),
  ])
  const headings = [
    'Rank',
    'Project',
    'Score',
    'Building',
    'Use',
    'Research',
    'Status',
    'Last ship',
    'Earlier ranks',
  ]
  return `${[
    '# Radar',
    '',
    FILTER_WORDS[filter].says,
    ...(text === undefined ? [] : ['', `Rule \`${rule}\`: ${markdownText(text)}`]),
    '',
    countWords(of),
    '',
    ...(rows.length === 0 ? emptyWords({ filter, q, total }) : [...markdownTable(headings, rows), '']),
    ...moreLines(more),
    disclaimer,
  ].join('\n')}\n`
}

function countWords({ q, offset, list: { items, total, asOf } }: RadarPart): string {
  if (total === null) return MISSING_LIST
  const searched = q === undefined ? '' : ` with ${markdownQuote(q)}`
  return `Projects: ${total}${searched}, ranked ${asOf}${shownWords({ offset, shown: items.length, total })}.`
}

/** Why the list has no row. A list that was not measured says so already. */
function emptyWords(of: {
  readonly filter: RadarFilter
  readonly q: string | undefined
  readonly total: number | null
}): readonly string[] {
  const { filter, q, total } = of
  if (total === null) return []
  if (total > 0) return [PAST_END, '']
  const [before, after] = noRankWords({ list: FILTER_WORDS[filter].words, isSearched: q !== undefined })
  return [`${before}${q === undefined ? '' : markdownQuote(q)}${after}`, '']
}

function scoreWords({ score, withoutUnknown: measured }: RadarItem): string {
  if (measured === undefined) return String(score)
  return `${score} (of the measured parts alone ${measured.score}, rank ${measured.rank})`
}

function earlierWords({ sevenDaysAgo, thirtyDaysAgo }: RadarItem): string {
  const moves = [sevenDaysAgo, thirtyDaysAgo].flatMap((move) => (move === undefined ? [] : [moveWords(move)]))
  return moves.length === 0 ? EARLIER_UNKNOWN : moves.join('; ')
}

/** Said where no earlier rank of a project is recorded. */
export const EARLIER_UNKNOWN = 'not recorded a week or a month ago'

function partWords({ points, state, assumed, from }: RankPart): string {
  if (points !== null) return from === undefined ? String(points) : `${points} (${figureWords(from)})`
  const counted = assumed === undefined ? '' : `, counts as ${assumed}`
  return `unknown (${REASON_WORDS[whyNoValue(state)]}${counted})`
}
