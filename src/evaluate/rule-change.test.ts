import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addMs, DAY_MS, HOUR_MS, type Instant } from '#contract/time.ts'
import { runLedger } from '#ledger/write.ts'
import { inTransaction } from '#records/database.ts'
import { markForEvaluation } from '#records/project/work.ts'
import * as given from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { evaluateDue } from './run.ts'

const NOW = given.DEFAULT_NOW
const hours = (count: number): Instant => addMs(NOW, count * HOUR_MS)
const { database } = await fileDatabase()
await inTransaction(database, async (writer) => {
  await writer
    .updateTable('ledger_state')
    .set({ first_run_at: hours(-9_000) })
    .execute()
})

type Known = { readonly id: string; readonly source: string; readonly market: string; readonly token: string }

/** A published project with a repository read hourly, a token, two market sources, and no ship yet. */
async function aProject(): Promise<Known> {
  const { id } = await given.aProject({}, database)
  const token = `0x${randomUUID().replaceAll('-', '').padStart(40, '0')}`
  const source = await given.aSource({ project_id: id }, database)
  await given.aStream({ source_id: source.id, covers_from: hours(-2_400) }, database)
  await given.aStream({ source_id: source.id, stream: 'commits', covers_from: hours(-2_400) }, database)
  await given.aToken({ project_id: id, address: token }, database)
  await given.aSource({ project_id: id, kind: 'token', locator: token }, database)
  const market = await given.aSource(
    { project_id: id, kind: 'market', locator: `dexscreener:${token}` },
    database,
  )
  return { id, source: source.id, market: market.id, token }
}

async function evaluateAt(project: Known, now: Instant): Promise<void> {
  await readAt(project, now)
  await inTransaction(database, (writer) => markForEvaluation({ projectIds: [project.id], now }, writer))
  await evaluateDue({ signal: new AbortController().signal }, { database, clock: () => now })
}

/** Sets the last successful reading of the repository to one second before. */
function readAt(project: Known, now: Instant) {
  return database
    .updateTable('source_streams')
    .set({ last_ok_at: addMs(now, -1000), last_tried_at: addMs(now, -1000) })
    .where('source_id', '=', project.source)
    .execute()
}

/** Rewrites the current conclusion as one of another rule version. */
async function concludedBefore(
  project: Known,
  fact: string,
  was: { readonly status: string; readonly rule: string },
): Promise<void> {
  await database
    .updateTable('evaluations')
    .set({
      rule: was.rule,
      value: JSON.stringify({ status: was.status, since: hours(-2_000) }),
      state: 'MEASURED',
    })
    .set({ evidence: [`source:${project.source}`] })
    .where('project_id', '=', project.id)
    .where('fact', '=', fact)
    .where('superseded_at', 'is', null)
    .execute()
}

const shipOf = (project: Known, at: Instant) =>
  given.aShip(
    { project_id: project.id, source_id: project.source, occurred_at: at, detected_at: at },
    database,
  )

async function announcedFor(project: Known, now: Instant) {
  await given.markDue([project.id], database, now)
  await runLedger({ now }, { database })
  const rows = await database
    .selectFrom('changes')
    .select(['type', 'facts', 'evidence', 'origin'])
    .where('project_id', '=', project.id)
    .where(sql<boolean>`(type like 'build.%' or type like 'market%')`)
    .where('type', '<>', 'build.release')
    .orderBy('position')
    .execute()
  return rows
}

const conclusionsOf = (project: Known, fact: string) =>
  database
    .selectFrom('evaluations')
    .selectAll()
    .where('project_id', '=', project.id)
    .where('fact', '=', fact)
    .orderBy('evaluated_at')
    .orderBy('superseded_at')
    .execute()

const OLD = 'activity.status@0'

test('[case 40] a new version that concludes otherwise from the same facts announces nothing', async () => {
  const project = await aProject()
  await shipOf(project, hours(-48))
  await evaluateAt(project, hours(0))
  await concludedBefore(project, 'activity.status', { status: 'QUIET', rule: OLD })
  await evaluateAt(project, hours(1))
  expect(await announcedFor(project, hours(1))).toEqual([])
  expect(await conclusionsOf(project, 'activity.status')).toMatchObject([
    { rule: OLD, value: { status: 'QUIET' }, known_at: null },
    { rule: 'activity.status@6', value: { status: 'SHIPPING' }, known_at: hours(0), evaluated_at: hours(1) },
  ])
})

