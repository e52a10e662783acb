import type { Tracer, TraceSpan } from '#contract/tracing.ts'
import type { Writer } from '#records/database.ts'
import type { Revision } from '#records/ledger/changes.ts'
import { saveTracedChanges } from '#records/ledger/traced-changes.ts'
import { type CausedProject, getCauses } from '#records/project/work.ts'

/** The spans of projects that one transaction compares with the ledger, and of the entries that it writes for them. */
export type LedgerSpans = {
  /** Starts a span for each entry of a traced project, and stores its trace for the deliveries of the entry. */
  readonly appended: (revisions: readonly Revision[], writer: Writer) => Promise<void>
  /** Ends the spans, once the transaction is committed. */
  readonly end: () => void
}

type Traced = CausedProject & { readonly span: TraceSpan; entries: number }
type TracedEntry = { readonly revision: Revision; readonly span: TraceSpan }

/**
 * Starts a span for each project that a sampled evaluation marked, and whose `project_work` row the caller has locked.
 * An evaluation that is not sampled leaves no cause. Undefined where nothing is traced.
 */
export async function startLedgerSpans(
  { projectIds, tracer }: { readonly projectIds: readonly string[]; readonly tracer: Tracer | undefined },
  writer: Writer,
): Promise<LedgerSpans | undefined> {
  if (tracer === undefined) return undefined
  const caused = await getCauses({ projectIds, of: 'ledger' }, writer)
  const projects = new Map<string, Traced>()
  for (const project of caused) {
    const { causes } = project
    if (causes === null) continue
    const span = tracer.startSpan({ name: 'compare project with ledger', causes })
    if (span !== undefined) projects.set(project.projectId, { ...project, span, entries: 0 })
  }
  const entries: TracedEntry[] = []
  return {
    async appended(revisions, writing) {
      for (const revision of revisions) {
        const project = revision.projectId === null ? undefined : projects.get(revision.projectId)
        if (project === undefined) continue
        project.entries += 1
        const causes = [project.span.traceparent]
        const span = tracer.startSpan({ name: `append ${revision.type}`, causes })
        if (span !== undefined) entries.push({ revision, span })
      }
      const traced = entries.map(({ revision: { position }, span: { traceparent } }) => ({
        position,
        traceparent,
      }))
      await saveTracedChanges(traced, writing)
    },
    end() {
      for (const { revision, span } of entries) span.end(attributesOf(revision))
      for (const { projectId, slug, span, entries: count } of projects.values())
        span.end({ 'svc.project.id': projectId, 'svc.project.slug': slug, 'svc.ledger.entries': count })
    },
  }
}

function attributesOf({ id, type, op, origin, position }: Revision) {
  return {
    'svc.event.id': id,
    'svc.event.type': type,
    'svc.event.op': op,
    'svc.event.origin': origin,
    'svc.event.position': position,
  }
}
