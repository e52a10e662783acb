import { type Static, Type } from 'typebox'
import {
  ActivityStatus,
  ChangePrecision,
  CoverageState,
  described,
  namedList,
  namedObject,
  nullable,
  ShipKind,
} from '../enums.ts'
import { ChangeType } from '../events.ts'
import { EvidenceId } from '../ids.ts'
import { Month } from '../month.ts'
import { IgnoredParameters, Url } from './fields.ts'
import { ProjectReference } from './project-reference.ts'
import { CalendarDate, Instant } from './time.ts'

const WrittenAt = described(Instant, 'When it was written; it is never written again')

/** The months with a report, newest first. */
export const MonthlyReportList = namedObject('MonthlyReportList', {
  items: Type.Array(namedObject('MonthlyReportReference', { month: Month, writtenAt: WrittenAt, url: Url })),
  ignoredParameters: IgnoredParameters,
  disclaimer: Type.String(),
})
export type MonthlyReportList = Static<typeof MonthlyReportList>

const whole = () => Type.Integer({ minimum: 0 })
const state = described(CoverageState, 'MEASURED, or why the count is null')

/** The parts of a project whose coverage a report gives. */
export const MonthlyDimension = namedList('MonthlyDimension', ['building', 'contracts', 'deployments'])
export type MonthlyDimension = Static<typeof MonthlyDimension>

const DimensionReport = namedObject('MonthlyCoverage', {
  dimension: MonthlyDimension,
  measured: described(whole(), 'Projects that were measured at the end of the month'),
  notMeasured: Type.Array(Type.Object({ state: CoverageState, projects: whole() })),
})

const ReportHighlight = namedObject('MonthlyHighlight', {
  type: ChangeType,
  project: described(ProjectReference, 'As it was called when the report was written'),
  occurredAt: nullable(described(Instant, 'Null when no source dates the change')),
  detectedAt: Instant,
  precision: ChangePrecision,
  evidence: Type.Array(EvidenceId, { minItems: 1 }),
})

/** The records of a month, counted after the month ended. The report ranks nothing and has no market figure. */
export const MonthlyReport = namedObject('MonthlyReport', {
  month: Month,
  from: described(CalendarDate, 'The first day'),
  to: described(CalendarDate, 'The last day'),
  writtenAt: WrittenAt,
  rules: Type.Array(Type.String(), { description: 'The rules that it counts by, with versions' }),
  published: described(whole(), 'Projects published at the end of the month'),
  coverage: Type.Array(DimensionReport),
  statuses: Type.Array(
    Type.Object({ status: ActivityStatus, state, projects: nullable(whole()) }, { title: 'MonthlyStatus' }),
    { description: 'Projects by status at the end of the month; UNKNOWN is not inactive' },
  ),
  ships: Type.Array(Type.Object({ kind: ShipKind, state, ships: nullable(whole()) }), {
    description: 'Ships that count and that a source dates in the month',
  }),
  changes: Type.Array(Type.Object({ type: ChangeType, state, changes: nullable(whole()) })),
  highlights: Type.Array(ReportHighlight, {
    description: 'The newest of these changes, at most 50, of projects published now',
  }),
  disclaimer: Type.String(),
})
export type MonthlyReport = Static<typeof MonthlyReport>
