/** A setting of tracing to measure. The first variant is without tracing. */
export type Variant = { readonly name: string; readonly settings: Readonly<Record<string, string>> }

/**
 * The variants: without tracing, with a tenth of the traces, and with all traces. They are exported to an endpoint on
 * this machine.
 */
export function variantsOf(endpoint: string): readonly Variant[] {
  const sampling = (ratio: string) => ({
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: ratio,
  })
  return [
    { name: 'off', settings: { OTEL_EXPORTER_OTLP_ENDPOINT: '' } },
    { name: '0.1', settings: sampling('0.1') },
    { name: '1', settings: sampling('1') },
  ]
}
