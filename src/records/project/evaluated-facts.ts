import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { RuleId } from '#contract/claim.ts'
import type { Instant } from '#contract/time.ts'
import type { RecordedShip } from '#domain/evidence.ts'
import { anyOf } from '#records/any-of.ts'
import { recordsOf } from '#records/by-project.ts'
import { fromColumns, rowsOf } from '#records/columns.ts'
import type { Reader, Writer } from '#records/database.ts'
import { getMarketReadingsThen } from '#records/market/readings.ts'
import type { ProjectEvidence } from '#records/project-evidence.ts'
import { getShipsThen } from '#records/ships/ships.ts'
import type { EvaluatedEvidence } from './evaluated-evidence.ts'

/** When a project was last evaluated, and by which rules. */
export type Judged = {
  readonly projectId: string
  readonly knownAt: Instant
  readonly rules: readonly RuleId[]
}

/** The evidence of a project for the rules whose changed conclusions enter the ledger. */
export type JudgedEvidence = EvaluatedEvidence &
  Pick<ProjectEvidence, 'projectId' | 'ships' | 'marketReadings'>
/** The evidence of a project at its last evaluation, and the time of that evaluation. */
export type KnownThen = { readonly knownAt: Instant; readonly evidence: JudgedEvidence }

/**
 * When each of these projects was last evaluated, and by which rules. Projects that were never evaluated are left out.
 */
export async function getJudged(projectIds: readonly string[], reader: Reader): Promise<readonly Judged[]> {
  const rows = await reader
    .selectFrom('evaluated_facts')
    .select(['project_id', 'known_at', 'rules'])
    .where('project_id', '=', anyOf(projectIds, 'uuid'))
    .execute()
  return rows.map(fromColumns)
}

/** Stores the evidence that the evaluation of these projects used, in place of the earlier evidence. */
export async function saveEvaluatedFacts(
  input: {
    readonly evidence: readonly JudgedEvidence[]
    readonly rules: readonly RuleId[]
    readonly now: Instant
  },
  writer: Writer,
): Promise<void> {
  const rows = input.evidence.map((evidence) => ({
    projectId: evidence.projectId,
    knownAt: input.now,
    rules: input.rules,
    facts: storedOf(evidence),
    ships: digestOf(evidence.ships),
  }))
  await sql`insert into evaluated_facts select * from ${rowsOf('evaluated_facts', rows)} order by project_id
    on conflict (project_id) do update set known_at = excluded.known_at, rules = excluded.rules,
      facts = excluded.facts, ships = excluded.ships`.execute(writer)
}

function storedOf({ token, kind, sources, claims, launchLogs }: JudgedEvidence): EvaluatedEvidence {
  return { token, kind, sources, claims, launchLogs }
}

/**
 * The evidence of each project at its last evaluation. Left out are projects that were never evaluated, and projects
 * whose ships are no longer recorded as they were then.
 */
export async function loadKnownThen(
  projectIds: readonly string[],
  reader: Reader,
): Promise<ReadonlyMap<string, KnownThen>> {
  if (projectIds.length === 0) return new Map()
  const rows = await reader
    .selectFrom('evaluated_facts')
    .selectAll()
    .where('project_id', '=', anyOf(projectIds, 'uuid'))
    .execute()
  const ships = await getShipsThen({ projectIds }, reader)
  const marketReadings = await getMarketReadingsThen({ projectIds }, reader)
  const known = rows.flatMap((row): [string, KnownThen][] => {
    const projectId = row.project_id
    const own = recordsOf(projectId, ships)
    if (digestOf(own) !== row.ships) return []
    const stored = row.facts
    const readings = recordsOf(projectId, marketReadings)
    const evidence = { ...stored, projectId, ships: own, marketReadings: readings }
    return [[projectId, { knownAt: row.known_at, evidence }]]
  })
  return new Map(known)
}

/** The facts of a ship that the rules of `JudgedEvidence` use. */
const JUDGED_OF_SHIP = [
  'id',
  'sourceId',
  'kind',
  'title',
  'url',
  'version',
  'occurredAt',
  'detectedAt',
  'backing',
  'dimension',
  'origin',
  'contract',
  'implementation',
  'author',
  'changes',
  'block',
  'codeWeek',
  'withdrawn',
] as const satisfies readonly (keyof RecordedShip)[]

function digestOf(ships: readonly RecordedShip[]): string {
  const judged = ships.map((ship) => JUDGED_OF_SHIP.map((name) => ship[name]))
  return createHash('sha256').update(JSON.stringify(judged)).digest('base64')
}
