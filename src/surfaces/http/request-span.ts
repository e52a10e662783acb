import { known } from '#contract/known.ts'
import type { Tracer, TraceSpan } from '#contract/tracing.ts'
import type { RequestState } from './request-state.ts'

/**
 * Starts the span of a request, which joins the caller's trace. Undefined when the trace is not sampled, for addresses
 * that do not exist, and for health checks.
 */
export function startRequestSpan(
  { request, parsed: { found } }: Pick<RequestState, 'request' | 'parsed'>,
  tracer: Tracer | undefined,
): TraceSpan | undefined {
  if (tracer === undefined || found.kind !== 'path' || !found.path.isCounted) return undefined
  const { traceparent } = request.headers
  return tracer.startSpan({
    name: `${request.method} ${found.path.template}`,
    kind: 'server',
    ...(typeof traceparent === 'string' ? { causes: [traceparent] } : {}),
  })
}

/** Ends the span of a request. Without a status the answer was not sent to its end. */
export function endRequestSpan(
  span: TraceSpan | undefined,
  { state, status }: { readonly state: RequestState; readonly status?: number },
): void {
  if (span === undefined) return
  const { request, requestId, parsed, lookup, capability } = state
  const { found, operation } = parsed
  const attributes = {
    'http.request.method': String(request.method),
    'svc.request.id': requestId,
    ...known({
      'http.route': found.kind === 'path' ? found.path.template : undefined,
      'url.path': request.url?.split('?', 1)[0],
      'http.response.status_code': status,
      'svc.operation': operation?.name,
      'svc.capability': capability,
      'svc.cache': lookup,
    }),
  }
  span.end(attributes, status === undefined || status >= 500 ? 'failed' : undefined)
}
