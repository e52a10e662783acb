import type { RuleId } from '#contract/claim.ts'
import { countedOrZero } from '#contract/counted.ts'
import type { ActivityStatus, ChangePrecision, CoverageState, ShipKind } from '#contract/enums.ts'
import { ShipKind as ShipKinds, ActivityStatus as Statuses } from '#contract/enums.ts'
import type { EvidenceId, Slug } from '#contract/ids.ts'
import { boundsOf, type Month, monthOf, nextMonth } from '#contract/month.ts'
import { MonthlyDimension } from '#contract/shapes/monthly-report.ts'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import { COVERAGE_OF_SHIPS, type ShipCoverage } from '#domain/ships/ship-coverage.ts'
import { SHIPS_RULE } from '#domain/ships/ships.ts'

/** A report is written once the ledger ran over every project `settleMs` after the end of its month. */
export const REPORT_RULE = { id: 'report.monthly@4', settleMs: DAY_MS, highlights: 50 } as const

/** Types of change that a report counts and highlights. */
export const REPORTED_TYPES = [
  'build.resumed',
  'build.dormant',
  'contract.deployed',
  'contract.followup_deployed',
  'contract.implementation_changed',
] as const
export type ReportedType = (typeof REPORTED_TYPES)[number]

/** How many published projects had the same conclusion about a fact at the end of the month. */
export type StandingCount = {
  readonly fact: 'activity.status' | `coverage.${ShipCoverage}`
  readonly state: CoverageState
  /** Null while unknown, and for coverage. */
  readonly status: ActivityStatus | null
  readonly rule: RuleId | null
  readonly projects: number
}

/** The records of a month. A kind or type without a record is absent. */
export type MonthRecords = {
  readonly published: number
  readonly standing: readonly StandingCount[]
  readonly ships: readonly { readonly kind: ShipKind; readonly ships: number }[]
  readonly changes: readonly { readonly type: ReportedType; readonly changes: number }[]
}

/** A count with the coverage that it rests on. Invariant: null exactly when no project was measured. */
type Count<K extends string, V> = { readonly [P in K]: V } & {
  readonly state: CoverageState
  readonly count: number | null
}

/** The counts of a month. They name no project. */
export type MonthCounts = {
  readonly published: number
  readonly coverage: readonly {
    readonly dimension: ShipCoverage
    readonly measured: number
    readonly notMeasured: readonly { readonly state: CoverageState; readonly projects: number }[]
  }[]
  readonly statuses: readonly Count<'status', ActivityStatus>[]
  readonly ships: readonly Count<'kind', ShipKind>[]
  readonly changes: readonly Count<'type', ReportedType>[]
}

/** A change of the month with the project as it was called when the report was written. */
export type Highlight = {
  readonly projectId: string
  readonly slug: Slug
  readonly name: string
  readonly type: ReportedType
  readonly occurredAt: Instant | null
  readonly detectedAt: Instant
  readonly precision: ChangePrecision
  readonly evidence: readonly EvidenceId[]
}

/** A report as it was written. */
export type MonthlyReportRecord = {
  readonly month: Month
  readonly writtenAt: Instant
  readonly rules: readonly string[]
  readonly counts: MonthCounts
  readonly highlights: readonly Highlight[]
}

/**
 * The months whose report is to be written, oldest first: from the month of the first publication, or after the last
 * report. None before the first publication and before the ledger ran.
 */
export function dueMonths(place: {
  readonly lastMonth: Month | null
  readonly firstPublishedAt: Instant | null
  readonly ledgerRanAt: Instant | null
}): readonly Month[] {
  const { lastMonth, firstPublishedAt, ledgerRanAt } = place
  if (firstPublishedAt === null || ledgerRanAt === null) return []
  const months: Month[] = []
  let month = lastMonth === null ? monthOf(firstPublishedAt) : nextMonth(lastMonth)
  for (; addMs(boundsOf(month).end, REPORT_RULE.settleMs) <= ledgerRanAt; month = nextMonth(month)) {
    months.push(month)
  }
  return months
}

/** Counts a month. Where no project was measured, a count is null with the reason that most projects have. */
export function countMonth({ published, standing, ships, changes }: MonthRecords): MonthCounts {
  const activity = standing.filter(({ fact }) => fact === 'activity.status')
  const stateOf = (dimension: ShipCoverage) => sharedState(standingOf(standing, dimension))
  const counted = (state: CoverageState, count: number) => ({
    state,
    count: state === 'MEASURED' ? count : null,
  })
  const statusesMeasured = sharedState(activity)
  return {
    published,
    coverage: MonthlyDimension.enum.map((dimension) =>
      coverageOf(dimension, standingOf(standing, dimension)),
    ),
    statuses: Statuses.enum.map((status) => {
      if (status === 'UNKNOWN') return { status, state: 'MEASURED', count: sum(activity, isUnknown) }
      const projects = sum(activity, (one) => one.status === status)
      return { status, ...counted(statusesMeasured, projects) }
    }),
    ships: ShipKinds.enum.map((kind) => {
      const count = countedOrZero(ships.find((one) => one.kind === kind)?.ships)
      const dimension = COVERAGE_OF_SHIPS[kind]
      return { kind, ...counted(dimension === null ? 'NO_SOURCE' : stateOf(dimension), count) }
    }),
    changes: REPORTED_TYPES.map((type) => {
      const count = countedOrZero(changes.find((one) => one.type === type)?.changes)
      return { type, ...counted(stateOf(COVERAGE_OF_CHANGES[type]), count) }
    }),
  }
}

/** The rules of a report: its own rule, the rule of counted ships, and the rules of the conclusions that it counts. */
export function rulesOf(standing: readonly StandingCount[]): readonly string[] {
  const concluding = standing.flatMap(({ rule }) => (rule === null ? [] : [rule]))
  return [REPORT_RULE.id, SHIPS_RULE.id, ...[...new Set(concluding)].toSorted()]
}

function standingOf(standing: readonly StandingCount[], dimension: ShipCoverage) {
  return standing.filter(({ fact }) => fact === `coverage.${dimension}`)
}

const COVERAGE_OF_CHANGES: Readonly<Record<ReportedType, ShipCoverage>> = {
  'build.resumed': 'building',
  'build.dormant': 'building',
  'contract.deployed': 'contracts',
  'contract.followup_deployed': 'deployments',
  'contract.implementation_changed': 'contracts',
}

function coverageOf(dimension: ShipCoverage, standing: readonly StandingCount[]) {
  const states = [...new Set(standing.map(({ state }) => state))].filter((state) => state !== 'MEASURED')
  return {
    dimension,
    measured: sum(standing, ({ state }) => state === 'MEASURED'),
    notMeasured: states
      .toSorted()
      .map((state) => ({ state, projects: sum(standing, (one) => one.state === state) })),
  }
}

/** MEASURED when any project was; otherwise the state of most projects, and NOT_APPLICABLE without a project. */
function sharedState(standing: readonly StandingCount[]): CoverageState {
  if (standing.some(({ state }) => state === 'MEASURED')) return 'MEASURED'
  const most = standing.toSorted((a, b) => b.projects - a.projects || (a.state < b.state ? -1 : 1))[0]
  return most === undefined ? 'NOT_APPLICABLE' : most.state
}

function isUnknown({ status }: StandingCount): boolean {
  return status === null
}

function sum(standing: readonly StandingCount[], admits: (one: StandingCount) => boolean): number {
  return standing.filter(admits).reduce((total, { projects }) => total + projects, 0)
}
