import type { Tracer, TraceSpan } from '#contract/tracing.ts'
import type { LeasedStream } from '#records/collecting/streams.ts'
import type { Metered } from './budget.ts'
import type { Collector } from './collector.ts'
import type { Settled } from './settle.ts'

/** The span of one reading, from its first request until it is stored. */
export type ReadingSpan = Pick<TraceSpan, 'traceparent'> & {
  /** Ends the span. `deferred`: the reading is put off. */
  readonly ended: (result: Settled | 'deferred') => void
}

/** Starts the span of a reading, which begins a trace; undefined where nothing is traced. */
export function startReadingSpan(
  reading: {
    readonly leased: Pick<LeasedStream, 'projectId'>
    readonly collector: Pick<Collector<never>, 'provider' | 'kind' | 'stream'>
    readonly metered: Pick<Metered, 'used'>
  },
  tracer: Tracer | undefined,
): ReadingSpan | undefined {
  const { provider, kind, stream } = reading.collector
  const span = tracer?.startSpan({ name: `read ${provider} ${stream}` })
  if (span === undefined) return undefined
  return {
    traceparent: span.traceparent,
    ended(result) {
      const attributes = {
        'svc.provider': provider,
        'svc.source.kind': kind,
        'svc.stream': stream,
        'svc.project.id': reading.leased.projectId,
        'svc.reading.requests': reading.metered.used(),
        'svc.reading.outcome': result,
      }
      span.end(attributes, result === 'error' || result === 'unavailable' ? 'failed' : undefined)
    },
  }
}
