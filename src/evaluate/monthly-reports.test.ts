import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Month } from '#contract/month.ts'
import { type Instant, toInstant } from '#contract/time.ts'
import { findMonthlyReport, getMonthlyReports } from '#records/reports/monthly-reports.ts'
import { anEvaluation, aProject, aShip, aSource, aStream } from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { writeMonthlyReports } from './monthly-reports.ts'

const { database } = await fileDatabase()
beforeEach(async () => {
  await sql`truncate projects, monthly_reports, changes cascade`.execute(database)
})

const NOW = toInstant('2026-11-02T06:00:00Z')
const OCTOBER = '2026-10' as Month
const { signal } = new AbortController()

async function write(now: Instant = NOW) {
  await database.updateTable('ledger_state').set({ last_run_at: now }).execute()
  return await writeMonthlyReports({ signal }, { database, clock: () => now })
}
const october = async () => await findMonthlyReport(OCTOBER, database)

async function aBuilder(published: string, state: 'published' | 'hidden' = 'published') {
  const at = toInstant(published)
  const project = await aProject({ state, first_published_at: at, published_at: at }, database)
  const source = await aSource({ project_id: String(project.id) }, database)
  return { project_id: String(project.id), source_id: String(source.id) }
}

async function concluded(
  projectId: string,
  of: { fact: string; value?: object; from: string; last?: string; to?: string },
): Promise<void> {
  const { fact, value, from, last, to } = of
  const stood = {
    project_id: projectId,
    fact,
    evaluated_at: toInstant(from),
    superseded_at: to === undefined ? null : toInstant(to),
    ...(last === undefined ? {} : { confirmed_at: toInstant(last) }),
  }
  const concluded =
    value === undefined ? { state: 'STALE', value: null, evidence: [] } : { value: JSON.stringify(value) }
  await anEvaluation({ ...stood, ...concluded }, database)
}

let position = 0
async function changed(
  projectId: string,
  of: {
    type: string
    occurred?: string
    detected: string
    origin?: string
    firstSeenLive?: boolean
    op?: 'retract'
  },
): Promise<string> {
  position += 1
  const { type, occurred = null, detected, origin = 'live', op = 'upsert' } = of
  const { firstSeenLive = origin === 'live' } = of
  const id = `state:${randomUUID()}`
  const isRetracted = op === 'retract'
  await sql`insert into changes (position, id, revision, op, type, domain, project_id, first_position, recorded_at,
      occurred_at, detected_at, precision, origin, first_seen_live, summary, facts, evidence, content_digest, retracted_because)
    values (${position}, ${id}, 1, ${op}, ${type}, ${type.split('.')[0]}, ${projectId}, ${position}, ${detected},
      ${occurred}, ${detected}, 'OBSERVED', ${origin}, ${firstSeenLive}, ${isRetracted ? null : 'words'},
      ${isRetracted ? null : '{}'}::jsonb, ${isRetracted ? null : sql`array[${id}]`}, 'digest',
      ${isRetracted ? 'withdrawn' : null})`.execute(database)
  return id
}

test('counts the projects of the end of the month by the status that stood then', async () => {
  const one = await aBuilder('2026-09-01T00:00:00Z')
  const two = await aBuilder('2026-10-31T23:59:59Z')
  await aBuilder('2026-10-05T00:00:00Z')
  const late = await aBuilder('2026-11-01T00:00:00Z')
  const hidden = await aBuilder('2026-09-01T00:00:00Z', 'hidden')
  const fact = 'activity.status'
  const shipping = { fact, value: { status: 'SHIPPING' } }
  await concluded(one.project_id, { ...shipping, from: '2026-10-01T00:00:00Z', to: '2026-10-20T00:00:00Z' })
  await concluded(one.project_id, {
    fact,
    value: { status: 'QUIET' },
    from: '2026-10-20T00:00:00Z',
    to: '2026-11-01T00:00:00Z',
  })
  await concluded(one.project_id, { ...shipping, from: '2026-11-01T00:00:00Z' })
  await concluded(two.project_id, { fact, from: '2026-10-31T23:59:59Z' })
  for (const other of [late, hidden])
    await concluded(other.project_id, { ...shipping, from: '2026-10-01T00:00:00Z' })
  expect(await write()).toEqual({ reports: 2 })
  const counts = (await october())?.counts
  expect(counts?.published).toBe(3)
  const shown = counts?.statuses.map(({ status, count }) => [status, count])
  expect(shown).toEqual([
    ['SHIPPING', 0],
    ['ACTIVE', 0],
    ['QUIET', 1],
    ['DORMANT', 0],
    ['RESUMED', 0],
    ['UNKNOWN', 2],
  ])
  expect(counts?.coverage[0]).toEqual({
    dimension: 'building',
    measured: 0,
    notMeasured: [{ state: 'NOT_ENOUGH_YET', projects: 3 }],
  })
})

