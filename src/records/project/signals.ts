import { type Selectable, sql } from 'kysely'
import { evidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import type { Signal } from '#domain/evidence.ts'
import { uuidOf } from '#domain/natural-key.ts'
import { anyOf } from '#records/any-of.ts'
import { type ByProject, byProject, type OfProjects } from '#records/by-project.ts'
import { fromColumns, rowsOf } from '#records/columns.ts'
import type { Reader, Writer } from '#records/database.ts'
import type { Signals } from '#records/tables.ts'

/** A signal as a rule found it. */
type SignalDraft = Omit<Signal, 'id' | 'detectedAt' | 'endedAt'> & {
  readonly projectId: string
  readonly facts: Readonly<Record<string, unknown>>
  readonly rule: string
}

/**
 * Stores the signals found now. A signal that stands already keeps its first window and words. A new one begins, and
 * one that is no longer found ends. For an `undecided` kind the rule could not decide, so its standing signals stay as
 * they are. Returns the projects of which a signal began or ended.
 */
export async function saveSignals(
  input: {
    projectIds: readonly string[]
    undecided: readonly { readonly projectId: string; readonly kind: string }[]
    drafts: readonly SignalDraft[]
    now: Instant
  },
  writer: Writer,
): Promise<ReadonlySet<string>> {
  const kinds = input.drafts.map((draft) => `${draft.projectId}:${draft.kind}`)
  const undecided = input.undecided.map(({ projectId, kind }) => `${projectId}:${kind}`)
  const ended = await sql<{ project_id: string }>`
    update signals set ended_at = ${input.now}::timestamptz
    where project_id = ${anyOf(input.projectIds, 'uuid')} and ended_at is null
      and not project_id || ':' || kind = any(${[...kinds, ...undecided]}::text[])
    returning project_id`.execute(writer)
  const rows = input.drafts.map(({ group, ...draft }) => ({
    ...draft,
    id: uuidOf('signal', `${draft.projectId}:${draft.kind}:${draft.windowTo}`),
    signalGroup: group,
    detectedAt: input.now,
  }))
  const begun = await sql<{ project_id: string }>`
    insert into signals select draft.* from ${rowsOf('signals', rows)} as draft
    where not exists (select from signals as standing
      where standing.project_id = draft.project_id and standing.kind = draft.kind and standing.ended_at is null)
    on conflict (id) do nothing
    returning project_id`.execute(writer)
  return new Set([...ended.rows, ...begun.rows].map((row) => row.project_id))
}

/** Every signal of these projects, ended ones included. */
export async function getSignals({ projectIds }: OfProjects, reader: Reader): Promise<ByProject<Signal>> {
  const rows = await reader
    .selectFrom('signals')
    .selectAll()
    .where('project_id', '=', anyOf(projectIds, 'uuid'))
    .orderBy('id')
    .execute()
  return byProject(rows, toSignal)
}

function toSignal(row: Selectable<Signals>): Signal {
  const { project_id: _, facts: __, rule: ___, signal_group: group, ...columns } = row
  return { ...fromColumns(columns), id: evidenceId('signal', row.id), group }
}
