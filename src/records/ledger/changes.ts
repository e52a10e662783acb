import { type Selectable, sql } from 'kysely'
import { nonEmpty } from '#contract/claim.ts'
import type { ChangeDomain, ChangeOp, ChangeOrigin, ChangePrecision } from '#contract/enums.ts'
import type { ChangeType } from '#contract/events.ts'
import type { ContractAddress, EvidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { ChangeDraft, ChangeFacts } from '#domain/ledger/draft.ts'
import { anyOf } from '#records/any-of.ts'
import { type ByProject, byProject, type OfProjects } from '#records/by-project.ts'
import { fromColumns, rowsOf } from '#records/columns.ts'
import type { Reader, Writer } from '#records/database.ts'
import { announce } from '#records/notifications.ts'
import type { Changes } from '#records/tables.ts'

export type RetractedBecause = 'withdrawn' | 'hidden'

/** A row to be written to the ledger. Invariant: only an upsert has content, and only a retract has a reason. */
export type Revision = {
  readonly position: number
  readonly id: string
  readonly revision: number
  readonly type: ChangeType
  readonly domain: ChangeDomain
  readonly projectId: string | null
  readonly contract: ContractAddress | null
  readonly firstPosition: number
  readonly recordedAt: Instant
  readonly occurredAt: Instant | null
  readonly detectedAt: Instant
  readonly precision: ChangePrecision
  readonly origin: ChangeOrigin
  readonly firstSeenLive: boolean
  /** Digest of summary, facts, evidence, time and precision. */
  readonly contentDigest: string
} & (
  | {
      readonly op: 'upsert'
      readonly summary: string
      readonly facts: ChangeFacts
      readonly evidence: readonly EvidenceId[]
    }
  | { readonly op: 'retract'; readonly retractedBecause: RetractedBecause }
)

/** The newest revision of an event, without its content. */
export type ChangeHead = Omit<Revision, 'op' | 'recordedAt'> & {
  readonly op: ChangeOp
  /** Whether the slug or the name of the event's project has changed since this revision. */
  readonly renamed: boolean
}

/**
 * The state of the ledger. `firstRunAt` is null until the end of the first run. Entries written before that are
 * bootstrap.
 */
export type LedgerState = {
  readonly head: number
  readonly lastRecordedAt: Instant | null
  readonly firstRunAt: Instant | null
}

/** The ledger's newest position, when it was recorded, and when the writer's first run ended. */
export async function getLedgerState(reader: Reader): Promise<LedgerState> {
  const row = await reader
    .selectFrom('ledger_state')
    .leftJoin('changes', 'changes.position', 'ledger_state.head')
    .select(['head', 'first_run_at', 'changes.recorded_at'])
    .executeTakeFirstOrThrow()
  const { recorded_at: lastRecordedAt, ...state } = row
  return { ...fromColumns(state), lastRecordedAt }
}

/**
 * Records the end of a run. The first recorded run ends the bootstrap, even if it is not complete. Only a complete run
 * moves `last_run_at`.
 */
export async function saveLedgerRun(
  input: { readonly now: Instant; readonly complete: boolean },
  writer: Writer,
): Promise<void> {
  const lastRun = input.complete ? sql`${input.now}::timestamptz` : sql`last_run_at`
  await sql`update ledger_state set last_run_at = ${lastRun},
    first_run_at = coalesce(first_run_at, ${input.now}::timestamptz)`.execute(writer)
}

/** The newest revisions of these events, by id. Events that were never written are absent. */
export async function getHeads(
  ids: readonly string[],
  reader: Reader,
): Promise<ReadonlyMap<string, ChangeHead>> {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('changes')
    .leftJoin('projects', 'projects.id', 'changes.project_id')
    .select(HEAD)
    .select(sql<boolean>`coalesce(position <= renamed_at_position, false)`.as('renamed'))
    .where('changes.id', '=', anyOf(ids, 'text'))
    .where('superseded_by', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, fromColumns(row)]))
}

