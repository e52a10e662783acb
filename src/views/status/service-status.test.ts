import { expect, test } from 'vitest'
import { addMs, toInstant } from '#contract/time.ts'
import type { PipelineRun } from '#domain/collecting/status-record.ts'
import { presentStatus } from './service-status.ts'

const now = toInstant('2026-11-19T12:00:00Z')
const ago = (seconds: number) => addMs(now, -seconds * 1000)
const service = { version: '0.1.0', sandbox: false }
const empty = {
  pipelines: [],
  budgets: [],
  readings: [],
  outages: [],
  ledger: { position: 0, lastRunAt: null },
  service,
  chain: { head: undefined, endpoints: [] },
  standbys: null,
}

test('a service without any run has null freshness', () => {
  expect(presentStatus(empty, { now })).toEqual({
    now,
    ...service,
    ledger: { cursor: 'c1.0', lastRunAt: null },
    pipelines: [],
    providers: [],
    chain: null,
    standbys: null,
  })
})

test('[R41] the chain has its heads, on what they rest, and the nodes that answered within a day', () => {
  const head = {
    latestBlock: 900,
    latestAt: ago(60),
    safeBlock: 700,
    safeAt: ago(780),
    finalizedBlock: 400,
    basis: 'fallback' as const,
    readAt: ago(59),
  }
  const endpoint = {
    endpoint: 'ab'.repeat(32),
    place: 1,
    lastAnsweredAt: ago(59),
    limitsInARow: 0,
    pausedUntil: ago(1),
    maxBlocks: 10,
    maxBlocksAt: ago(100),
    noStateBlock: null,
    noStateAt: null,
  }
  const paused = { ...endpoint, place: 2, pausedUntil: addMs(now, 1000) }
  const removed = { ...endpoint, place: 2, lastAnsweredAt: ago(86_401) }
  const { chain } = presentStatus(
    { ...empty, chain: { head, endpoints: [endpoint, paused, removed] } },
    { now },
  )
  expect(chain).toEqual({
    latestBlock: 900,
    safeBlock: 700,
    finalizedBlock: 400,
    basis: 'fallback',
    readAt: ago(59),
    safeBehindSeconds: 721,
    endpoints: [
      { place: 1, lastAnsweredAt: ago(59), pausedUntil: null, maxBlocks: 10, noStateBlock: null },
      { place: 2, lastAnsweredAt: ago(59), pausedUntil: addMs(now, 1000), maxBlocks: 10, noStateBlock: null },
    ],
  })
})

const run: PipelineRun = {
  name: 'ledger',
  cadenceSeconds: 300,
  dueAt: now,
  lastFinishedAt: ago(10),
  lastSucceededAt: ago(10),
  lastError: null,
  lastStartedAt: ago(11),
  lastCounts: {},
}

test.each<[string, Partial<PipelineRun>, string, boolean | null]>([
  ['never ran', { lastFinishedAt: null, lastSucceededAt: null }, 'never_run', null],
  ['ran just now', {}, 'fresh', true],
  ['succeeded three cadences ago', { lastSucceededAt: ago(900) }, 'fresh', true],
  ['succeeded longer ago', { lastSucceededAt: ago(901) }, 'late', false],
  [
    'runs every ten seconds, succeeded two minutes ago',
    { cadenceSeconds: 10, lastSucceededAt: ago(120) },
    'fresh',
    true,
  ],
  ['failed last', { lastError: 'refused at 10.0.0.1' }, 'failing', false],
  ['ran and never succeeded', { lastSucceededAt: null, lastError: 'x' }, 'failing', false],
])(
  'a pipeline that %s [contract GET /api/status] [contract service status lastRun|fresh]',
  (_, changed, state, fresh) => {
    const { pipelines } = presentStatus({ ...empty, pipelines: [{ ...run, ...changed }] }, { now })
    expect(pipelines[0]).toMatchObject({ state, fresh })
    expect(JSON.stringify(pipelines)).not.toContain('10.0.0.1')
  },
)

type Budget = Parameters<typeof presentStatus>[0]['budgets'][number]
type Readings = Parameters<typeof presentStatus>[0]['readings'][number]
const budget: Budget = {
  provider: 'github',
  day: '2026-11-19',
  used: 5,
  dailyLimit: 10,
  coolOffUntil: null,
  outageSince: null,
}
const readings: Readings = {
  provider: 'github',
  countedAt: ago(90),
  streams: { total: 3, fresh: 3, failing: 0, missing: 0 },
  lastTriedAt: ago(5),
  lastReadAt: ago(5),
  toleranceSeconds: 10_800,
}

