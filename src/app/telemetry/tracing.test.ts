import { expect, test } from 'vitest'
import { openTestService } from '#test/service/test-service.ts'
import { EXPORT_SECRET, openTracedTest, SAMPLED, UNSAMPLED } from '#test/service/traced.ts'
import { openTraced } from './tracing.ts'

const TRACE_ID = SAMPLED.slice(3, 35)

test('without an endpoint nothing is traced, and with one there is a tracer', async () => {
  await using untraced = await openTestService({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })
  await using off = await openTraced(untraced)
  expect(off.tracer).toBeUndefined()
  await using service = await openTestService({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' })
  await using on = await openTraced(service)
  expect(on.tracer?.startSpan({ name: 'one' })?.traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
})

test('a span continues the trace of its first cause and is linked to the others', async () => {
  await using traced = await openTracedTest({ OTEL_SERVICE_NAME: 'research' })
  const { tracer, receiver } = traced
  const first = tracer.startSpan({ name: 'first', kind: 'server', causes: [SAMPLED] })
  const second = tracer.startSpan({ name: 'second', causes: [String(first?.traceparent), SAMPLED] })
  second?.end({ 'svc.stream': 'releases', 'svc.count': 3 })
  first?.end({}, 'failed')
  await traced.flush()
  expect(receiver.spans).toMatchObject([
    {
      name: 'second',
      traceId: TRACE_ID,
      parentSpanId: first?.traceparent.slice(36, 52),
      kind: 1,
      attributes: { 'svc.stream': 'releases', 'svc.count': 3 },
      links: [`${TRACE_ID}/${SAMPLED.slice(36, 52)}`],
      hasFailed: false,
      resource: { 'service.name': 'research' },
    },
    { name: 'first', traceId: TRACE_ID, parentSpanId: SAMPLED.slice(36, 52), kind: 2, hasFailed: true },
  ])
})

test.each([
  ['nothing', []],
  ['an empty text', ['']],
  ['another form', ['00-0af7651916cd43dd8448eb211c80319c']],
  ['zeros', ['00-00000000000000000000000000000000-0000000000000000-01']],
  ['two headers as one', [`${SAMPLED}, ${SAMPLED}`]],
  ['a long text', [`00-${'a'.repeat(16_000)}`]],
])('%s in place of a traceparent begins a new trace', async (_, causes) => {
  await using traced = await openTracedTest()
  traced.tracer.startSpan({ name: 'one', causes })?.end({})
  await traced.flush()
  expect(traced.receiver.spans).toMatchObject([{ name: 'one', parentSpanId: undefined, links: [] }])
  expect(traced.receiver.spans[0]?.traceId).not.toBe(TRACE_ID)
})

test.each([
  ['always_on', '1', [true, true, true]],
  ['always_off', '1', [false, false, false]],
  ['traceidratio', '0', [false, false, false]],
  ['traceidratio', '1', [true, true, true]],
  ['parentbased_always_on', '1', [true, true, false]],
  ['parentbased_always_off', '1', [false, true, false]],
  ['parentbased_traceidratio', '0', [false, true, false]],
  ['parentbased_traceidratio', '1', [true, true, false]],
])('%s with %s samples a new trace, a sampled and an unsampled one: %j', async (sampler, ratio, expected) => {
  await using traced = await openTracedTest({
    OTEL_TRACES_SAMPLER: sampler,
    OTEL_TRACES_SAMPLER_ARG: ratio,
  })
  const spans = [[], [SAMPLED], [UNSAMPLED]].map((causes) => traced.tracer.startSpan({ name: 'one', causes }))
  expect(spans.map((span) => span !== undefined)).toEqual(expected)
  for (const span of spans) span?.end({})
  await traced.flush()
  expect(traced.receiver.spans).toHaveLength(expected.filter(Boolean).length)
})

test('exports have the configured headers, and a long value is cut', async () => {
  await using traced = await openTracedTest()
  traced.tracer.startSpan({ name: 'one' })?.end({ 'url.path': `/${'a'.repeat(9_000)}` })
  await traced.flush()
  const { exports, spans } = traced.receiver
  expect(exports.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${EXPORT_SECRET}`])
  expect(String(spans[0]?.attributes['url.path'])).toHaveLength(512)
})

test('an endpoint that is away keeps at most its queue, is logged once without secrets, and delays no end', async () => {
  await using traced = await openTracedTest({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://user:${EXPORT_SECRET}@127.0.0.1:9`,
  })
  for (let count = 0; count < 5_000; count += 1) traced.tracer.startSpan({ name: 'one' })?.end({})
  await traced.flush()
  expect(traced.logged).toEqual([{ code: 'ECONNREFUSED' }])
  expect(traced.receiver.exports).toEqual([])
})

test('no more spans wait than the queue holds', async () => {
  await using traced = await openTracedTest()
  for (let count = 0; count < 5_000; count += 1) traced.tracer.startSpan({ name: 'one' })?.end({})
  await traced.flush()
  expect(traced.receiver.spans.length).toBeLessThanOrEqual(2_048 + 512)
  expect(traced.receiver.spans.length).toBeGreaterThanOrEqual(2_048)
})
