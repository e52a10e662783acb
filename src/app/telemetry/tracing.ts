import type { Service } from '../service.ts'

/**
 * The service with the tracer that the environment configures. Disposing it exports the last spans. Without an endpoint
 * nothing is traced, and no package of OpenTelemetry is loaded.
 */
export async function openTraced(service: Service): Promise<Service> {
  const { config, logger } = service
  if (config.tracing === undefined) return { ...service, [Symbol.asyncDispose]: async () => {} }
  const { openOtlpTracer } = await import('./otlp-tracer.ts')
  const opened = openOtlpTracer(config.tracing, logger)
  return { ...service, tracer: opened.tracer, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() }
}
