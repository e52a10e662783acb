import { COVERAGE_DIMENSIONS } from '#contract/enums.ts'
import { known } from '#contract/known.ts'
import type { ComparedProject } from '#contract/shapes/comparison.ts'
import type { NoValueReason } from '#contract/shapes/history.ts'
import type { Instant } from '#contract/time.ts'
import { markdownLink, markdownQuote, markdownTable, markdownText } from '../markup/markdown.ts'
import { projectPage, type Site } from '../site/links.ts'
import { addressWith } from '../site/page-address.ts'
import { notEvaluated, noValueWords, type UnknownWords, WITHOUT_TOKEN } from '../words/building.ts'
import { countEnd } from '../words/counts.ts'
import { isWithoutToken, listWordsFirst, numberWords, UNDER_THE_RADAR_WORDS } from '../words/figures.ts'
import { lastShipMarkdown } from './last-ship.ts'

type Value = string | number | undefined

/** The value of one project, as the answer has it and in words. Undefined while it is unknown. */
export type ComparedCell = {
  readonly value: Value
  readonly words?: string
  /** Why there is no value, where the answer says so itself and no claim note does. */
  readonly reason?: NoValueReason
  /** The words for a missing value, where the words of its reason would mislead. */
  readonly why?: UnknownWords
  /**
   * The state that is compared instead of a value. The state of a dimension is always known, also if the dimension was
   * not read.
   */
  readonly state?: string
  /** The end of the time that a count covers. */
  readonly to?: Instant | undefined
  /** When the value was read. */
  readonly readAt?: Instant | undefined
}

/** One figure of every project. */
export type ComparedRow = {
  readonly name: string
  /** The path of the figure in a project of the answer. */
  readonly field: string
  /** The field whose claim note says what the figure rests on; undefined for a record of the catalogue. */
  readonly noted?: string
  /** The rule, by its name, of a figure without a claim note. */
  readonly rule?: string
  readonly cells: readonly ComparedCell[]
  /** Whether the known values are the same, differ, or cannot be compared. No value is better than another. */
  readonly agreement: 'same' | 'different' | 'not comparable'
  /** Names of the projects of which the figure is unknown. */
  readonly unknownOf: readonly string[]
}

type Definition = Omit<ComparedRow, 'cells' | 'agreement' | 'unknownOf'> & {
  readonly cell: (project: ComparedProject) => ComparedCell
}

const IDENTITY: readonly Definition[] = [
  { name: 'Kind', field: 'kind', cell: ({ kind }) => worded(kind) },
  { name: 'Launchpad', field: 'launchpad', cell: ({ launchpad }) => ({ value: launchpad }) },
  {
    name: 'Research',
    field: 'researchLevel',
    noted: 'researchLevel',
    cell: ({ researchLevel }) => worded(researchLevel),
  },
  {
    name: 'Is the token the project’s?',
    field: 'tokenVerification',
    noted: 'tokenVerification',
    cell: ({ token, tokenVerification }) => ({
      ...worded(tokenVerification),
      ...(token === undefined && { reason: 'NOT_APPLICABLE' as const, why: WITHOUT_TOKEN }),
    }),
  },
]

const BUILDING: readonly Definition[] = [
  {
    name: 'Ships in 30 days',
    field: 'meaningfulShips30d',
    noted: 'meaningfulShips30d',
    cell: ({ meaningfulShips30d: value, meaningfulShips30dAsOf: to, asOf }) => ({
      value,
      to: countEnd(to, asOf),
    }),
  },
  {
    name: 'Build Momentum, of 100',
    field: 'score.buildMomentum',
    noted: 'buildMomentum',
    cell: ({ score, asOf }) => ({
      value: score.buildMomentum,
      to: countEnd(score.buildMomentumAsOf, asOf),
    }),
  },
  {
    name: 'Rank on the Radar',
    field: 'radar.rank',
    noted: 'buildMomentum',
    rule: 'radar',
    cell: ({ radar }) => ({ value: radar?.rank }),
  },
  {
    name: 'Radar score, of 100',
    field: 'radar.score',
    noted: 'buildMomentum',
    rule: 'radar',
    cell: ({ radar }) => ({ value: radar?.score }),
  },
]

const ATTENTION: readonly Definition[] = [
  {
    name: 'Under the radar',
    field: 'score.underTheRadar.value',
    noted: 'underTheRadar',
    cell: ({ score: { underTheRadar } }) =>
      underTheRadar.value === 'NOT_MEASURED'
        ? { value: undefined }
        : { value: underTheRadar.value, words: UNDER_THE_RADAR_WORDS[underTheRadar.value] },
  },
  percentile('Percentile by momentum', 'momentumPercentile'),
  percentile('Percentile by attention', 'attentionPercentile'),
  percentile('Discovery Gap', 'discoveryGap'),
]

function percentile(
  name: string,
  field: 'momentumPercentile' | 'attentionPercentile' | 'discoveryGap',
): Definition {
  return {
    name,
    field: `score.${field}`,
    noted: 'underTheRadar',
    cell: ({ score }) => ({ value: score[field] }),
  }
}

