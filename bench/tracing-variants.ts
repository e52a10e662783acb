/** A setting of tracing to measure; the first of the variants is without tracing. */
export type Variant = { readonly name: string; readonly settings: Readonly<Record<string, string>> }

/** Without tracing, and with a tenth or all of the traces, exported to an endpoint on this machine. */
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
