import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import {
  type ExportResult,
  ExportResultCode,
  parseKeyPairsIntoRecord,
  parseTraceParent,
} from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { withoutEndSlashes } from '#contract/end-slashes.ts'
import { errorCodeOf } from '#contract/error-code.ts'
import { MOST_CAUSES, type Tracer, type TraceSpan } from '#contract/tracing.ts'
import type { TracingConfig } from '../config.ts'
import type { Logger } from '../process/logger.ts'
import { VERSION } from '../process/version.ts'

/** The time limit of an export with its retries, and of the last one at shutdown. */
const EXPORT_MS = 2_000
/** Spans that wait for the endpoint at most; more are dropped. */
const MOST_WAITING = 2_048
/** Longest value of a span attribute in characters: the path of a request can have 16 KB. */
const LONGEST_VALUE = 512
const SCOPE = 'svc'

/** A tracer that exports to an OTLP endpoint until it is disposed. */
type OtlpTracer = AsyncDisposable & { readonly tracer: Tracer }

/** Opens a tracer that exports to the configured endpoint, in batches. An endpoint that is away delays nothing. */
export function openOtlpTracer(config: TracingConfig, logger: Pick<Logger, 'warn'>): OtlpTracer {
  const exporter = new OTLPTraceExporter({
    url: `${withoutEndSlashes(config.endpoint.reveal())}/v1/traces`,
    headers: parseKeyPairsIntoRecord(config.headers?.reveal()),
    timeoutMillis: EXPORT_MS,
  })
  const report = openReport(logger)
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.name': config.serviceName,
        'service.version': VERSION,
        'service.instance.id': randomUUID(),
      }),
    ),
    sampler: samplerOf(config),
    spanLimits: { attributeValueLengthLimit: LONGEST_VALUE, linkCountLimit: MOST_CAUSES },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reporting(exporter, report),
        maxQueueSize: MOST_WAITING,
        exportTimeoutMillis: 2 * EXPORT_MS,
      }),
    ],
  })
  return {
    tracer: tracerOf(provider, newTracesOf(config)),
    async [Symbol.asyncDispose]() {
      const flushed = provider.shutdown().catch(report)
      await Promise.race([flushed, wait(EXPORT_MS, undefined, { ref: false })])
    },
  }
}

function samplerOf({ sampler, ratio }: TracingConfig): Sampler {
  const root = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }[sampler.root]()
  if (!sampler.followsParent) return root
  return new ParentBasedSampler({ root: sampler.root === 'traceidratio' ? new AlwaysOnSampler() : root })
}

/**
 * Returns whether to begin a new trace. Where later work follows its parent, the share of new traces is chosen before
 * the SDK makes ids for them: the ids cost 4 of the 54 µs of a cached answer.
 */
function newTracesOf({ sampler, ratio }: TracingConfig): () => boolean {
  if (!sampler.followsParent || sampler.root !== 'traceidratio') return () => true
  return () => Math.random() < ratio
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const

function tracerOf(provider: TracerProvider, beginsTrace: () => boolean): Tracer {
  const own = provider.getTracer(SCOPE, VERSION)
  return {
    startSpan({ name, kind, causes }) {
      const { context, links } = causes === undefined ? UNCAUSED : causedBy(causes)
      if (context === ROOT_CONTEXT && !beginsTrace()) return undefined
      const options = { kind: kind === undefined ? SpanKind.INTERNAL : KINDS[kind], links }
      const span = own.startSpan(name, options, context)
      return span.isRecording() ? toTraceSpan(span) : undefined
    },
  }
}

type Cause = { readonly context: Context; readonly links: { context: SpanContext }[] }

/** The cause of most requests: none. */
const UNCAUSED: Cause = { context: ROOT_CONTEXT, links: [] }

function causedBy(causes: readonly string[]): Cause {
  const [parent, ...others] = causes.flatMap((traceparent) => contextOf(traceparent) ?? [])
  return { context: childOf(parent), links: others.map((context) => ({ context })) }
}

function contextOf(traceparent: string): SpanContext | undefined {
  const context = parseTraceParent(traceparent)
  return context === null ? undefined : { ...context, isRemote: true }
}

function childOf(parent: SpanContext | undefined): Context {
  return parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent)
}

function toTraceSpan(own: Span): TraceSpan {
  const { traceId, spanId } = own.spanContext()
  return {
    traceparent: `00-${traceId}-${spanId}-01`,
    end(attributes, result) {
      own.setAttributes(attributes)
      if (result === 'failed') own.setStatus({ code: SpanStatusCode.ERROR })
      own.end()
    },
  }
}

/** Called after each export, with undefined or with its error. Logs the first failure after a success. */
type Reported = (error: unknown) => void

/** Logs the code of an error alone: its other fields can hold the endpoint's answer. */
function openReport(logger: Pick<Logger, 'warn'>): Reported {
  let isFailing = false
  return (error) => {
    if (error !== undefined && !isFailing)
      logger.warn({ code: codeOf(error) }, 'traces could not be exported; spans are dropped meanwhile')
    isFailing = error !== undefined
  }
}

function reporting(exporter: SpanExporter, report: Reported): SpanExporter {
  return {
    export(spans, ended) {
      exporter.export(spans, (result: ExportResult) => {
        report(result.code === ExportResultCode.SUCCESS ? undefined : (result.error ?? 'unknown'))
        ended(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  }
}

/** The code of a system error, or the status of an answer. */
function codeOf(error: unknown): string {
  const status =
    error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : 'unknown'
  return errorCodeOf(error) ?? String(status)
}