test('counts a project that was hidden and published again after the month', async () => {
  const { project_id } = await aBuilder('2026-09-01T00:00:00Z')
  const building = { from: '2026-10-02T00:00:00Z', value: { status: 'SHIPPING' } }
  await concluded(project_id, { ...building, fact: 'activity.status' })
  const again = { published_at: toInstant('2026-11-01T09:05:00Z') }
  await database.updateTable('projects').set(again).where('id', '=', project_id).execute()
  await write()
  const counts = (await october())?.counts
  expect(counts?.published).toBe(1)
  expect(counts?.statuses).toContainEqual({ status: 'SHIPPING', state: 'MEASURED', count: 1 })
})

test('counts an undated change that was seen as it happened, also when it came back with its project as history', async () => {
  const { project_id } = await aBuilder('2026-09-02T00:00:00Z')
  await concluded(project_id, { fact: 'coverage.building', value: {}, from: '2026-10-02T00:00:00Z' })
  const returned = { detected: '2026-10-03T00:00:00Z', origin: 'backfill' }
  const dormant = await changed(project_id, { ...returned, type: 'build.dormant', firstSeenLive: true })
  await changed(project_id, { ...returned, type: 'build.resumed', firstSeenLive: false })
  await write()
  const report = await october()
  expect(report?.counts.changes.slice(0, 2)).toEqual([
    { type: 'build.resumed', state: 'MEASURED', count: 0 },
    { type: 'build.dormant', state: 'MEASURED', count: 1 },
  ])
  expect(report?.highlights.map(({ evidence }) => evidence)).toEqual([[dormant]])
})

test('[R113] counts nothing as measured that no reading renewed by the end of the month', async () => {
  const { project_id } = await aBuilder('2026-09-01T00:00:00Z')
  const unread = { from: '2026-09-01T00:00:00Z', last: '2026-10-28T00:00:00Z', to: '2026-11-01T12:00:00Z' }
  await concluded(project_id, { ...unread, fact: 'activity.status', value: { status: 'DORMANT' } })
  await concluded(project_id, { ...unread, fact: 'coverage.building', value: {} })
  await write()
  const counts = (await october())?.counts
  const [building] = counts?.coverage ?? []
  expect(building).toMatchObject({ measured: 0, notMeasured: [{ state: 'STALE', projects: 1 }] })
  expect(counts?.statuses).toContainEqual({ status: 'DORMANT', state: 'STALE', count: null })
  expect(counts?.ships).toContainEqual({ kind: 'release', state: 'STALE', count: null })
})

test('counts ships that count and that a source dates in the month', async () => {
  const own = await aBuilder('2026-10-02T00:00:00Z')
  const fact = { from: '2026-10-02T00:00:00Z', value: { state: 'MEASURED' } }
  await concluded(own.project_id, { ...fact, fact: 'coverage.building' })
  const at = (occurred: string, given = {}) =>
    aShip({ ...own, occurred_at: toInstant(occurred), counts_as: 'release', ...given }, database)
  await at('2026-10-01T00:00:00Z')
  await at('2026-10-31T23:59:59.999Z')
  await at('2026-11-01T00:00:00Z')
  await at('2026-09-30T23:59:59.999Z')
  await at('2026-10-09T00:00:00Z', { counts_as: null })
  await at('2026-10-09T00:00:00Z', { withdrawn_at: NOW, withdrawn_reason: 'deleted' })
  await at('2026-10-09T00:00:00Z', { kind: 'upgrade' })
  await write()
  const counted = (kind: string, counts = [{ kind: '', count: 0 as number | null }]) =>
    counts.find((one) => one.kind === kind)?.count
  const ships = [...((await october())?.counts.ships ?? [])]
  expect(['release', 'prerelease', 'feature', 'upgrade'].map((kind) => counted(kind, ships))).toEqual([
    2,
    0,
    null,
    null,
  ])
})

async function aDeployer(of: { readonly lastOk?: string; readonly detached?: true } = {}): Promise<string> {
  const { project_id } = await aBuilder('2026-09-02T00:00:00Z')
  await concluded(project_id, { fact: 'coverage.contracts', value: {}, from: '2026-10-02T00:00:00Z' })
  const detached_at = of.detached === undefined ? null : toInstant('2026-10-03T00:00:00Z')
  const source = await aSource({ project_id, kind: 'deployer', detached_at }, database)
  if (of.lastOk !== undefined) {
    const read = { first_ok_at: toInstant('2026-09-03T00:00:00Z'), last_ok_at: toInstant(of.lastOk) }
    await aStream({ source_id: String(source.id), stream: 'deployments', ...read }, database)
  }
  return project_id
}