test.each<[string, Budget | undefined, Readings | undefined, object]>([
  [
    'answering',
    budget,
    readings,
    {
      state: 'answering',
      fresh: true,
      streams: { countedAt: ago(90), total: 3, fresh: 3, failing: 0, missing: 0 },
      budget: { usedToday: 5, dailyLimit: 10 },
    },
  ],
  [
    'never asked',
    undefined,
    { ...readings, lastTriedAt: null, lastReadAt: null },
    { state: 'never_read', fresh: null },
  ],
  [
    'asked, its streams gone',
    budget,
    undefined,
    { state: 'never_read', fresh: null, streams: null, lastReadAt: null },
  ],
  [
    'tried in vain',
    undefined,
    { ...readings, lastReadAt: null, streams: { total: 3, fresh: 0, failing: 3, missing: 0 } },
    {
      state: 'never_read',
      fresh: false,
      budget: null,
    },
  ],
  [
    'only answered that its sources are not there',
    budget,
    { ...readings, lastReadAt: null, streams: { total: 3, fresh: 0, failing: 3, missing: 3 } },
    { state: 'never_read', lastReadAt: null },
  ],
  [
    'partly stale',
    budget,
    { ...readings, streams: { total: 3, fresh: 2, failing: 1, missing: 0 } },
    { state: 'answering', fresh: false },
  ],
  [
    'a source gone while it answers for the others',
    budget,
    { ...readings, streams: { total: 3, fresh: 2, failing: 1, missing: 1 } },
    { state: 'answering', fresh: true },
  ],
  [
    'one of ten streams not read lately',
    budget,
    { ...readings, streams: { total: 10, fresh: 8, failing: 1, missing: 1 } },
    { state: 'answering', fresh: true },
  ],
  [
    'two of ten streams not read lately',
    budget,
    { ...readings, streams: { total: 10, fresh: 7, failing: 2, missing: 1 } },
    { state: 'answering', fresh: false },
  ],
  [
    'counted more than an hour ago',
    budget,
    { ...readings, countedAt: ago(3601) },
    { state: 'answering', fresh: null },
  ],
  ['silent for 73 hours', budget, { ...readings, lastReadAt: ago(73 * 3600) }, { state: 'late' }],
  [
    'out',
    { ...budget, outageSince: ago(60) },
    readings,
    { state: 'outage', fresh: false, outageSince: ago(60) },
  ],
  [
    'cooling off',
    { ...budget, coolOffUntil: ago(-60) },
    readings,
    { state: 'cooling_off', coolOffUntil: ago(-60) },
  ],
  [
    'cooling off, whose limit failed most of its streams',
    { ...budget, coolOffUntil: ago(-60), outageSince: ago(60) },
    readings,
    { state: 'cooling_off', fresh: false, coolOffUntil: ago(-60), outageSince: ago(60) },
  ],
  [
    'done cooling off',
    { ...budget, coolOffUntil: ago(60) },
    readings,
    { state: 'answering', coolOffUntil: null },
  ],
  [
    'out of budget [R53]',
    { ...budget, used: 10 },
    readings,
    { state: 'budget_spent', coolOffUntil: '2026-11-20T00:00:00.000Z' },
  ],
  [
    'out of what the budget allows so far [R53]',
    { ...budget, used: 8 },
    readings,
    { state: 'budget_spent', coolOffUntil: '2026-11-19T14:24:00.001Z' },
  ],
  [
    'cooling off for longer than its budget is spent [R53]',
    { ...budget, used: 8, coolOffUntil: ago(-24 * 3600) },
    readings,
    { state: 'cooling_off', coolOffUntil: ago(-24 * 3600) },
  ],
  [
    'cooling off for less time than its budget is spent [R53]',
    { ...budget, used: 10, coolOffUntil: ago(-60) },
    readings,
    { state: 'cooling_off', coolOffUntil: '2026-11-20T00:00:00.000Z' },
  ],
  [
    'out of yesterday’s budget',
    { ...budget, day: '2026-11-18', used: 10 },
    readings,
    {
      state: 'answering',
      budget: { usedToday: 0, dailyLimit: 10 },
    },
  ],
])('a provider %s', (_, ofBudget, ofReadings, expected) => {
  const input = {
    ...empty,
    budgets: ofBudget === undefined ? [] : [ofBudget],
    readings: ofReadings === undefined ? [] : [ofReadings],
  }
  expect(presentStatus(input, { now }).providers).toEqual([expect.objectContaining(expected)])
})
