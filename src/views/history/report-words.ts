import type { ChangeType } from '#contract/events.ts'
import { shortAddress } from '#contract/ids.ts'
import { known } from '#contract/known.ts'
import type { Month } from '#contract/month.ts'
import type { MonthlyReport, MonthlyReportList } from '#contract/shapes/monthly-report.ts'
import { activityLabel } from '#domain/project/evidence-words.ts'
import type { ReportedType } from '#domain/reports/monthly-report.ts'
import { counted } from '#domain/rules/rule.ts'
import { changeKind } from '../changes/kinds.ts'
import { markdownLink, markdownQuote, markdownText } from '../markup/markdown.ts'
import { projectPage, receiptLink, type Site } from '../site/links.ts'
import { instantWords } from '../words/clocks.ts'
import { capitalised, listWordsFirst, REASON_WORDS, whyNoValue } from '../words/figures.ts'

type State = MonthlyReport['ships'][number]['state']

/** A count of a report by its name; null with its reason in `state` while nothing was measured. */
export type ReportCount = {
  readonly name: string
  /** The path of the value in the report. */
  readonly path: string
  readonly state: State
  readonly value: number | null
  /** The list of the counted records, when one address has it. */
  readonly list?: CountedList
  /** A note on the recorded changes of a kind whose number is unknown. */
  readonly note?: string
}

/** The address of the list of the counted records, and words for the list. The list shows the records of now. */
export type CountedList = { readonly path: `/${string}`; readonly words: string }

/** The counts of a report, in groups of one unit. */
export function reportCounts(report: MonthlyReport): {
  readonly statuses: readonly ReportCount[]
  readonly ships: readonly ReportCount[]
  readonly changes: readonly ReportCount[]
} {
  const { statuses, ships, changes } = report
  return {
    statuses: statuses.map(({ status, state, projects: value }, at) => ({
      name: activityLabel(status) ?? listWordsFirst(status),
      path: `statuses.${at}.projects`,
      state,
      value,
    })),
    ships: ships.map(({ kind, state, ships: value }, at) => ({
      name: listWordsFirst(kind),
      path: `ships.${at}.ships`,
      state,
      value,
      list: shipsCounted(kind, report),
    })),
    changes: changes.map(({ type, state, changes: value }, at) => ({
      name: capitalised(changeKind(type)),
      path: `changes.${at}.changes`,
      state,
      value,
      list: changesCounted(type, report),
      ...known({ note: value === null ? uncountedNote(type, report) : undefined }),
    })),
  }
}

/**
 * The note for a kind of change that was not counted although the highlights have such changes. Otherwise undefined.
 */
function uncountedNote(type: ChangeType, { highlights, published }: MonthlyReport): string | undefined {
  const recorded = highlights.filter((highlight) => highlight.type === type).length
  if (recorded === 0) return undefined
  const unread = `none of ${counted(published, 'project')} was measured for it at the end of the month`
  return `Not counted: ${unread}. At least ${recorded} ${recorded === 1 ? 'is' : 'are'} recorded, in the highlights.`
}

/** The path of a report as JSON. */
export function reportJson({ month }: Pick<MonthlyReport, 'month'>): `/${string}` {
  return `/api/reports/monthly/${month}`
}

function shipsCounted(kind: string, { from, to }: MonthlyReport): CountedList {
  const path = `/api/ships?kind=${kind}&counted=only&since=${from}&until=${to}` as const
  return { path, words: 'The counted ships of the month as JSON' }
}

/** Types whose events are dated by their block. A list of a span of days leaves out events that no source dates. */
const DATED: readonly ChangeType[] = ['contract.deployed', 'contract.followup_deployed']

function changesCounted(type: ChangeType, { from, to }: MonthlyReport): CountedList {
  return DATED.includes(type)
    ? { path: `/changes?type=${type}&since=${from}&until=${to}`, words: 'The changes of the month' }
    : { path: `/changes?type=${type}`, words: 'The changes of this kind in any month' }
}

