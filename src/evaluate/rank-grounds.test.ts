import { expect, test } from 'vitest'
import { addMs, type Instant, msOf } from '#contract/time.ts'
import { HELD_RULE } from '#domain/collecting/held.ts'
import { inTransaction } from '#records/database.ts'
import { saveEvaluations } from '#records/project/evaluations.ts'
import { aRanking } from '#test/given/listed-project.ts'
import * as given from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { rankProjects } from './rank.ts'

const NOW = given.DEFAULT_NOW
const EARLIER = addMs(NOW, -1000)
const signal = new AbortController().signal
const RANKED = 20

const { database } = await fileDatabase()

/** A project with these inputs of ranking, which no ranking has placed yet. */
async function aCandidate(inputs: object): Promise<string> {
  const { id } = await given.aProject({}, database)
  const unranked = { under_the_radar: null, momentum_percentile: null, attention_percentile: null }
  await aRanking({ project_id: String(id), ...unranked, ...inputs }, database)
  return String(id)
}

async function conclude(
  projectId: string,
  fact: string,
  evidence: readonly string[],
  supportedUntil: Instant,
) {
  const draft = { projectId, fact, rule: `${fact}@1`, state: 'MEASURED', value: {} } as const
  const drafts = [{ ...draft, supportedUntil, inputs: {}, evidence, unknownInputs: [] }]
  await inTransaction(database, (writer) => saveEvaluations({ drafts, now: EARLIER }, writer))
}

async function conclusionOf(projectId: string | undefined) {
  return await database
    .selectFrom('evaluations')
    .select(['state', 'value', 'rule', 'evidence', 'supported_until', 'confirmed_at'])
    .select(['inputs', 'unknown_inputs'])
    .where('project_id', '=', String(projectId))
    .where('fact', '=', 'discovery_gap')
    .where('superseded_at', 'is', null)
    .executeTakeFirst()
}

const both = { stars: 3, registries: 1 }
const scored = { momentum: 40, momentum_state: 'MEASURED', ships_30d: 3, beyond_code_weeks_30d: 3 }
const unscored = { momentum: null, ships_30d: null, beyond_code_weeks_30d: null }
const UNRANKED = [
  ['no_source', { ...unscored, momentum_state: 'NO_SOURCE' }, 'NO_SOURCE', 'build.momentum'],
  [
    'activity_unknown',
    { ...unscored, activity_status: 'UNKNOWN', momentum_state: 'NOT_APPLICABLE' },
    'NOT_APPLICABLE',
    'activity.status',
  ],
  ['activity_unknown', { ...scored, activity_status: 'UNKNOWN' }, 'NOT_ENOUGH_YET', 'activity.status'],
  [
    'not_scored',
    { ...unscored, momentum_state: 'SOURCE_UNAVAILABLE' },
    'SOURCE_UNAVAILABLE',
    'build.momentum',
  ],
  ['attention_not_measured', { ...scored, attention: { stars: 3 } }, 'NOT_ENOUGH_YET', 'attention'],
] as const

test('[R24] a project that is not ranked has its reason, its known inputs and the input that is unknown', async () => {
  const cohort = await aCandidate({ ...scored, attention: both })
  const ids = []
  for (const [, inputs] of UNRANKED) ids.push(await aCandidate({ attention: both, ...inputs }))
  const progress: unknown[] = []
  const counts = await rankProjects(
    { signal, progress: (done) => progress.push(done) },
    { database, clock: () => NOW },
  )
  expect([counts, progress]).toEqual([{ ranked: 0, moved: 6 }, [{ ranked: 0, moved: 6 }]])
  for (const [place, [reason, inputs, state, input]] of UNRANKED.entries()) {
    const attention = 'attention' in inputs ? inputs.attention : both
    const momentum = inputs.momentum === null ? {} : { momentum: inputs.momentum }
    expect(await conclusionOf(ids[place])).toEqual({
      state,
      value: null,
      rule: 'discovery_gap@1',
      evidence: [],
      supported_until: null,
      confirmed_at: NOW,
      inputs: { attention, ...momentum, notMeasured: reason },
      unknown_inputs: [{ input, reason: state }],
    })
  }
  expect(await conclusionOf(cohort)).toMatchObject({
    state: 'NOT_ENOUGH_YET',
    inputs: { notMeasured: 'cohort_too_small' },
    unknown_inputs: [{ input: 'cohort', reason: 'NOT_ENOUGH_YET' }],
  })
})

