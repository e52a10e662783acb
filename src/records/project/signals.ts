import { sql } from 'kysely'
import { type EvidenceId, evidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { uuidOf } from '#domain/natural-key.ts'
import type { Reader, Writer } from '#records/database.ts'

/** A finding over a window, about one project. */
export type SignalDraft = {
  readonly projectId: string
  readonly kind: string
  readonly group: 'building' | 'contracts' | 'launch' | 'research' | 'market'
  readonly title: string
  readonly windowFrom: Instant
  readonly windowTo: Instant
  readonly facts: Readonly<Record<string, unknown>>
  readonly evidence: readonly string[]
  readonly rule: string
}

/** A signal that stands, with its evidence id. */
export type StandingSignal = Omit<SignalDraft, 'facts' | 'evidence' | 'rule'> & { readonly id: EvidenceId }

/**
 * Stores what stands now: a standing signal of the same kind stands on with its first window and words, a new one
 * begins, one no longer found ends. A kind that is `undecided` could not be looked at: what stood of it stands on.
 * Answers the projects of which a signal began or ended.
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
    where project_id = any(${[...input.projectIds]}::uuid[]) and ended_at is null
      and not project_id || ':' || kind = any(${[...kinds, ...undecided]}::text[])
    returning project_id`.execute(writer)
  const rows = JSON.stringify(
    input.drafts.map((draft) => ({
      id: uuidOf('signal', `${draft.projectId}:${draft.kind}:${draft.windowTo}`),
      project_id: draft.projectId,
      kind: draft.kind,
      signal_group: draft.group,
      title: draft.title,
      window_from: draft.windowFrom,
      window_to: draft.windowTo,
      facts: draft.facts,
      evidence: draft.evidence,
      rule: draft.rule,
    })),
  )
  const begun = await sql<{ project_id: string }>`
    insert into signals (id, project_id, kind, signal_group, title, window_from, window_to, facts, evidence, rule, detected_at)
    select id, project_id, kind, signal_group, title, window_from, window_to, facts, evidence, rule, ${input.now}::timestamptz
    from json_populate_recordset(null::signals, ${rows}::json) as draft
    where not exists (select from signals as held
      where held.project_id = draft.project_id and held.kind = draft.kind and held.ended_at is null)
    on conflict (id) do nothing
    returning project_id`.execute(writer)
  return new Set([...ended.rows, ...begun.rows].map((row) => row.project_id))
}

/** The kinds of signal that stand of each of these projects. */
export async function getStandingKinds(
  projectIds: readonly string[],
  reader: Reader,
): Promise<readonly { readonly projectId: string; readonly kind: string }[]> {
  const rows = await reader
    .selectFrom('signals')
    .select(['project_id', 'kind'])
    .where('project_id', 'in', [...projectIds])
    .where('ended_at', 'is', null)
    .execute()
  return rows.map((row) => ({ projectId: row.project_id, kind: row.kind }))
}

/** The newest standing signal of each project outside the market group. */
export async function getNewestSignals(
  projectIds: readonly string[],
  reader: Reader,
): Promise<readonly StandingSignal[]> {
  const rows = await reader
    .selectFrom('signals')
    .select(['id', 'project_id', 'kind', 'signal_group', 'title', 'window_from', 'window_to'])
    .distinctOn('project_id')
    .where('project_id', 'in', [...projectIds])
    .where('ended_at', 'is', null)
    .where('signal_group', '<>', 'market')
    .orderBy('project_id')
    .orderBy('window_to', 'desc')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: evidenceId('signal', row.id),
    projectId: row.project_id,
    kind: row.kind,
    group: row.signal_group as StandingSignal['group'],
    title: row.title,
    windowFrom: row.window_from,
    windowTo: row.window_to,
  }))
}
