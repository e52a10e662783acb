import type { Tracer, TraceSpan } from '#contract/tracing.ts'
import type { Writer } from '#records/database.ts'
import { type Causes, getCauses } from '#records/project/work.ts'

/** The spans of projects that are evaluated in one transaction. */
type EvaluationSpans = {
  /** The traces of the evaluations, by project, for the work that they cause. */
  readonly causes: Causes
  /** Ends the spans, once the transaction is committed. */
  readonly end: () => void
}

/**
 * Starts a span for each project, whose `project_work` row the caller has locked. The span continues the trace of the
 * readings since the last evaluation. When time alone made the evaluation due, the span begins a trace. There is no
 * span when no trace of the readings is sampled. Undefined where nothing is traced.
 */
export async function startEvaluationSpans(
  { projectIds, tracer }: { readonly projectIds: readonly string[]; readonly tracer: Tracer | undefined },
  writer: Writer,
): Promise<EvaluationSpans | undefined> {
  if (tracer === undefined) return undefined
  const caused = await getCauses({ projectIds, of: 'evaluation' }, writer)
  const spans: { readonly slug: string; readonly projectId: string; readonly span: TraceSpan }[] = []
  for (const { projectId, slug, causes } of caused) {
    if (causes?.length === 0) continue
    const span = tracer.startSpan({ name: 'evaluate project', causes: causes === null ? [] : causes })
    if (span !== undefined) spans.push({ slug, projectId, span })
  }
  return {
    causes: new Map(spans.map(({ projectId, span }) => [projectId, [span.traceparent]])),
    end() {
      for (const { slug, projectId, span } of spans)
        span.end({
          'svc.project.id': projectId,
          'svc.project.slug': slug,
          'svc.evaluation.projects': projectIds.length,
        })
    },
  }
}