test('a change together with a new version is announced, from what that version concludes of the earlier facts', async () => {
  const project = await aProject()
  await shipOf(project, addMs(hours(0), -20 * DAY_MS))
  await evaluateAt(project, hours(0))
  await concludedBefore(project, 'activity.status', { status: 'QUIET', rule: OLD })
  await shipOf(project, hours(0.5))
  await evaluateAt(project, hours(1))
  expect(await announcedFor(project, hours(1))).toMatchObject([
    { type: 'build.status_changed', facts: { from: 'ACTIVE', to: 'SHIPPING' }, origin: 'live' },
  ])
  const [, baseline, now] = await conclusionsOf(project, 'activity.status')
  expect(baseline).toMatchObject({ value: { status: 'ACTIVE' }, known_at: hours(0), superseded_at: hours(1) })
  expect(now).toMatchObject({ value: { status: 'SHIPPING' }, known_at: null, superseded_at: null })
  await evaluateAt(project, hours(2))
  expect(await announcedFor(project, hours(2))).toHaveLength(1)
})

test('a new version of a rule that another rule uses announces nothing either', async () => {
  const project = await aProject()
  await shipOf(project, hours(-48))
  await evaluateAt(project, hours(0))
  await concludedBefore(project, 'activity.status', { status: 'QUIET', rule: 'activity.status@6' })
  await database
    .updateTable('evaluated_facts')
    .set({ rules: ['ships.counted@0'] })
    .where('project_id', '=', project.id)
    .execute()
  await evaluateAt(project, hours(1))
  expect(await announcedFor(project, hours(1))).toEqual([])
  expect(await conclusionsOf(project, 'activity.status')).toMatchObject([
    { value: { status: 'QUIET' } },
    { value: { status: 'SHIPPING' }, known_at: hours(0) },
  ])
})

test('a rule that judged another project of the batch leaves a project’s own conclusion alone', async () => {
  const current = await aProject()
  const outdated = await aProject()
  for (const project of [current, outdated]) {
    await shipOf(project, hours(-48))
    await evaluateAt(project, hours(0))
    await concludedBefore(project, 'activity.status', { status: 'QUIET', rule: 'activity.status@6' })
    await readAt(project, hours(1))
  }
  await database
    .updateTable('evaluated_facts')
    .set({ rules: ['ships.counted@0'] })
    .where('project_id', '=', outdated.id)
    .execute()
  const due = { projectIds: [current.id, outdated.id], now: hours(1) }
  await inTransaction(database, (writer) => markForEvaluation(due, writer))
  await evaluateDue({ signal: new AbortController().signal }, { database, clock: () => hours(1) })
  for (const [project, knownAt] of [
    [current, null],
    [outdated, hours(0)],
  ] as const)
    expect((await conclusionsOf(project, 'activity.status'))[1]).toMatchObject({
      value: { status: 'SHIPPING' },
      known_at: knownAt,
    })
})

test('a change is recorded but not announced if the earlier facts are no longer recorded as they were', async () => {
  const project = await aProject()
  const { id } = await shipOf(project, addMs(hours(0), -20 * DAY_MS))
  await evaluateAt(project, hours(0))
  await concludedBefore(project, 'activity.status', { status: 'ACTIVE', rule: OLD })
  await database
    .updateTable('ships')
    .set({ title: 'Another title' })
    .where('id', '=', id ?? '')
    .execute()
  await shipOf(project, hours(0.5))
  await evaluateAt(project, hours(1))
  expect(await announcedFor(project, hours(1))).toEqual([])
  expect(await conclusionsOf(project, 'activity.status')).toMatchObject([
    { value: { status: 'ACTIVE' } },
    { value: { status: 'SHIPPING' }, known_at: hours(1) },
  ])
})

