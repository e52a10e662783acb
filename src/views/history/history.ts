import { DISCLAIMERS } from '#contract/disclaimers.ts'
import { HISTORY_SERIES, type HistorySeriesName } from '#contract/history-series.ts'
import type { History, HistoryLine, HistorySeries } from '#contract/shapes/history.ts'
import type { DatedProject, HistoryRecord } from '#domain/history/history-record.ts'
import type { Span } from '#domain/history/span.ts'
import { projectReference } from '../project/reference.ts'
import type { Site } from '../site/links.ts'
import { pointValue, seriesFields } from './point.ts'

/** The recorded days of these series over a span. An unrecorded day is absent. */
export function history(
  input: {
    readonly record: HistoryRecord
    readonly names: readonly HistorySeriesName[]
    readonly span: Span
    readonly scoringVersion: string
  },
  { site }: { readonly site: Site },
): Omit<History, 'ignoredParameters'> {
  const { record, span, scoringVersion } = input
  const { project, recordedTo } = record
  return {
    project: projectReference(project, site),
    from: span.from,
    to: span.to,
    recordedTo,
    scoringVersion,
    series: input.names.map((name) => seriesOf(name, record)),
    disclaimer: DISCLAIMERS.history,
  }
}

function seriesOf(name: HistorySeriesName, { project, series }: HistoryRecord): HistorySeries {
  const recorded = series.get(name)
  if (recorded === undefined) {
    const reason = unrecordedReason(name, project)
    return { ...seriesFields(name, project), collectedFrom: null, reason, items: [] }
  }
  return {
    ...seriesFields(name, project),
    collectedFrom: recorded.firstDay,
    items: recorded.points.map((point) => ({ day: point.day, ...pointValue(point) })),
  }
}

/**
 * Why a series has no day. Its dimension is not measured now, or no day has ended since it is measured. NOT_APPLICABLE
 * for market series of a project without a token.
 */
function unrecordedReason(name: HistorySeriesName, { coverage, token }: DatedProject) {
  const { dimension } = HISTORY_SERIES[name]
  if (token === null && dimension === 'market') return 'NOT_APPLICABLE'
  const { state } = coverage[dimension]
  return state === 'MEASURED' ? 'NOT_ENOUGH_YET' : state
}

/** A history as lines of a file, one for each day of a series. A series without a day has one line with the reason. */
export function historyLines({ series }: Pick<History, 'series'>): readonly HistoryLine[] {
  return series.flatMap(
    ({ name, unit, basis, collectedFrom, items, reason = 'NOT_RECORDED' }): readonly HistoryLine[] => {
      const ofSeries = { series: name, unit, basis, collectedFrom }
      if (items.length === 0) return [{ ...ofSeries, value: null, reason }]
      return items.map((item) => ({ ...ofSeries, ...item }))
    },
  )
}