test('counts deployments of the projects whose deployers were read up to the end of the month', async () => {
  const { project_id } = await aBuilder('2026-09-02T00:00:00Z')
  await concluded(project_id, { fact: 'coverage.contracts', value: {}, from: '2026-10-02T00:00:00Z' })
  await aDeployer({ detached: true, lastOk: '2026-11-02T00:00:00Z' })
  await aDeployer()
  await aDeployer({ lastOk: '2026-10-20T00:00:00Z' })
  await write()
  const unread = (await october())?.counts
  expect(unread?.coverage.slice(1)).toEqual([
    { dimension: 'contracts', measured: 4, notMeasured: [] },
    {
      dimension: 'deployments',
      measured: 0,
      notMeasured: [
        { state: 'NOT_ENOUGH_YET', projects: 1 },
        { state: 'NO_SOURCE', projects: 2 },
        { state: 'STALE', projects: 1 },
      ],
    },
  ])
  expect(unread?.ships).toContainEqual({ kind: 'deployment', state: 'NO_SOURCE', count: null })
  expect(unread?.ships).toContainEqual({ kind: 'upgrade', state: 'MEASURED', count: 0 })
  const followUp = 'contract.followup_deployed'
  expect(unread?.changes).toContainEqual({ type: followUp, state: 'NO_SOURCE', count: null })

  await sql`truncate monthly_reports cascade`.execute(database)
  await aDeployer({ lastOk: '2026-11-02T05:00:00Z' })
  await write()
  const read = (await october())?.counts
  expect(read?.coverage[2]).toMatchObject({ dimension: 'deployments', measured: 1 })
  expect(read?.ships).toContainEqual({ kind: 'deployment', state: 'MEASURED', count: 0 })
  expect(read?.changes).toContainEqual({ type: followUp, state: 'MEASURED', count: 0 })
})

test('counts and highlights changes of the month, newest first, and names only published projects', async () => {
  const own = await aBuilder('2026-09-02T00:00:00Z')
  const other = await aBuilder('2026-09-02T00:00:00Z')
  for (const dimension of ['building', 'contracts'])
    await concluded(own.project_id, {
      fact: `coverage.${dimension}`,
      value: {},
      from: '2026-10-02T00:00:00Z',
    })
  const type = 'build.resumed'
  const first = await changed(own.project_id, { type, detected: '2026-10-03T00:00:00Z' })
  const second = await changed(other.project_id, { type, detected: '2026-10-04T00:00:00Z' })
  await changed(own.project_id, { type, detected: '2026-11-01T00:00:00Z' })
  await changed(own.project_id, { type, detected: '2026-10-05T00:00:00Z', op: 'retract' })
  await changed(own.project_id, { type: 'build.release', detected: '2026-10-05T00:00:00Z' })
  const upgraded = { type: 'contract.implementation_changed', detected: '2026-10-06T00:00:00Z' }
  await changed(own.project_id, { ...upgraded, origin: 'bootstrap' })
  const upgrade = await changed(own.project_id, {
    ...upgraded,
    origin: 'bootstrap',
    occurred: '2026-10-01T00:00:00Z',
  })
  await changed(own.project_id, { ...upgraded, origin: 'bootstrap', occurred: '2026-08-01T00:00:00Z' })
  await write()
  const before = await october()
  expect(before?.counts.changes.map(({ type: of, count }) => [of, count])).toEqual([
    ['build.resumed', 2],
    ['build.dormant', 0],
    ['contract.deployed', 0],
    ['contract.followup_deployed', null],
    ['contract.implementation_changed', 1],
  ])
  expect(before?.highlights.map(({ evidence }) => evidence)).toEqual([[second], [first], [upgrade]])
  await database
    .updateTable('projects')
    .set({ state: 'hidden', hidden_at: NOW })
    .where('id', '=', other.project_id)
    .execute()
  const after = await october()
  expect(after?.highlights.map(({ projectId }) => projectId)).toEqual([own.project_id, own.project_id])
  expect(after?.counts).toEqual(before?.counts)
})

test('highlights the newest fifty changes of a month', async () => {
  const own = await aBuilder('2026-09-02T00:00:00Z')
  const states: string[] = []
  for (let minute = 0; minute <= 50; minute += 1) {
    const detected = `2026-10-03T00:${String(minute).padStart(2, '0')}:00Z`
    states.unshift(await changed(own.project_id, { type: 'build.resumed', detected }))
  }
  await write()
  expect((await october())?.highlights.flatMap(({ evidence }) => evidence)).toEqual(states.slice(0, 50))
})

test('is written once: later records, rules and runs leave it as it is', async () => {
  const own = await aBuilder('2026-10-02T00:00:00Z')
  expect(await write()).toEqual({ reports: 1 })
  const before = await october()
  const fact = 'activity.status'
  await concluded(own.project_id, { fact, value: { status: 'ACTIVE' }, from: '2026-10-03T00:00:00Z' })
  await database.updateTable('projects').set({ name: 'Other', slug: 'other' }).execute()
  expect(await write()).toEqual({ reports: 0 })
  expect(await october()).toEqual(before)
  await expect(sql`update monthly_reports set counts = '{}'`.execute(database)).rejects.toThrow(
    'written once',
  )
  await expect(sql`delete from monthly_reports`.execute(database)).rejects.toThrow('written once')
})

test('catches up with missed months, and waits a day and for the ledger', async () => {
  await aBuilder('2026-08-20T00:00:00Z')
  expect(await write(toInstant('2026-09-01T23:00:00Z'))).toEqual({ reports: 0 })
  expect(await write(NOW)).toEqual({ reports: 3 })
  const months = (await getMonthlyReports(database)).map(({ month }) => month)
  expect(months).toEqual(['2026-10', '2026-09', '2026-08'])
})
