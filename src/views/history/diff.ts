import { DISCLAIMERS } from '#contract/disclaimers.ts'
import { HISTORY_SERIES_NAMES, type HistorySeriesName } from '#contract/history-series.ts'
import type { Diff, DiffEvents, DiffSeries, DiffValue } from '#contract/shapes/diff.ts'
import type { CalendarDate } from '#contract/time.ts'
import { sumOfDecimals } from '#domain/decimals.ts'
import { type CountedType, countedTypes } from '#domain/history/event-counts.ts'
import type { DiffRecord } from '#domain/history/history-record.ts'
import { collectedPart, countedTime, type Span } from '#domain/history/span.ts'
import { projectReference } from '../project/reference.ts'
import type { Site } from '../site/links.ts'
import { pointValue, seriesFields } from './point.ts'

/** Two days of a project compared, with the events between them. It names no cause. */
export function diffOf(
  { record, span }: { readonly record: DiffRecord; readonly span: Span },
  { site }: { readonly site: Site },
): Diff {
  const collectedFrom = record.series.get('status')?.firstDay ?? null
  const collected = { from: collectedFrom, to: record.ledgerRunAt }
  return {
    project: projectReference(record.project, site),
    from: span.from,
    to: span.to,
    state: collectedPart(span, collected),
    collectedFrom,
    series: HISTORY_SERIES_NAMES.map((name) => seriesOf(name, { record, span })),
    events: eventsOf(record, countedTime(span, collected)),
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
 * Whether two values measure the same thing. Valuations of two kinds do not, nor do conclusions by two versions of a
 * rule. The rule of an observed figure does not matter, because it only decides whether the figure is shown.
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

function eventsOf(record: DiffRecord, counted: ReturnType<typeof countedTime>): Diff['events'] {
  const { counts, gaps, integrityPublished } = record
  const [time, uncounted] = typeof counted === 'string' ? [null, counted] : [counted, null]
  return {
    countedFrom: time === null ? null : time.from,
    countedTo: time === null ? null : time.to,
    items: countedTypes({ counts, gaps, uncounted, integrityPublished }).map(countOf),
  }
}

function countOf(counted: CountedType): DiffEvents {
  if ('count' in counted) return counted
  const { type, reason, recorded } = counted
  return { type, count: null, reason, ...(recorded > 0 ? { recorded } : {}) }
}
