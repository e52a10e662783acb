import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { RuleId } from '#contract/claim.ts'
import type { Instant } from '#contract/time.ts'
import type { MarketReadingEvidence, ShipEvidence } from '#domain/evidence.ts'
import type { Reader, Writer } from '#records/database.ts'
import { MARKET_DAYS, type ProjectEvidence, toShipEvidence } from '#records/evidence.ts'
import { toReadingEvidence } from '#records/market/readings.ts'

/** When a project was last judged, and by which rules. */
export type Judged = {
  readonly projectId: string
  readonly knownAt: Instant
  readonly rules: readonly RuleId[]
}

/** What is stored as it was; ships and market readings keep their own times. */
const STORED = ['token', 'launch', 'sources', 'statements', 'otherClaims'] as const
type Stored = Pick<ProjectEvidence, (typeof STORED)[number]>

/** What the rules whose moves are told take of a project. */
export type JudgedEvidence = Stored & Pick<ProjectEvidence, 'projectId' | 'ships' | 'marketReadings'>
/** What was known of a project when it was last judged. */
export type KnownThen = { readonly knownAt: Instant; readonly evidence: JudgedEvidence }

/** When each of these projects was last judged, and by which rules; those never judged are left out. */
export async function getJudged(projectIds: readonly string[], reader: Reader): Promise<readonly Judged[]> {
  const rows = await reader
    .selectFrom('evaluated_facts')
    .select(['project_id', 'known_at', 'rules'])
    .where('project_id', 'in', [...projectIds])
    .execute()
  return rows.map((row) => ({
    projectId: row.project_id,
    knownAt: row.known_at,
    rules: row.rules as RuleId[],
  }))
}

/** Stores what these projects were judged from, in place of what was stored before. */
export async function saveEvaluatedFacts(
  input: {
    readonly evidence: readonly JudgedEvidence[]
    readonly rules: readonly RuleId[]
    readonly now: Instant
  },
  writer: Writer,
): Promise<void> {
  const rows = input.evidence.map((evidence) => ({
    project_id: evidence.projectId,
    facts: Object.fromEntries(STORED.map((name) => [name, evidence[name]])),
    ships: digestOf(evidence.ships),
  }))
  await sql`insert into evaluated_facts (project_id, known_at, rules, facts, ships)
    select project_id, ${input.now}::timestamptz, ${[...input.rules]}::text[], facts, ships
    from json_populate_recordset(null::evaluated_facts, ${JSON.stringify(rows)}::json)
    order by project_id
    on conflict (project_id) do update set known_at = excluded.known_at, rules = excluded.rules,
      facts = excluded.facts, ships = excluded.ships`.execute(writer)
}

/**
 * What was known of each project when it was last judged. Left out: a project never judged, and one whose ships are no
 * longer recorded as they were then.
 */
export async function loadKnownThen(
  projectIds: readonly string[],
  reader: Reader,
): Promise<ReadonlyMap<string, KnownThen>> {
  if (projectIds.length === 0) return new Map()
  const rows = await reader
    .selectFrom('evaluated_facts')
    .selectAll()
    .where('project_id', 'in', [...projectIds])
    .execute()
  const ships = await getShipsThen(projectIds, reader)
  const marketReadings = await getReadingsThen(projectIds, reader)
  const known = rows.flatMap((row): [string, KnownThen][] => {
    const own = of(row.project_id, ships)
    if (digestOf(own) !== row.ships) return []
    const evidence = {
      ...(row.facts as unknown as Stored),
      projectId: row.project_id,
      ships: own,
      marketReadings: of(row.project_id, marketReadings),
    }
    return [[row.project_id, { knownAt: row.known_at, evidence }]]
  })
  return new Map(known)
}

type Own<T> = ReadonlyMap<string, readonly T[]>

/** The ships first known by then, withdrawn if they were by then; in the order the rules take them. */
async function getShipsThen(projectIds: readonly string[], reader: Reader): Promise<Own<ShipEvidence>> {
  const rows = await reader
    .selectFrom('ships')
    .innerJoin('evaluated_facts as judged', 'judged.project_id', 'ships.project_id')
    .selectAll('ships')
    .select(sql<boolean>`withdrawn_at <= judged.known_at`.as('gone'))
    .where('ships.project_id', 'in', [...projectIds])
    .whereRef('detected_at', '<=', 'judged.known_at')
    .orderBy('occurred_at')
    .orderBy('id')
    .execute()
  const groups = Map.groupBy(rows, (row) => row.project_id)
  return new Map(
    [...groups].map(([id, own]) => [
      id,
      own.map(({ gone, ...row }) => ({ ...toShipEvidence(row), withdrawn: gone === true })),
    ]),
  )
}

/** The market readings of the 30 days before then, at most one a provider and hour, as they were seen then. */
async function getReadingsThen(
  projectIds: readonly string[],
  reader: Reader,
): Promise<Own<MarketReadingEvidence>> {
  const hour = sql`date_trunc('hour', observed_at)`
  const rows = await reader
    .selectFrom('evaluated_facts as judged')
    .innerJoin('market_readings', 'market_readings.project_id', 'judged.project_id')
    .selectAll('market_readings')
    .distinctOn(['market_readings.project_id', 'provider', hour])
    .where('judged.project_id', 'in', [...projectIds])
    .whereRef('observed_at', '<=', 'judged.known_at')
    .where(sql<boolean>`observed_at >= judged.known_at - ${MARKET_DAYS} * interval '1 day'`)
    .orderBy('market_readings.project_id')
    .orderBy('provider')
    .orderBy(hour)
    .orderBy('observed_at', 'desc')
    .execute()
  const groups = Map.groupBy(rows, (row) => row.project_id)
  return new Map([...groups].map(([id, own]) => [id, own.map(toReadingEvidence)]))
}

function of<T>(projectId: string, rows: Own<T>): readonly T[] {
  const own = rows.get(projectId)
  return own === undefined ? [] : own
}

function digestOf(ships: readonly ShipEvidence[]): string {
  return createHash('sha256').update(JSON.stringify(ships)).digest('base64')
}
