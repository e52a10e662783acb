import { expect, test } from 'vitest'
import { type Collect, FRESH, fileTrial } from '#test/providers/trial-provider.ts'
import { openTracedTest } from '#test/service/traced.ts'
import type { Collected } from './collector.ts'

const trial = await fileTrial()

async function causesOf(sourceId: string | undefined): Promise<readonly string[] | null | undefined> {
  const row = await trial.database
    .selectFrom('project_work')
    .innerJoin('sources', 'sources.project_id', 'project_work.project_id')
    .where('sources.id', '=', String(sourceId))
    .select('evaluate_causes')
    .executeTakeFirst()
  return row?.evaluate_causes
}

const asking =
  (collected: Collected): Collect =>
  async (_, { http }) => {
    await http.request({ url: trial.server.url })
    return collected
  }

test.each([
  ['fresh', FRESH, false],
  ['not_modified', { outcome: 'not_modified' as const }, false],
  ['missing', { outcome: 'missing' as const, detail: '404' }, false],
  ['unavailable', { outcome: 'unavailable' as const, detail: 'timeout' }, true],
  ['error', { outcome: 'error' as const, detail: 'broken' }, true],
])(
  'a reading that is %s begins a trace, which its project keeps for the evaluation',
  async (outcome, collected, hasFailed) => {
    await using traced = await openTracedTest()
    trial.tracer = traced.tracer
    const [sourceId] = await trial.storeStreams(1)
    await trial.run(asking(collected))
    await traced.flush()
    const [span, ...others] = traced.receiver.spans
    expect(others).toEqual([])
    expect(span).toMatchObject({
      name: 'read trial page',
      parentSpanId: undefined,
      hasFailed,
      attributes: {
        'svc.provider': 'trial',
        'svc.source.kind': 'website',
        'svc.stream': 'page',
        'svc.reading.outcome': outcome,
        'svc.reading.requests': 1,
      },
    })
    expect(await causesOf(sourceId)).toEqual([`00-${span?.traceId}-${span?.spanId}-01`])
  },
)

test('a reading that is put off ends its span and causes nothing', async () => {
  await using traced = await openTracedTest()
  trial.tracer = traced.tracer
  const [sourceId] = await trial.storeStreams(1)
  const ended = new AbortController()
  const stopping: Collect = async () => {
    ended.abort()
    return { outcome: 'unavailable', detail: 'stopped' }
  }
  await trial.run(stopping, { signal: ended.signal })
  await traced.flush()
  expect(traced.receiver.spans.map(({ attributes }) => attributes['svc.reading.outcome'])).toEqual([
    'deferred',
  ])
  expect(await causesOf(sourceId)).toBeUndefined()
})

test('a reading whose trace is not sampled leaves an empty list, and one that is not traced leaves none', async () => {
  await using traced = await openTracedTest({ OTEL_TRACES_SAMPLER: 'always_off' })
  trial.tracer = traced.tracer
  const [unsampled] = await trial.storeStreams(1)
  await trial.run(asking(FRESH))
  trial.tracer = undefined
  const [untraced] = await trial.storeStreams(1)
  await trial.run(asking(FRESH))
  await traced.flush()
  expect([await causesOf(unsampled), await causesOf(untraced)]).toEqual([[], null])
  expect(traced.receiver.spans).toEqual([])
})
