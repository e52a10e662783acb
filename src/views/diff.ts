import { DISCLAIMERS } from '#contract/disclaimers.ts'
import { HISTORY_SERIES_NAMES, type HistorySeriesName } from '#contract/history-series.ts'
import type { Diff, DiffEvents, DiffSeries, DiffValue } from '#contract/shapes/diff.ts'
import { type CalendarDate, earlierOf, endOfDate, startOfDate } from '#contract/time.ts'
import { sumOfDecimals } from '#domain/decimals.ts'
import { type CountedType, countedTypes } from '#domain/history/event-counts.ts'
import type { DiffRecord } from '#domain/history/history-record.ts'
import { collectedPart, countedDays, type Span } from '#domain/history/span.ts'
import { pointValue, seriesFields } from './history-point.ts'
import type { Site } from './links.ts'
import { projectReference } from './project-reference.ts'

/** Two days of a project compared, with the events between them; no cause. */
export function diffOf(
  { record, span }: { readonly record: DiffRecord; readonly span: Span },
  { site }: { readonly site: Site },
): Diff {
  const collectedFrom = record.series.get('status')?.firstDay ?? null
  const state = collectedPart(span, collectedFrom)
  return {
    project: projectReference(record.project, site),
    from: span.from,
    to: span.to,
    state,
    collectedFrom,
    series: HISTORY_SERIES_NAMES.map((name) => seriesOf(name, { record, span })),
    events: eventsOf({ record, span, collectedFrom: state === 'unavailable' ? null : collectedFrom }),
    disclaimer: DISCLAIMERS.diff,
  }
}

function seriesOf(name: HistorySeriesName, { record, span }: { record: DiffRecord; span: Span }): DiffSeries {
  const points = record.series.get(name)?.points
  const valueOn = (on: CalendarDate): DiffValue => {
    const point = points?.find(({ day }) => day === on)
    return point === undefined ? { value: null, reason: 'NOT_RECORDED' } : pointValue(point)
  }
  const [atFrom, atTo] = [valueOn(span.from), valueOn(span.to)]
  const fields = seriesFields(name, record.project)
  const compared = isOneMeasure(fields.basis, atFrom, atTo) ? comparedOf(atFrom, atTo) : { changed: null }
  return { ...fields, atFrom, atTo, ...compared }
}

/**
 * Whether two values measure one thing: valuations of two kinds do not, and neither do the conclusions of two versions of a
 * rule. The rule of a provider's figure only decides whether it is shown.
 */
function isOneMeasure(basis: DiffSeries['basis'], a: DiffValue, b: DiffValue): boolean {
  return a.kind === b.kind && (basis === 'observed' || a.rule === b.rule)
}

function comparedOf(atFrom: DiffValue, atTo: DiffValue): Pick<DiffSeries, 'changed' | 'difference'> {
  if (atFrom.value === null || atTo.value === null) return { changed: null }
  const changed = atFrom.value !== atTo.value
  if (typeof atFrom.value !== 'number' || typeof atTo.value !== 'number') return { changed }
  return { changed, difference: sumOfDecimals([atTo.value, -atFrom.value]) }
}

function eventsOf(input: {
  readonly record: DiffRecord
  readonly span: Span
  readonly collectedFrom: CalendarDate | null
}): Diff['events'] {
  const { record, span, collectedFrom } = input
  const { ledgerRunAt, counts, gaps, integrityPublished } = record
  const unwritten = ledgerRunAt === null ? 'NOT_ENOUGH_YET' : null
  const uncounted = collectedFrom === null ? 'NOT_RECORDED' : unwritten
  const isCounted = collectedFrom !== null && ledgerRunAt !== null
  return {
    countedFrom: isCounted ? startOfDate(countedDays(span, collectedFrom).from) : null,
    countedTo: isCounted ? earlierOf(ledgerRunAt, endOfDate(span.to)) : null,
    items: countedTypes({ counts, gaps, uncounted, integrityPublished }).map(countOf),
  }
}

function countOf(counted: CountedType): DiffEvents {
  if ('count' in counted) return counted
  const { type, reason, recorded } = counted
  return { type, count: null, reason, ...(recorded > 0 ? { recorded } : {}) }
}