const COVERAGE: readonly Definition[] = COVERAGE_DIMENSIONS.map((dimension) => ({
  name: listWordsFirst(dimension),
  field: `coverage.${dimension}.state`,
  rule: 'coverage',
  cell: ({ coverage, asOf }) => {
    const entry = coverage[dimension]
    if (entry === undefined) return { value: undefined }
    const { state, observedAt } = entry
    if (state === 'MEASURED') return { ...worded(state), state, readAt: observedAt }
    const why = isWithoutToken(dimension, state) ? WITHOUT_TOKEN : notEvaluated({ reason: state, asOf })
    return { value: undefined, reason: state, ...known({ why }), state }
  },
}))

function worded(value: string | undefined): ComparedCell {
  return value === undefined ? { value } : { value, words: listWordsFirst(value) }
}

/** A part of a comparison. */
type ComparedPart = {
  readonly id: string
  readonly title: string
  readonly rows: readonly ComparedRow[]
}

/** The rows of a comparison by part, in the order of the projects. Market figures are not among them. */
export function comparedParts(projects: readonly ComparedProject[]): readonly ComparedPart[] {
  const parts = [
    { id: 'identity', title: 'Identity', rows: IDENTITY },
    { id: 'building', title: 'Building', rows: BUILDING },
    { id: 'attention', title: 'Attention', rows: ATTENTION },
    { id: 'coverage', title: 'What is read', rows: COVERAGE },
  ]
  return parts.map(({ rows, ...part }) => ({
    ...part,
    rows: rows.map(({ cell, ...row }) => ({ ...row, ...agreementOf(projects, cell) })),
  }))
}

/** Whether the projects have the same status. */
export function statusAgreement(
  projects: readonly ComparedProject[],
): Pick<ComparedRow, 'agreement' | 'unknownOf'> {
  return agreementOf(projects, ({ status }) => ({ value: status === 'UNKNOWN' ? undefined : status }))
}

function agreementOf(
  projects: readonly ComparedProject[],
  cellOf: Definition['cell'],
): Pick<ComparedRow, 'cells' | 'agreement' | 'unknownOf'> {
  const cells = projects.map(cellOf)
  const compared = cells.map(({ value, state }) => state ?? value)
  const known = compared.filter((value) => value !== undefined)
  const unknownOf = projects.flatMap(({ name }, at) => (compared[at] === undefined ? [name] : []))
  if (known.length < 2) return { cells, agreement: 'not comparable', unknownOf }
  return { cells, agreement: new Set(known).size === 1 ? 'same' : 'different', unknownOf }
}

/** The title of a comparison. It states the answer: "Lumen: shipping, Ember: unknown". */
export function comparisonTitle(projects: readonly ComparedProject[]): string {
  if (projects.length === 0) return 'Compare projects side by side, without a winner'
  return projects.map(({ name, statusLabel }) => `${name}: ${statusLabel.toLowerCase()}`).join(', ')
}

/** The path of a comparison as JSON. */
export function comparisonJson(projects: readonly Pick<ComparedProject, 'slug'>[]): string {
  return addressWith('/api/compare', { slugs: projects.map(({ slug }) => slug) })
}

/**
 * The comparison as Markdown: one table for each part, with a last column that says whether the known values differ.
 */
export function comparisonMarkdown(
  answer: { readonly items: readonly ComparedProject[]; readonly disclaimer: string },
  site: Site,
): string {
  const { items, disclaimer } = answer
  const names = items.map(({ name, slug }) => markdownLink(markdownQuote(name), projectPage(slug, site)))
  const status = {
    name: 'Status',
    cells: items.map(({ statusLabel }) => markdownText(statusLabel)),
    last: agreementWords(statusAgreement(items)),
  }
  const ship = { name: 'Last ship', cells: items.map((item) => lastShipMarkdown(item, item.asOf)), last: '' }
  const tables = comparedParts(items).flatMap(({ title, rows }) => {
    const lines = rows.map((row) => ({
      name: row.name,
      cells: row.cells.map((cell, at) => cellWords(cell, { row, project: items[at] })),
      last: agreementWords(row),
    }))
    const all = title === 'Building' ? [status, ship, ...lines] : lines
    const cells = all.map(({ name, cells: shown, last }) => [markdownText(name), ...shown, last])
    return [`## ${title}`, '', ...markdownTable(['', ...names, 'Known values'], cells), '']
  })
  const market = `Market figures are context, and are not compared: ${site.baseUrl}${comparisonJson(items)}`
  return `${['# Comparison', '', ...tables, market, '', disclaimer].join('\n')}\n`
}

function cellWords(
  { value, words, reason, why }: ComparedCell,
  of: { readonly row: ComparedRow; readonly project: ComparedProject | undefined },
): string {
  if (words !== undefined) return markdownText(words)
  if (value !== undefined) return markdownText(typeof value === 'number' ? numberWords(value) : value)
  if (why?.isOutside === true) return why.words
  const noted = of.row.noted === undefined ? undefined : of.project?.claims?.[of.row.noted]?.reason
  return `unknown (${noValueWords({ reason: reason ?? noted ?? 'NOT_RECORDED', asOf: of.project?.asOf })})`
}

/** Whether the known values differ, in words. */
export function agreementWords({
  agreement,
  unknownOf,
}: Pick<ComparedRow, 'agreement' | 'unknownOf'>): string {
  if (unknownOf.length === 0) return agreement
  return `${knownWords(agreement)}; unknown of ${unknownOf.map(markdownQuote).join(', ')}`
}

/** Whether the known values differ, in a row where others are unknown. */
export function knownWords(agreement: ComparedRow['agreement']): string {
  return agreement === 'same' ? 'same where known' : agreement
}
