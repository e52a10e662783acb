import type { AttemptOutcome } from '#contract/enums.ts'
import { known } from '#contract/known.ts'
import type { Tracer } from '#contract/tracing.ts'
import type { DeliveryLease } from '#records/webhooks/leases.ts'
import type { SendRequest } from './send.ts'

type TracedAttempt = {
  /** The request with a `traceparent` header, so that the receiver can join the trace. */
  readonly request: SendRequest
  /** Ends the span. */
  readonly ended: (how: { readonly outcome: AttemptOutcome; readonly statusCode: number | undefined }) => void
}

/**
 * Traces an attempt to deliver a traced event. The signature does not cover the `traceparent` header, which is added
 * here.
 */
export function traceAttempt(
  { lease, request }: { readonly lease: DeliveryLease; readonly request: SendRequest },
  tracer: Tracer | undefined,
): TracedAttempt {
  if (lease.traceparent === null) return { request, ended: () => {} }
  const causes = [lease.traceparent]
  const span = tracer?.startSpan({ name: 'deliver webhook', kind: 'client', causes })
  if (span === undefined) return { request, ended: () => {} }
  const headers = { ...request.headers, traceparent: span.traceparent }
  return {
    request: { ...request, headers },
    ended({ outcome, statusCode }) {
      const attributes = {
        'http.request.method': 'POST',
        'server.address': new URL(request.url).hostname,
        'svc.delivery.id': lease.deliveryId,
        'svc.subscription.id': lease.subscriptionId,
        'svc.delivery.attempt': lease.number,
        'svc.delivery.outcome': outcome,
        ...known({ 'http.response.status_code': statusCode }),
      }
      span.end(attributes, outcome === 'succeeded' ? undefined : 'failed')
    },
  }
}
