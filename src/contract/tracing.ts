/** The attributes of a span. Never a secret, a body, or a URL with its query. */
type SpanAttributes = Readonly<Record<string, string | number | boolean>>

/** A piece of work in a sampled trace. It is exported when it ends: work that is rolled back never ends its span. */
export type TraceSpan = {
  /** The W3C `traceparent` that continues the trace in later work. */
  readonly traceparent: string
  /** Ends the span. `failed` marks it as an error. */
  readonly end: (attributes: SpanAttributes, result?: 'failed') => void
}

/** A span to start. */
type NewSpan = {
  readonly name: string
  /** `server` answers a request, `client` sends one; without it the work is internal. */
  readonly kind?: 'server' | 'client'
  /** The `traceparent`s of what caused the work: the parent, and then links. Without a valid one a new trace begins. */
  readonly causes?: readonly string[]
}

/** Starts spans; undefined when the trace is not sampled. Where there is no tracer, nothing is traced. */
export type Tracer = { readonly startSpan: (span: NewSpan) => TraceSpan | undefined }

/** How many causes a span keeps at most. */
export const MOST_CAUSES = 32
