import type { Tracer } from '#contract/tracing.ts'
import type { LeasedStream } from '#records/collecting/streams.ts'
import type { Metered } from './budget.ts'
import type { Collector } from './collector.ts'
import type { Settled } from './settle.ts'

/** The tracing span of one reading, from its first request until it is stored. */
type ReadingSpan = {
  /** The trace of the reading: empty when it is not sampled, undefined without tracing. */
  readonly causes: readonly string[] | undefined
  /** Ends the span. The result is `deferred` when the reading was put off. */
  readonly ended: (result: Settled | 'deferred') => void
}

/** Starts the span of a reading. It begins a new trace. */
export function startReadingSpan(
  reading: {
    readonly leased: Pick<LeasedStream, 'projectId'>
    readonly collector: Pick<Collector<never>, 'provider' | 'kind' | 'stream'>
    readonly metered: Pick<Metered, 'used'>
  },
  tracer: Tracer | undefined,
): ReadingSpan {
  const { provider, kind, stream } = reading.collector
  const span = tracer?.startSpan({ name: `read ${provider} ${stream}` })
  const sampled = span === undefined ? [] : [span.traceparent]
  return {
    causes: tracer === undefined ? undefined : sampled,
    ended(result) {
      const attributes = {
        'svc.provider': provider,
        'svc.source.kind': kind,
        'svc.stream': stream,
        'svc.project.id': reading.leased.projectId,
        'svc.reading.requests': reading.metered.used(),
        'svc.reading.outcome': result,
      }
      span?.end(attributes, result === 'error' || result === 'unavailable' ? 'failed' : undefined)
    },
  }
}
