import { HISTORY_SERIES } from '#contract/history-series.ts'
import type { ChangeEvent } from '#contract/shapes/change.ts'
import type { History, HistorySeries, NoValueReason } from '#contract/shapes/history.ts'
import type { CalendarDate, Instant } from '#contract/time.ts'
import { plainWords } from '../agent/words.ts'
import { drawnName } from '../cards/drawn-words.ts'
import type { SharedWords } from '../cards/share-picture.ts'
import { changeLine } from '../changes/text.ts'
import type { Site } from '../site/links.ts'
import { dayWords, instantWords } from '../words/clocks.ts'
import { listWordsFirst, numberWords, providerName, REASON_WORDS, valuationName } from '../words/figures.ts'
import { ruleInForce } from '../words/rules.ts'

/**
 * What is recorded of a project on one day. `last` is the newest day that ended, and `ledgerFrom` the day of the
 * ledger's first entry, absent while it has none.
 */
export type ProjectDay = {
  readonly day: CalendarDate
  readonly last: CalendarDate
  readonly ledgerFrom?: CalendarDate
  readonly history: History
  readonly changes: readonly ChangeEvent[]
  /** Whether the ledger had entries before `changes`. */
  readonly hasMoreChanges: boolean
}

/** A series on one day: its value with the rule of that day, or the reason why there is none. */
export type DayFigure = {
  /** The path of the value in the history of the day. */
  readonly path: string
  readonly title: string
  readonly says: string
  /** The unit for one day: "calls" where the series has "calls a day". */
  readonly unit: string
  /** Whether the value was read from the chain after the day, by block time. On the day itself nobody was told it. */
  readonly isReconstructed: boolean
  /** Whether the value is a market figure. The page shows market figures apart from the others. */
  readonly isMarket: boolean
} & (
  | {
      readonly value: number | string
      readonly words: string
      /** The rule in force when the day was written. */
      readonly rule: string
      readonly provider: string | undefined
      readonly observedAt: Instant | undefined
    }
  | { readonly value: undefined; readonly reason: NoValueReason }
)

/** Every series on the day, in the order of the API. */
export function dayFigures(of: ProjectDay): readonly DayFigure[] {
  const first = firstDay(of)
  const isRecorded = first !== undefined && first <= of.day
  return of.history.series.map((series, place) => figureOf(series, place, isRecorded))
}

/**
 * A series on one day. The reason of a series is about its whole recorded time, so it says nothing about a day before
 * the record begins.
 */
function figureOf(series: HistorySeries, place: number, isRecorded: boolean): DayFigure {
  const { name, basis, says, unit, items, reason } = series
  const isMarket = HISTORY_SERIES[name].dimension === 'market'
  const path = `series.${place}.items.0.value`
  const [item] = items
  const title = name === 'valuation' ? valuationName(item?.kind) : listWordsFirst(name)
  const isReconstructed = basis === 'reconstructed_from_chain'
  const of = { path, title, says, isReconstructed, isMarket, unit: unit.replace(/ a day$/, '') }
  if (item === undefined) {
    return { ...of, value: undefined, reason: isRecorded && reason != null ? reason : 'NOT_RECORDED' }
  }
  if (item.value === null) return { ...of, value: undefined, reason: item.reason ?? 'NOT_RECORDED' }
  const { value, rule, provider, observedAt } = item
  const words = typeof value === 'string' ? listWordsFirst(value) : numberWords(value)
  return { ...of, value, words, rule: rule ?? ruleInForce('history.days'), provider, observedAt }
}

/** The first day that any series has; undefined while none has one. */
export function firstDay({ history }: ProjectDay): CalendarDate | undefined {
  return history.series
    .flatMap(({ collectedFrom }) => (collectedFrom === null ? [] : [collectedFrom]))
    .sort()
    .at(0)
}

/** The title of the page. It states the answer: "Lumen on 14 Nov 2026: shipping". */
export function dayTitle(of: ProjectDay): string {
  const { project } = of.history
  return `${project.name} on ${dayWords(of.day)}: ${statusWords(of)}`
}

function statusWords({ history }: ProjectDay): string {
  const [status] = history.series
    .filter(({ name }) => name === 'status')
    .map((series, place) => figureOf(series, place, true))
  if (status?.value === undefined) return 'status not recorded'
  return status.value === 'UNKNOWN' ? 'status unknown' : status.words.toLowerCase()
}

