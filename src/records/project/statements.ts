import { type Insertable, type Selectable, sql } from 'kysely'
import type { ClaimKind } from '#contract/enums.ts'
import { type EvidenceId, evidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { ProjectStatement } from '#domain/evidence.ts'
import { uuidOf } from '#domain/natural-key.ts'
import { anyOf } from '#records/any-of.ts'
import { type ByProject, byProject, type OfProjects } from '#records/by-project.ts'
import { excluded, insertAll, toColumns } from '#records/columns.ts'
import type { Reader, Writer } from '#records/database.ts'
import type { Claims } from '#records/tables.ts'
import { toWithdrawal } from '#records/withdrawal.ts'

/** A statement as a source or the catalogue makes it. */
export type StatementDraft = Omit<
  ProjectStatement,
  'id' | 'sourceId' | 'signature' | 'record' | 'withdrawn'
> & {
  /** The source's uuid; null for a statement the catalogue quotes. */
  readonly sourceId: string | null
}

/** The identity of a statement: its project, its kind, the contract it names and the page that makes it. */
type StatementKey = Pick<ProjectStatement, 'projectId' | 'kind' | 'names' | 'url'>

/** The uuid of a statement, from its natural key. The same statement read twice has one uuid. */
export function statementUuid(key: StatementKey): string {
  return uuidOf('claim', `${key.projectId}:${key.kind}:${key.names}:${key.url}`)
}

/**
 * Saves statements that were read at sources, one row a natural key. A statement that is read again gets the new time
 * of observation and is no longer withdrawn; the time of its detection stays. If the catalogue quotes a statement that
 * is later read at its page, it is the source's statement from then on.
 */
export async function saveStatements(statements: readonly StatementDraft[], writer: Writer): Promise<void> {
  const drafts = [...new Map(statements.map((statement) => [statementUuid(statement), statement]))]
  if (drafts.length === 0) return
  const rows = drafts.map(([id, statement]) =>
    toColumns<Insertable<Claims>>({ ...statement, id, detectedAt: statement.observedAt }),
  )
  await insertAll('claims', rows, writer)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        ...excluded('source_id', 'by', 'statement'),
        stated_on: sql`coalesce(excluded.stated_on, claims.stated_on)`,
        observed_at: sql`greatest(excluded.observed_at, claims.observed_at)`,
        withdrawn_at: null,
        withdrawn_reason: null,
      }),
    )
    .execute()
}

/**
 * Withdraws the statements that a source no longer makes on the given pages. These are its standing statements with one
 * of the `urls`, except the `except` uuids. Statements of other sources and of the catalogue stay unchanged.
 */
export async function withdrawMissingStatements(
  input: {
    sourceId: string
    urls: readonly string[]
    except: readonly string[]
    reason: string
    now: Instant
  },
  writer: Writer,
): Promise<void> {
  await sql`
    update claims set withdrawn_at = ${input.now}::timestamptz, withdrawn_reason = ${input.reason}
    where project_id = (select project_id from sources where id = ${input.sourceId}::uuid)
      and source_id = ${input.sourceId}::uuid and withdrawn_at is null
      and url = ${anyOf(input.urls, 'text')} and not id = ${anyOf(input.except, 'uuid')}`.execute(writer)
}

/**
 * The statements about these projects in the order of their last observation. Withdrawn ones are included and marked.
 */
export async function getStatements(
  { projectIds }: OfProjects,
  reader: Reader,
): Promise<ByProject<ProjectStatement>> {
  const rows = await reader
    .selectFrom('claims')
    .selectAll()
    .where('project_id', '=', anyOf(projectIds, 'uuid'))
    .orderBy('observed_at')
    .orderBy('id')
    .execute()
  return byProject(rows, toStatement)
}

const PREFIXES: Readonly<Partial<Record<ClaimKind, 'narrative' | 'security'>>> = {
  narrative: 'narrative',
  security: 'security',
}

/** The evidence id of a statement. The prefix depends on the statement's kind. */
export function statementEvidenceId(kind: ClaimKind, uuid: string): EvidenceId {
  return `${PREFIXES[kind] ?? 'claim'}:${uuid}`
}

function toStatement(row: Selectable<Claims>): ProjectStatement {
  const kind = row.kind
  return {
    id: statementEvidenceId(kind, row.id),
    projectId: row.project_id,
    kind,
    by: row.by,
    statement: row.statement,
    url: row.url,
    statedOn: row.stated_on,
    sourceId: row.source_id === null ? null : evidenceId('source', row.source_id),
    names: row.names,
    observedAt: row.observed_at,
    signature: row.signature_check,
    record: row.record_check,
    withdrawn: toWithdrawal(row.withdrawn_at, row.withdrawn_reason),
  }
}
