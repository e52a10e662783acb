import { type Static, Type } from 'typebox'
import { CoverageState, described, namedList, namedObject, nullable, ValuationKind } from '../enums.ts'
import { HistoryBasis, HistorySeriesName } from '../history-series.ts'
import { IgnoredParameters } from './fields.ts'
import { WithheldReason } from './project-card.ts'
import { ProjectReference } from './project-reference.ts'
import { CalendarDate, Instant } from './time.ts'

/** Why a day has no value: the coverage state of that day, or NOT_RECORDED. */
export const NoValueReason = namedList('NoValueReason', [
  ...CoverageState.enum.filter((state) => state !== 'MEASURED'),
  'NOT_RECORDED',
])
export type NoValueReason = Static<typeof NoValueReason>

const Value = Type.Union([Type.Number(), Type.String(), Type.Null()], {
  description: 'Null while unknown: `reason` says why',
})

/** The fields of a value and of its basis. */
export const PointFields = {
  value: Value,
  reason: Type.Optional(described(NoValueReason, 'Why there is no value')),
  rule: Type.Optional(Type.String({ description: 'The rule in force when the day was written' })),
  provider: Type.Optional(Type.String()),
  observedAt: Type.Optional(described(Instant, 'When the provider was read')),
  kind: Type.Optional(described(ValuationKind, 'Of a valuation; never compare the two kinds')),
} as const

export const HistoryItem = namedObject('HistoryItem', { day: CalendarDate, ...PointFields })
export type HistoryItem = Static<typeof HistoryItem>

const CollectedFrom = nullable(described(CalendarDate, 'The first recorded day; null before it'))

/** A recorded day of a series, as a line of an export. */
export const HistoryLine = namedObject('HistoryLine', {
  series: HistorySeriesName,
  unit: Type.String(),
  basis: HistoryBasis,
  collectedFrom: CollectedFrom,
  day: Type.Optional(described(CalendarDate, 'Absent when the span has no recorded day: `reason` says why')),
  ...PointFields,
})
export type HistoryLine = Static<typeof HistoryLine>

/** The fields of a series: its name and the meaning of its values. */
export const SeriesFields = {
  name: HistorySeriesName,
  basis: HistoryBasis,
  unit: Type.String(),
  says: Type.String({ description: 'What a value says of its day' }),
  valuationWithheld: Type.Optional(
    described(
      WithheldReason,
      'Why the valuation is withheld now: the market is dead. Each day keeps what it was written with',
    ),
  ),
} as const

export const HistorySeries = namedObject('HistorySeries', {
  ...SeriesFields,
  collectedFrom: CollectedFrom,
  reason: Type.Optional(described(NoValueReason, 'Why no day is recorded')),
  items: Type.Array(HistoryItem, { description: 'Recorded days, oldest first; an unrecorded day is absent' }),
})
export type HistorySeries = Static<typeof HistorySeries>

/** What was recorded of a project day by day. @source contract, Project reads */
export const History = namedObject('History', {
  project: ProjectReference,
  from: CalendarDate,
  to: CalendarDate,
  recordedTo: nullable(described(CalendarDate, 'The newest day that is written; null before the first')),
  scoringVersion: Type.String({ description: 'Digest of the rules in force now' }),
  series: Type.Array(HistorySeries),
  ignoredParameters: IgnoredParameters,
  disclaimer: Type.String(),
})
export type History = Static<typeof History>
