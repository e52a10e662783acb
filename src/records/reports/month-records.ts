import { type NotNull, sql } from 'kysely'
import type { CoverageState } from '#contract/enums.ts'
import { boundsOf, type Month } from '#contract/month.ts'
import { COVERAGE_RULE, coverageOfDeployments } from '#domain/project/coverage.ts'
import {
  type Highlight,
  type MonthRecords,
  REPORT_RULE,
  REPORTED_TYPES,
  type ReportedType,
  type StandingCount,
} from '#domain/reports/monthly-report.ts'
import { fromColumns } from '#records/columns.ts'
import { countRows } from '#records/counted-rows.ts'
import type { Reader } from '#records/database.ts'
import { conclusionsAt } from '#records/project/held-conclusions.ts'
import { getSources } from '#records/project/sources.ts'

/** The facts that a report counts by their conclusions. The coverage of deployments is computed from the deployers. */
const FACTS: readonly StandingCount['fact'][] = ['activity.status', 'coverage.building', 'coverage.contracts']

/** The records of a month, of projects that were first published before its end and are published now. */
export async function getMonthRecords(month: Month, reader: Reader): Promise<MonthRecords> {
  const { from, end } = boundsOf(month)
  const published = await countRows(ofMonth(month, reader))
  const ships = await ofMonth(month, reader)
    .innerJoin('ships', 'ships.project_id', 'projects.id')
    .select((select) => ['ships.kind', select.fn.countAll<number>().as('ships')])
    .where('ships.counts_as', 'is not', null)
    .where('ships.withdrawn_at', 'is', null)
    .where('ships.occurred_at', '>=', from)
    .where('ships.occurred_at', '<', end)
    .groupBy('ships.kind')
    .execute()
  const changes = await changesOf(month, reader)
    .select((select) => ['changes.type', select.fn.countAll<number>().as('changes')])
    .groupBy('changes.type')
    .$narrowType<{ type: ReportedType }>()
    .execute()
  const standing = await getStanding({ month, published }, reader)
  return {
    published,
    standing: [...standing, ...(await getDeploymentStates({ month, published }, reader))],
    ships,
    changes,
  }
}

/** The newest changes of a month that a report highlights, in descending order of time. */
export async function getHighlights(month: Month, reader: Reader): Promise<readonly Highlight[]> {
  const rows = await changesOf(month, reader)
    .select(['changes.project_id', 'projects.slug', 'projects.name', 'changes.type', 'changes.occurred_at'])
    .select(['changes.detected_at', 'changes.precision', 'changes.evidence'])
    .orderBy(PLACED, 'desc')
    .orderBy('changes.id')
    .limit(REPORT_RULE.highlights)
    .$narrowType<{ project_id: NotNull; type: ReportedType; evidence: NotNull }>()
    .execute()
  return rows.map(fromColumns)
}

const PLACED = sql`coalesce(changes.occurred_at, changes.detected_at)`

/**
 * The changes of a month. An undated change belongs to the month of its detection, if it was first seen live. The
 * origin of its newest revision can differ from that: when a project is published again after a week, its events return
 * as history.
 */
function changesOf(month: Month, reader: Reader) {
  const { from, end } = boundsOf(month)
  return ofMonth(month, reader)
    .innerJoin('changes', 'changes.project_id', 'projects.id')
    .where('changes.superseded_by', 'is', null)
    .where('changes.op', '=', 'upsert')
    .where('changes.type', 'in', REPORTED_TYPES)
    .where(PLACED, '>=', from)
    .where(PLACED, '<', end)
    .where((where) =>
      where.or([where('changes.occurred_at', 'is not', null), where('changes.first_seen_live', '=', true)]),
    )
}

function ofMonth(month: Month, reader: Reader) {
  return reader
    .selectFrom('projects')
    .where('projects.state', '=', 'published')
    .where('projects.first_published_at', '<', boundsOf(month).end)
}

/**
 * The number of projects by the conclusions that stood at the end of the month. A project without a conclusion counts
 * as NOT_ENOUGH_YET.
 */
async function getStanding(
  { month, published }: { readonly month: Month; readonly published: number },
  reader: Reader,
): Promise<readonly StandingCount[]> {
  const rows = await ofMonth(month, reader)
    .innerJoin(conclusionsAt(boundsOf(month).end).as('held'), 'held.project_id', 'projects.id')
    .select((select) => ['fact', 'held.state', 'rule', select.fn.countAll<number>().as('projects')])
    .select(STATUS.as('status'))
    .where('fact', 'in', FACTS)
    .groupBy(['fact', 'held.state', 'rule', STATUS])
    .orderBy('fact')
    .execute()
  const standing = rows as readonly StandingCount[]
  const unevaluated = FACTS.map((fact) => {
    const evaluated = standing.filter((one) => one.fact === fact).map(({ projects }) => projects)
    const projects = evaluated.reduce((left, count) => left - count, published)
    return { fact, state: 'NOT_ENOUGH_YET', status: null, rule: null, projects } as const
  })
  return [...standing, ...unevaluated.filter(({ projects }) => projects > 0)]
}

/**
 * The number of projects by the coverage of deployments at the end of the month, from the deployers of each project. A
 * project without a deployer counts as NO_SOURCE.
 */
async function getDeploymentStates(
  { month, published }: { readonly month: Month; readonly published: number },
  reader: Reader,
): Promise<readonly StandingCount[]> {
  const rows = await ofMonth(month, reader)
    .select('projects.id')
    .where('projects.id', 'in', (from) =>
      from.selectFrom('sources').select('project_id').where('sources.kind', '=', 'deployer'),
    )
    .execute()
  const sources = await getSources({ projectIds: rows.map(({ id }) => id) }, reader)
  const { end } = boundsOf(month)
  const states = [...sources.values()]
    .map((own) => coverageOfDeployments(own, end).state)
    .filter((state) => state !== 'NO_SOURCE')
  const stated = (state: CoverageState, projects: number): StandingCount => ({
    fact: 'coverage.deployments',
    state,
    status: null,
    rule: COVERAGE_RULE.id,
    projects,
  })
  return [
    ...[...Map.groupBy(states, (state) => state)].map(([state, { length }]) => stated(state, length)),
    stated('NO_SOURCE', published - states.length),
  ].filter(({ projects }) => projects > 0)
}

const STATUS = sql<string | null>`case when fact = 'activity.status' then value ->> 'status' end`
