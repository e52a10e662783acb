import { readConfig } from '#app/config.ts'
import { openOtlpTracer } from '#app/telemetry/otlp-tracer.ts'
import type { Tracer } from '#contract/tracing.ts'
import { type OtlpReceiver, startOtlpReceiver } from '#test/servers/otlp-receiver.ts'

/** A value that must be only in the headers of exports. */
export const EXPORT_SECRET = 'secret-of-the-endpoint'
export const SAMPLED = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
export const UNSAMPLED = '00-1bf7651916cd43dd8448eb211c80319c-c7ad6b7169203331-00'

/** The real tracer, with an OTLP endpoint of the test. */
export type Traced = AsyncDisposable & {
  readonly tracer: Tracer
  readonly receiver: OtlpReceiver
  /** What was logged. */
  readonly logged: readonly object[]
  /** Exports all ended spans, and stops tracing. */
  readonly flush: () => Promise<void>
}

/** Opens a tracer as these settings configure it. */
export async function openTracedTest(settings: Readonly<Record<string, string>> = {}): Promise<Traced> {
  const receiver = await startOtlpReceiver()
  const config = readConfig({
    BASE_URL: '',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${EXPORT_SECRET}`,
    ...settings,
  })
  if (config.tracing === undefined) throw new Error('No tracing: expected an endpoint')
  const logged: object[] = []
  const opened = openOtlpTracer(config.tracing, { warn: (fields: object) => logged.push(fields) })
  const flush = async () => opened[Symbol.asyncDispose]()
  return {
    tracer: opened.tracer,
    receiver,
    logged,
    flush,
    [Symbol.asyncDispose]: async () => {
      await flush()
      await receiver[Symbol.asyncDispose]()
    },
  }
}