test.each([
  ['at the instant of the stored facts', 0, hours(0)],
  ['a millisecond after the stored facts', 1, hours(1)],
])(
  'a status concluded %s is concluded again from the facts of that instant or of now',
  async (_, laterMs, knownAt) => {
    const project = await aProject()
    await shipOf(project, addMs(hours(0), -20 * DAY_MS))
    await evaluateAt(project, hours(0))
    await concludedBefore(project, 'activity.status', { status: 'QUIET', rule: OLD })
    await database
      .updateTable('evaluations')
      .set({ evaluated_at: addMs(hours(0), laterMs), confirmed_at: addMs(hours(0), laterMs) })
      .where('project_id', '=', project.id)
      .where('rule', '=', OLD)
      .execute()
    await evaluateAt(project, hours(1))
    expect((await conclusionsOf(project, 'activity.status')).slice(1)).toMatchObject([
      { value: { status: 'ACTIVE' }, known_at: knownAt },
    ])
  },
)

test('stored facts of an old form make no baseline', async () => {
  const project = await aProject()
  await shipOf(project, addMs(hours(0), -20 * DAY_MS))
  await evaluateAt(project, hours(0))
  await concludedBefore(project, 'activity.status', { status: 'ACTIVE', rule: OLD })
  await sql`update evaluated_facts set facts = replace(facts::text, '"firstOkAt"', '"readFrom"')::jsonb
    where project_id = ${project.id}`.execute(database)
  await shipOf(project, hours(0.5))
  await evaluateAt(project, hours(1))
  expect(await announcedFor(project, hours(1))).toEqual([])
})

test('a project without stored facts announces nothing for a new version', async () => {
  const project = await aProject()
  await shipOf(project, addMs(hours(0), -20 * DAY_MS))
  await evaluateAt(project, hours(0))
  await concludedBefore(project, 'activity.status', { status: 'QUIET', rule: OLD })
  await database.deleteFrom('evaluated_facts').where('project_id', '=', project.id).execute()
  await evaluateAt(project, hours(1))
  expect(await announcedFor(project, hours(1))).toEqual([])
})

const read = (project: Known, at: Instant, liquidity: number) =>
  database
    .insertInto('market_readings')
    .values({
      id: randomUUID(),
      chain_id: 4663,
      address: project.token,
      project_id: project.id,
      source_id: project.market,
      provider: 'dexscreener',
      observed_at: at,
      pools: 1,
      liquidity_usd: String(liquidity),
      volume_24h_usd: '900',
    })
    .execute()

test('a market conclusion is derived again from the earlier readings, one by one', async () => {
  const project = await aProject()
  for (let hour = -4; hour <= 0; hour += 1) await read(project, hours(hour), 4_000)
  await evaluateAt(project, hours(0))
  await concludedBefore(project, 'market.status', { status: 'LIVE', rule: 'market.status@1' })
  await evaluateAt(project, hours(0.5))
  expect(await announcedFor(project, hours(0.5))).toEqual([])
  await concludedBefore(project, 'market.status', { status: 'LIVE', rule: 'market.status@1' })
  for (let hour = 0.6; hour <= 2; hour += 0.2) await read(project, hours(hour), 20_000)
  await evaluateAt(project, hours(2))
  expect(await announcedFor(project, hours(2))).toMatchObject([
    { type: 'market.status_changed', facts: { from: 'LOW_LIQUIDITY', to: 'LIVE' } },
  ])
})

test('an unconfirmed move down is stored as unconfirmed and never announced', async () => {
  const project = await aProject()
  await shipOf(project, addMs(hours(0), -7 * DAY_MS))
  await evaluateAt(project, hours(0))
  const unread = addMs(hours(0), 4 * DAY_MS)
  await inTransaction(database, (writer) =>
    markForEvaluation({ projectIds: [project.id], now: unread }, writer),
  )
  await evaluateDue({ signal: new AbortController().signal }, { database, clock: () => unread })
  expect(await conclusionsOf(project, 'activity.status')).toMatchObject([
    { value: { status: 'SHIPPING' }, inputs: { confirmed: true } },
    { value: { status: 'ACTIVE' }, inputs: { confirmed: false } },
  ])
  expect(await announcedFor(project, unread)).toEqual([])
})