test('a ranked project cites what its momentum and attention rest on, and is unknown without', async () => {
  const ids: string[] = []
  for (let n = 0; n < RANKED; n += 1) ids.push(await aCandidate({ ...scored, attention: both, momentum: n }))
  const [grounded = '', ungrounded] = ids
  const soon = addMs(NOW, -3_600_000)
  await conclude(grounded, 'build.momentum', ['ship:a', 'source:b'], NOW)
  await conclude(grounded, 'attention', ['source:b', 'source:c'], soon)
  await conclude(grounded, 'still_building', ['ship:d'], soon)
  const { ranked } = await rankProjects({ signal }, { database, clock: () => NOW })
  expect(ranked).toBe(RANKED + 1)
  const known = { rule: 'discovery_gap@1', inputs: { attention: both, momentum: 0 } }
  expect(await conclusionOf(grounded)).toMatchObject({
    ...known,
    state: 'MEASURED',
    value: { underTheRadar: 'NOT_HELD' },
    unknown_inputs: [],
    evidence: ['ship:a', 'source:b', 'source:c'],
    supported_until: soon,
  })
  expect(await conclusionOf(ungrounded)).toMatchObject({
    state: 'NOT_ENOUGH_YET',
    value: null,
    evidence: [],
    supported_until: null,
    inputs: { attention: both, momentum: 1, notMeasured: 'not_scored' },
    unknown_inputs: [{ input: 'build.momentum', reason: 'NOT_ENOUGH_YET' }],
  })
})

test('an equal rank is confirmed once it is as old as an evaluation gets, and then moves nothing', async () => {
  const confirmedAt = async () => {
    const rows = await database
      .selectFrom('evaluations')
      .select('confirmed_at')
      .distinct()
      .where('fact', '=', 'discovery_gap')
      .where('superseded_at', 'is', null)
      .execute()
    return rows.map((row) => row.confirmed_at)
  }
  const due = addMs(NOW, HELD_RULE.evaluatedEveryMs)
  const early = addMs(due, -1)
  expect(await rankProjects({ signal }, { database, clock: () => early })).toMatchObject({ moved: 0 })
  expect(await confirmedAt()).toEqual([NOW])
  expect(await rankProjects({ signal }, { database, clock: () => due })).toMatchObject({ moved: 0 })
  expect(await confirmedAt()).toEqual([due])
  expect(msOf(due)).toBeGreaterThan(msOf(NOW))
})

test('a ranking that is ended writes no rank', async () => {
  await aCandidate({ ...scored, attention: both, momentum: 99 })
  const ended = AbortSignal.abort()
  const counts = await rankProjects({ signal: ended }, { database, clock: () => addMs(NOW, 1e9) })
  expect(counts).toEqual({ ranked: RANKED + 2, moved: 0 })
})

test('the reason for no rank follows the reason for no momentum', async () => {
  const id = await aCandidate({ ...unscored, attention: both, momentum_state: 'STALE' })
  await rankProjects({ signal }, { database, clock: () => NOW })
  expect(await conclusionOf(id)).toMatchObject({ state: 'STALE' })
  const refused = { momentum_state: 'SOURCE_UNAVAILABLE' } as const
  await database.updateTable('project_rankings').set(refused).where('project_id', '=', id).execute()
  const later = addMs(NOW, 1)
  const { moved } = await rankProjects({ signal }, { database, clock: () => later })
  expect(moved).toBe(0)
  expect(await conclusionOf(id)).toMatchObject({
    state: 'SOURCE_UNAVAILABLE',
    confirmed_at: later,
    unknown_inputs: [{ input: 'build.momentum', reason: 'SOURCE_UNAVAILABLE' }],
  })
})