/** The greatest count of a group, for the scale of its bars; 1 where every count is zero or unknown. */
export function greatestOf(counts: readonly ReportCount[]): number {
  return counts.reduce((greatest, { value }) => (value === null ? greatest : Math.max(greatest, value)), 1)
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** A month in words: "October 2026". */
export function monthWords(month: Month): string {
  const [year, number] = month.split('-')
  return `${MONTHS[Number.parseInt(String(number), 10) - 1]} ${year}`
}

/** The words after a project's name for each kind of change in a report. */
const DID: Readonly<Record<ReportedType, string>> = {
  'build.resumed': 'is shipping again',
  'build.dormant': 'went dormant',
  'contract.deployed': 'deployed a contract',
  'contract.followup_deployed': 'deployed a later contract',
  'contract.implementation_changed': 'changed the implementation of a proxy',
}

type Highlight = MonthlyReport['highlights'][number]

/** What a project did, after its name. An old report can have kinds of change that are no longer counted. */
export function highlightWords({ type, evidence: [first] }: Pick<Highlight, 'type' | 'evidence'>): string {
  if (!isReported(type)) return `(${changeKind(type)})`
  const proxy = type === 'contract.implementation_changed' ? PROXY.exec(String(first))?.[1] : undefined
  return proxy === undefined ? DID[type] : `changed the implementation of ${shortAddress(proxy)}`
}

/** The proxy in the evidence id of an implementation. */
const PROXY = /^impl:\d+:(0x[0-9a-f]+):/

function isReported(type: ChangeType): type is ReportedType {
  return Object.hasOwn(DID, type)
}

/** The title of a report. It states the answer: "October 2026: 12 published projects at its end, 7 releases". */
export function reportTitle({ month, published, ships }: MonthlyReport): string {
  const releases = ships.find(({ kind }) => kind === 'release')
  const shipped = releases?.ships == null ? 'releases not known' : counted(releases.ships, 'release')
  return `${monthWords(month)}: ${counted(published, 'published project')} at its end, ${shipped}`
}

/** The title of the list of reports. */
export function reportsTitle({ items }: MonthlyReportList): string {
  const [newest] = items
  return newest === undefined
    ? 'Monthly reports: none is written yet'
    : `Monthly reports: the newest is of ${monthWords(newest.month)}`
}

/** A report as Markdown. */
export function reportMarkdown(report: MonthlyReport, site: Site): string {
  const { month, from, to, writtenAt, rules, published, coverage, highlights, disclaimer } = report
  const { statuses, ships, changes } = reportCounts(report)
  const lines = (counts: readonly ReportCount[]) => counts.map((count) => countLine(count, site)).join('\n')
  const measured = coverage.map(
    ({ dimension, measured: read, notMeasured }) =>
      `- ${listWordsFirst(dimension)}: ${read} measured${notMeasured.map(({ state, projects }) => `, ${projects} not (${wordsOf(state)})`).join('')}`,
  )
  const items = highlights.map((highlight) => {
    const { project, occurredAt, detectedAt } = highlight
    const [first] = highlight.evidence
    return [
      `- ${occurredAt === null ? `seen ${detectedAt}` : occurredAt}: `,
      markdownLink(markdownQuote(project.name), projectPage(project.slug, site)),
      ` ${highlightWords(highlight)}`,
      first === undefined ? '' : `, ${receiptLink(first, site)}`,
    ].join('')
  })
  return `${[
    `# Report of ${monthWords(month)}`,
    `From ${from} to ${to}. Written ${instantWords(writtenAt)}, and never again. Rules: ${rules.map((rule) => `\`${rule}\``).join(', ')}.`,
    `Projects published at the end of the month: ${published}`,
    '## Projects by status',
    lines(statuses),
    '## Ships that count',
    lines(ships),
    '## Changes',
    lines(changes),
    '## What was measured',
    measured.join('\n'),
    '## Highlights',
    items.length === 0 ? NO_HIGHLIGHT : items.join('\n'),
    `As JSON: ${site.baseUrl}${reportJson(report)}`,
    disclaimer,
  ].join('\n\n')}\n`
}

/** Said where a report has no highlight. */
export const NO_HIGHLIGHT =
  'None of the changes that the report counts is recorded of a project that is published now.'

function countLine({ name, state, value, list, note }: ReportCount, { baseUrl }: Site): string {
  if (value === null)
    return `- ${markdownText(name)}: unknown (${wordsOf(state)})${note === undefined ? '' : `. ${note}`}`
  const listed = list === undefined ? '' : `, ${markdownLink(list.words, `${baseUrl}${list.path}`)}`
  return `- ${markdownText(name)}: ${value}${listed}`
}

/** Why a count is unknown. */
function wordsOf(state: State): string {
  return REASON_WORDS[whyNoValue(state)]
}

/** The list of reports as Markdown. */
export function reportsMarkdown({ items, disclaimer }: MonthlyReportList, { baseUrl }: Site): string {
  const lines = items.map(
    ({ month, writtenAt }) =>
      `- ${markdownLink(monthWords(month), `${baseUrl}/reports/${month}.md`)}, written ${writtenAt}`,
  )
  const list = lines.length === 0 ? NO_REPORT : lines.join('\n')
  return `# Monthly reports\n\n${list}\n\n${disclaimer}\n`
}

export const NO_REPORT =
  'No report is written yet. The first one is written a day after the first month that the ledger covered.'