const HEAD = [
  'position',
  'changes.id',
  'revision',
  'op',
  'type',
  'domain',
  'project_id',
  'contract',
  'first_position',
  'occurred_at',
  'detected_at',
  'precision',
  'origin',
  'first_seen_live',
  'content_digest',
] as const

const IS_WEEK = "change.type = 'build.code_activity'"

/** The uuid of the ship whose code week a row `change` announces; null for any other event. As SQL. */
export const WEEK_SHIP = `case when ${IS_WEEK} then split_part(change.id, ':', 2)::uuid end`

/** The code week that a row `change` announced; null for any other event. As SQL. */
export const ANNOUNCED_WEEK = `case when ${IS_WEEK} then change.facts -> 'codeWeek' end`

/**
 * The code week of a row `change`, as its ship has it now, or else as the event announced it; null for any other event.
 * As SQL.
 */
export const CODE_WEEK = `coalesce(
  (select ships.facts -> 'codeWeek' from ships where ships.id = ${WEEK_SHIP}), ${ANNOUNCED_WEEK})`

/** An event as last published. `standing` is false when it was retracted because its project was hidden. */
type PublishedEvent = { readonly draft: ChangeDraft; readonly standing: boolean }

/**
 * The published events of these projects, first published first. Events that were retracted because their record was
 * withdrawn are left out.
 */
export async function getPublishedEvents(
  { projectIds }: OfProjects,
  reader: Reader,
): Promise<ByProject<PublishedEvent>> {
  const rows = await reader
    .selectFrom('changes as head')
    .innerJoin('changes as content', (join) =>
      join
        .onRef('content.id', '=', 'head.id')
        .on(sql<boolean>`content.revision = head.revision - (head.op = 'retract')::int`),
    )
    .selectAll('content')
    .select(['head.op as head_op', sql<string>`head.project_id`.as('project_id')])
    .where('head.project_id', '=', anyOf(projectIds, 'uuid'))
    .where('head.superseded_by', 'is', null)
    .where((row) => row.or([row('head.op', '=', 'upsert'), row('head.retracted_because', '=', 'hidden')]))
    .orderBy('head.first_position')
    .execute()
  return byProject(rows, (row) => ({ standing: row.head_op === 'upsert', draft: toDraft(row) }))
}

/** An upsert as a draft; an upsert always has a summary and evidence. */
function toDraft(row: Selectable<Changes>): ChangeDraft {
  const { id, type, contract, occurredAt, detectedAt, precision, summary, facts } = fromColumns(row)
  const evidence = row.evidence === null ? undefined : nonEmpty(row.evidence)
  if (summary === null || facts === null || evidence === undefined) {
    throw new Error(`Ledger entry ${row.position} has no content: expected a summary, facts and evidence`)
  }
  return {
    id,
    type,
    contract,
    occurredAt,
    detectedAt,
    precision,
    summary,
    facts,
    evidence,
    seen: { by: 'research' },
    order: [],
  }
}

/**
 * Inserts revisions at their positions and supersedes the newest revision of each event. The caller has the ledger
 * lock; nothing else inserts into the ledger.
 */
export async function insertRevisions(revisions: readonly Revision[], writer: Writer): Promise<void> {
  const last = revisions.at(-1)
  if (last === undefined) return
  const later = revisions.filter(({ revision }) => revision > 1)
  if (later.length > 0) {
    const replacing = later.map(({ id, position }) => ({ id, position }))
    await sql`update changes set superseded_by = replacing.position
      from ${rowsOf('changes', replacing)} as replacing
      where changes.id = replacing.id and changes.superseded_by is null`.execute(writer)
  }
  await sql`insert into changes select * from ${rowsOf('changes', revisions)} order by position`.execute(
    writer,
  )
  await sql`update ledger_state set head = ${last.position}`.execute(writer)
  await announce('ledger', writer)
}
