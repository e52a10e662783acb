import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '#contract/time.ts'
import { MOST_CAUSES } from '#contract/tracing.ts'
import { anyOf } from '#records/any-of.ts'
import { fromColumns, rowsOf } from '#records/columns.ts'
import { type Reader, runPlanned, type Writer } from '#records/database.ts'

/** The sampled `traceparent`s of the work that marks each project; absent for a project that no traced work marks. */
export type Causes = ReadonlyMap<string, readonly string[]>
type Marked = { projectIds: readonly string[]; now: Instant; causes?: Causes }

/** Marks projects for evaluation now, because something read of them may have changed. */
export function markForEvaluation(input: Marked, writer: Writer): Promise<void> {
  return mark({ ...input, columns: { at: 'evaluate_due_at', causes: 'evaluate_causes' } }, writer)
}

/**
 * Marks projects for the ledger writer. The earliest mark stands until the writer has seen all records saved with it.
 */
export function markForLedger(input: Marked, writer: Writer): Promise<void> {
  return mark({ ...input, columns: { at: 'ledger_due_since', causes: 'ledger_causes' } }, writer)
}

/** Marks for the ledger writer, as `markForLedger` does, the projects whose `project_id` a query selects. */
export async function markSelectedForLedger(
  { selected, now }: { readonly selected: RawBuilder<unknown>; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  await sql`
    insert into project_work as stored (project_id, ledger_due_since)
    select distinct project_id, ${now}::timestamptz from (${selected}) as selected order by project_id
    on conflict (project_id) do update
    set ledger_due_since = least(stored.ledger_due_since, excluded.ledger_due_since)`.execute(writer)
}

type MarkColumns =
  | { readonly at: 'evaluate_due_at'; readonly causes: 'evaluate_causes' }
  | { readonly at: 'ledger_due_since'; readonly causes: 'ledger_causes' }

async function mark(
  { projectIds, now, columns, causes = new Map() }: Marked & { readonly columns: MarkColumns },
  writer: Writer,
): Promise<void> {
  if (projectIds.length === 0) return
  const rows = [...new Set(projectIds)].sort().map((id) => ({
    project_id: id,
    [columns.causes]: causes.get(id)?.slice(0, MOST_CAUSES),
  }))
  const [at, by] = [sql.ref(columns.at), sql.ref(columns.causes)]
  const query = sql`insert into project_work as stored (project_id, ${at}, ${by})
    select project_id, ${now}::timestamptz, ${by} from ${rowsOf('project_work', rows)}
    on conflict (project_id) do update set ${at} = least(stored.${at}, excluded.${at}),
      ${by} = (stored.${by} || excluded.${by})[1:${sql.lit(MOST_CAUSES)}]`
  await runPlanned(query, writer)
}

/**
 * A marked project, with the traces of the work that marked it. `causes` is null when no traced work did, and empty
 * when traced work did without a sampled trace.
 */
export type CausedProject = {
  readonly projectId: string
  readonly slug: string
  readonly causes: readonly string[] | null
}

/** The causes of the marks of these projects, whose rows the caller has locked. */
export async function getCauses(
  input: { readonly projectIds: readonly string[]; readonly of: 'evaluation' | 'ledger' },
  reader: Reader,
): Promise<readonly CausedProject[]> {
  if (input.projectIds.length === 0) return []
  const column = input.of === 'evaluation' ? 'evaluate_causes' : 'ledger_causes'
  const rows = await reader
    .selectFrom('project_work as work')
    .innerJoin('projects', 'projects.id', 'work.project_id')
    .select(['work.project_id', 'projects.slug', `work.${column} as causes`])
    .where('work.project_id', '=', anyOf(input.projectIds, 'uuid'))
    .execute()
  return rows.map(fromColumns)
}

/**
 * At most `limit` projects that are due for evaluation, the longest due first. Leaves out projects that another worker
 * has locked.
 */
export async function getEvaluationDue(
  input: { readonly now: Instant; readonly limit: number; readonly except: readonly string[] },
  reader: Reader,
): Promise<readonly string[]> {
  const rows = await reader
    .selectFrom('project_work')
    .select('project_id')
    .where('evaluate_due_at', '<=', input.now)
    .where(sql<boolean>`project_id <> all(${[...input.except]}::uuid[])`)
    .orderBy('evaluate_due_at')
    .limit(input.limit)
    .forUpdate()
    .skipLocked()
    .execute()
  return rows.map((row) => row.project_id)
}

/** Locks the projects among these that are still due for evaluation, until the transaction ends. */
export async function lockForEvaluation(
  input: { readonly projectIds: readonly string[]; readonly now: Instant },
  writer: Writer,
): Promise<readonly string[]> {
  const rows = await writer
    .selectFrom('project_work')
    .select('project_id')
    .where('project_id', '=', anyOf(input.projectIds, 'uuid'))
    .where('evaluate_due_at', '<=', input.now)
    .orderBy('project_id')
    .forUpdate()
    .execute()
  return rows.map((row) => row.project_id)
}

/** Locks these projects until the transaction ends. Waits for an evaluation under way; none begins meanwhile. */
export async function lockProjects(projectIds: readonly string[], writer: Writer): Promise<void> {
  await sql`select project_id from project_work where project_id = any (${[...projectIds]}::uuid[])
    order by project_id for update`.execute(writer)
}

/** Sets when each project is evaluated next, and deletes the causes of the evaluation that ends here. */
export async function scheduleEvaluation(
  input: { dueAt: ReadonlyMap<string, Instant> },
  writer: Writer,
): Promise<void> {
  const rows = [...input.dueAt].map(([projectId, evaluateDueAt]) => ({ projectId, evaluateDueAt }))
  await sql`update project_work as work set evaluate_due_at = due.evaluate_due_at, evaluate_causes = null
    from ${rowsOf('project_work', rows)} as due where work.project_id = due.project_id`.execute(writer)
}

/** At most `limit` projects that are marked for the ledger writer, by id, after the last one of the batch before. */
export async function getLedgerDue(
  input: { after: string | undefined; limit: number },
  reader: Reader,
): Promise<readonly string[]> {
  let query = reader
    .selectFrom('project_work')
    .select('project_id')
    .where('ledger_due_since', 'is not', null)
    .orderBy('project_id')
    .limit(input.limit)
  if (input.after !== undefined) query = query.where('project_id', '>', input.after)
  const rows = await query.execute()
  return rows.map((row) => row.project_id)
}

/**
 * Locks the marks of these projects until the transaction ends, and returns the projects that are still marked. The
 * writer of a record saves a mark in the same transaction. So a record is either visible to the caller's next
 * statement, or its writer waits here and leaves a mark for the next run.
 */
export async function lockForLedger(
  projectIds: readonly string[],
  writer: Writer,
): Promise<readonly string[]> {
  const rows = await writer
    .selectFrom('project_work')
    .select(['project_id', 'ledger_due_since'])
    .where('project_id', '=', anyOf(projectIds, 'uuid'))
    .orderBy('project_id')
    .forUpdate()
    .execute()
  return rows.flatMap((row) => (row.ledger_due_since === null ? [] : [row.project_id]))
}

/** Clears the ledger mark of projects whose rows the caller has locked with `lockForLedger`. */
export async function clearLedgerDue(projectIds: readonly string[], writer: Writer): Promise<void> {
  await writer
    .updateTable('project_work')
    .set({ ledger_due_since: null, ledger_causes: null })
    .where('project_id', '=', anyOf(projectIds, 'uuid'))
    .execute()
}

/** Marks every published project for evaluation now. */
export async function makeEvaluationDue(input: { now: Instant }, writer: Writer): Promise<void> {
  await sql`insert into project_work (project_id, evaluate_due_at)
    select id, ${input.now}::timestamptz from projects where state = 'published' order by id
    on conflict (project_id) do update set evaluate_due_at = excluded.evaluate_due_at`.execute(writer)
}

/**
 * Marks for evaluation now the projects that were last evaluated by other rules than these. Skips projects that another
 * process has locked, and locks the others. So it neither waits for an evaluation nor deadlocks with one.
 */
export async function makeOutdatedDue(
  { rules, now }: { readonly rules: readonly string[]; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  await sql`update project_work set evaluate_due_at = ${now}::timestamptz where project_id in (
    select work.project_id from project_work as work join evaluated_facts as facts using (project_id)
    where facts.rules <> ${[...rules]}::text[] and work.evaluate_due_at > ${now}::timestamptz
    order by work.project_id for update of work skip locked)`.execute(writer)
}
