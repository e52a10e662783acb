import { type Static, Type } from 'typebox'
import { described, namedList, namedObject, nullable } from '../enums.ts'
import { ChangeType } from '../events.ts'
import { NoValueReason, PointFields, SeriesFields } from './history.ts'
import { ProjectReference } from './project-reference.ts'
import { CalendarDate, Instant } from './time.ts'

/** Whether the span was collected wholly, in part, or not at all. */
const DiffState = namedList('DiffState', ['available', 'partial', 'unavailable'])

const DiffValue = namedObject('DiffValue', PointFields)
export type DiffValue = Static<typeof DiffValue>

export const DiffSeries = namedObject('DiffSeries', {
  ...SeriesFields,
  atFrom: described(DiffValue, 'At the end of `from`'),
  atTo: described(DiffValue, 'At the end of `to`'),
  changed: nullable(
    Type.Boolean({
      description: 'Null if unknown or rules differ',
    }),
  ),
  difference: Type.Optional(
    Type.Number({ description: '`atTo` minus `atFrom`, of two numbers; of two valuations of one kind' }),
  ),
})
export type DiffSeries = Static<typeof DiffSeries>

export const DiffEvents = namedObject('DiffEventCount', {
  type: ChangeType,
  count: nullable(
    Type.Integer({ minimum: 0, description: 'Null where the span was not measured: not zero' }),
  ),
  reason: Type.Optional(described(NoValueReason, 'Why it was not measured')),
  recorded: Type.Optional(Type.Integer({ minimum: 1, description: 'Recorded anyway; there may be more' })),
})
export type DiffEvents = Static<typeof DiffEvents>

/** Two days of a project compared; never a cause. @source contract, Project reads */
export const Diff = namedObject('Diff', {
  project: ProjectReference,
  from: CalendarDate,
  to: CalendarDate,
  state: described(DiffState, 'Whether the span was collected wholly, in part, or not at all'),
  collectedFrom: nullable(
    described(CalendarDate, 'The first recorded day; counts begin with it when the span begins before'),
  ),
  series: Type.Array(DiffSeries),
  events: Type.Object({
    countedFrom: nullable(
      described(Instant, 'The start of the first day counted: `from`, or where collection began'),
    ),
    countedTo: nullable(described(Instant, 'How far the ledger was written; null where nothing is counted')),
    items: Type.Array(DiffEvents, {
      description:
        'Every type of event with its number from `countedFrom` to `countedTo`, both days included',
    }),
  }),
  disclaimer: Type.String(),
})
export type Diff = Static<typeof Diff>