/** The path of the day's series as JSON. */
export function dayJson({ day, history }: ProjectDay): `/${string}` {
  return `/api/projects/${history.project.slug}/history?from=${day}&to=${day}`
}

/** The words of the picture of the day. */
export function sharedDay(of: ProjectDay): SharedWords {
  return { title: drawnName(of.history.project), lines: [`${dayWords(of.day)}: ${statusWords(of)}`] }
}

/** The explanation of the values on the page of a day. */
export const DAY_ANSWERS =
  'The values that were written when the day had ended. They are not computed again. A value that was not written is not kept. A value that is reconstructed from the chain can be read after the day.'

/** The explanation of the ledger entries on the page of a day. */
export const DAY_CHANGES_ANSWER =
  'What had the ledger recorded when the day ended? Each entry reads as it stands today. An entry that was taken back since, or that its source now dates later, is not listed.'

/** The first day of the ledger, where the day of the page is before it. */
export function ledgerBegins({ day, ledgerFrom }: ProjectDay): CalendarDate | undefined {
  return ledgerFrom !== undefined && day < ledgerFrom ? ledgerFrom : undefined
}

/** Said after the first day of the ledger. */
export const BEFORE_LEDGER = 'What was before is not kept.'

/** Said where the ledger had no entry of the project. */
export const NO_DAY_CHANGE = 'The ledger had no entry of this project that stands today.'

/** Said after the newest entries, where the ledger had others before them. */
export const MORE_DAY_CHANGES = 'The ledger had earlier entries too, which are not listed here.'

/** What a market figure is not used for. */
export const MARKET_APART = 'Market figures never enter a status, a rank or the momentum.'

/** Said beside a value that was reconstructed after its day. */
export const RECONSTRUCTED = 'Reconstructed from the chain.'

/** The page of the day as Markdown. */
export function dayMarkdown(of: ProjectDay, site: Site): string {
  const { day, history } = of
  const { name } = history.project
  const figures = dayFigures(of)
  const linesOf = (isMarket: boolean) =>
    figures
      .filter((figure) => figure.isMarket === isMarket)
      .map(figureLine)
      .join('\n')
  const [recorded, market] = [linesOf(false), linesOf(true)]
  return [
    `# ${plainWords(name)} on ${dayWords(day)}`,
    DAY_ANSWERS,
    ...(recorded === '' ? [] : [recorded]),
    '## Changes up to that day',
    DAY_CHANGES_ANSWER,
    changesWords(of, site),
    ...(market === '' ? [] : ['## Market, as context', MARKET_APART, market]),
    `As JSON: ${site.baseUrl}${dayJson(of)}`,
    `${history.disclaimer}\n`,
  ].join('\n\n')
}

function changesWords(of: ProjectDay, site: Site): string {
  const begins = ledgerBegins(of)
  if (begins !== undefined) return `The ledger begins on ${dayWords(begins)}. ${BEFORE_LEDGER}`
  const listed = of.changes.map((event) => changeLine(event, site)).join('\n')
  if (!of.hasMoreChanges) return listed === '' ? NO_DAY_CHANGE : listed
  const all = `${MORE_DAY_CHANGES} All changes: ${site.baseUrl}${allChanges(of)}`
  return listed === '' ? all : `${listed}\n\n${all}`
}

/** The page of every change of the project. */
export function allChanges({ history }: Pick<ProjectDay, 'history'>): string {
  return `/changes?project=${history.project.slug}`
}

function figureLine(figure: DayFigure): string {
  if (figure.value === undefined) return `- ${figure.title}: unknown (${REASON_WORDS[figure.reason]})`
  const { title, words, value, unit, rule, provider, observedAt, isReconstructed } = figure
  const said = [
    ...(typeof value === 'number' ? [unit] : []),
    ...(provider === undefined ? [] : [providerName(provider)]),
    ...(observedAt === undefined ? [] : [`read ${instantWords(observedAt)}`]),
    rule,
  ]
  const reconstructed = isReconstructed ? `. ${RECONSTRUCTED}` : ''
  return `- ${title}: ${words} (${said.join(', ')})${reconstructed}`
}
