import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { ChangeType } from '#contract/events.ts'
import { addDays, type CalendarDate, dateOf, type Instant, startOfDate, toInstant } from '#contract/time.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { aFigure, aPoint } from '#test/given/days.ts'
import { anEvaluation, aReading, aSource, aStream } from '#test/given/records.ts'
import { httpServiceOfFile } from '#test/service/file-service.ts'
import { NOW, storeToken } from '#test/service/http-service.ts'

const service = await httpServiceOfFile()
beforeEach(async () => {
  await sql`update ledger_state set last_run_at = ${NOW}::timestamptz`.execute(service.database)
})

const on = (day: string) => `2026-11-${day}` as CalendarDate
const at = (text: string) => toInstant(`2026-11-${text}Z`)
type Field = Record<string, unknown>

/** A project collected since the fifth, whose dimensions were measured all the time. */
async function collected() {
  const { slug, projectId: project_id } = await storeToken({ evidence: KNOWN }, service.database)
  await aPoint({ project_id, day: on('05') }, service.database)
  for (const dimension of [
    'building',
    'contracts',
    'verified_source',
    'market',
    'locks',
    'token_verification',
  ])
    await anEvaluation(
      { project_id, fact: `coverage.${dimension}`, evaluated_at: at('05T01:00:00') },
      service.database,
    )
  return { slug, project_id }
}

let position = 0
/**
 * Stores `times` events of a type. Without `occurred` their source gave no time, and they were first known at
 * `detected`.
 */
async function happened(
  input: {
    project_id: string
    type: ChangeType
    detected: Instant
    occurred?: Instant
    precision?: string
    op?: string
    /** The id of the event, where there is only one. */
    id?: string
  },
  times = 1,
) {
  const { project_id, type, detected, occurred, precision = 'OBSERVED', op = 'upsert', id = null } = input
  const from = position + 1
  position += times
  await sql`
    insert into changes (position, id, revision, op, type, domain, project_id, first_position, recorded_at, occurred_at,
      detected_at, precision, origin, first_seen_live, summary, facts, evidence, content_digest, retracted_because)
    select place, coalesce(${id}, 'event:' || place), 1, ${op}, ${type}, split_part(${type}, '.', 1), ${project_id}::uuid, place,
      ${detected}::timestamptz, ${occurred ?? null}::timestamptz, ${detected}::timestamptz, ${precision}, 'live', true,
      case when ${op} = 'upsert' then 's' end, case when ${op} = 'upsert' then '{}'::jsonb end,
      case when ${op} = 'upsert' then array['source:a'] end, 'd', case when ${op} = 'retract' then 'withdrawn' end
    from generate_series(${from}::integer, ${position}::integer) as place`.execute(service.database)
}

async function diffOf(slug: string, from = '2026-11-10', to = '2026-11-18') {
  const { status, body } = await service.get(`/api/projects/${slug}/diff?from=${from}&to=${to}`)
  expect(status).toBe(200)
  const events = (body['events'] as Field)['items'] as readonly Field[]
  const series = body['series'] as readonly Field[]
  return {
    body,
    of: (name: string) => series.find((one) => one['name'] === name) ?? {},
    count: (type: ChangeType) => events.find((one) => one['type'] === type),
  }
}

test('gives the values of both days and their difference [contract GET /api/projects/{slug}/diff]', async () => {
  const { slug, project_id } = await collected()
  const momentum = { project_id, series: 'momentum' }
  await aPoint({ ...momentum, day: on('10'), value: 41 }, service.database)
  await aPoint({ ...momentum, day: on('18'), value: 67.5 }, service.database)
  await aPoint({ project_id, day: on('10') }, service.database)
  await aPoint({ project_id, day: on('18'), state: 'STALE' }, service.database)
  const { of } = await diffOf(slug)
  expect(of('momentum')).toMatchObject({
    atFrom: { value: 41 },
    atTo: { value: 67.5 },
    changed: true,
    difference: 26.5,
  })
  expect(of('status')).toMatchObject({
    atFrom: { value: 'ACTIVE' },
    atTo: { value: null, reason: 'STALE' },
    changed: null,
  })
  expect(of('radar_rank')).toMatchObject({
    atFrom: { value: null, reason: 'NOT_RECORDED' },
    atTo: { reason: 'NOT_RECORDED' },
    changed: null,
  })
  expect(of('radar_rank')).not.toHaveProperty('difference')
})

test('does not compare valuations of two kinds, and says why the valuation is withheld now', async () => {
  const { slug, project_id } = await collected()
  const figure = { project_id, series: 'valuation' }
  await aFigure({ ...figure, day: on('10'), value: 10, kind: 'marketCap' }, service.database)
  await aFigure({ ...figure, day: on('18'), value: 30 }, service.database)
  const { of } = await diffOf(slug)
  expect(of('valuation')).toMatchObject({ atTo: { value: 30, kind: 'fdv' }, changed: null })
  expect(of('valuation')).not.toHaveProperty('difference')
  const dead = { fact: 'market.status', value: JSON.stringify({ status: 'NO_TRADING' }) }
  await anEvaluation({ project_id, ...dead, evaluated_at: at('19T01:00:00') }, service.database)
  const later = (await diffOf(slug, '2026-11-10', '2026-11-18')).of('valuation')
  expect(later).toEqual({ ...of('valuation'), valuationWithheld: 'NO_TRADING' })
})

test('[R129] counts the events of the first day to those of the last, and says so, by the time their source gives', async () => {
  const { slug, project_id } = await collected()
  const release = { project_id, type: 'build.release' } as const
  const late = at('19T09:00:00')
  await happened({ ...release, detected: late, occurred: at('09T23:59:59'), precision: 'EXACT' })
  await happened({ ...release, detected: late, occurred: at('10T00:00:00'), precision: 'EXACT' })
  await happened({ ...release, detected: late, occurred: at('11T00:00:00'), precision: 'EXACT' })
  await happened({ ...release, detected: late, occurred: at('18T23:59:59'), precision: 'EXACT' })
  await happened({ ...release, detected: late, occurred: at('19T00:00:00'), precision: 'EXACT' })
  await happened({ ...release, detected: at('12T09:00:00'), op: 'retract' })
  const due = { project_id, type: 'lock.unlock_due', precision: 'SCHEDULED' } as const
  await happened({ ...due, detected: at('12T09:00:00'), occurred: at('19T09:00:00') })
  await happened({ project_id, type: 'research.source_added', detected: at('12T09:00:00') })
  const { body, count } = await diffOf(slug)
  expect(body).toMatchObject({ state: 'available', collectedFrom: '2026-11-05' })
  expect(body['events']).toMatchObject({
    countedFrom: '2026-11-10T00:00:00.000Z',
    countedTo: '2026-11-18T23:59:59.999Z',
  })
  expect(count('build.release')).toEqual({ type: 'build.release', count: 3 })
  expect(count('lock.unlock_due')).toMatchObject({ count: 1 })
  expect(count('research.source_added')).toMatchObject({ count: 1 })
  expect(count('build.ship')).toMatchObject({ count: 0 })
  expect(count('market_integrity.event')).toBeUndefined()
})

test('[R113] a type is unknown when no reading renewed its dimension on one of the counted days', async () => {
  const { slug, project_id } = await collected()
  const unread = sql`update evaluations set confirmed_at = ${at('12T00:00:00')}, supported_until = ${at('12T00:00:00')}
    where project_id = ${project_id} and fact = 'coverage.market'`
  await unread.execute(service.database)
  const moves = async (to: string) =>
    (await diffOf(slug, '2026-11-10', `2026-11-${to}`)).count('market.status_changed')
  expect(await moves('14')).toMatchObject({ count: 0 })
  expect(await moves('15')).toMatchObject({ count: null, reason: 'STALE' })
  expect(await moves('18')).toMatchObject({ count: null, reason: 'STALE' })
  expect((await diffOf(slug, '2026-11-16', '2026-11-18')).count('market.status_changed')).toMatchObject({
    count: null,
    reason: 'STALE',
  })
  expect((await diffOf(slug)).count('build.release')).toMatchObject({ count: 0 })
})

test('[R129] a difference has no more decimals than its values', async () => {
  const { slug, project_id } = await collected()
  await aPoint({ project_id, series: 'momentum', day: on('10'), value: 68 }, service.database)
  await aPoint({ project_id, series: 'momentum', day: on('18'), value: 61.2 }, service.database)
  expect((await diffOf(slug)).of('momentum')).toMatchObject({ difference: -6.8 })
})

test('counts more than 100 events without leaving one out', async () => {
  const { slug, project_id } = await collected()
  await happened({ project_id, type: 'build.ship', detected: at('12T09:00:00') }, 260)
  expect((await diffOf(slug)).count('build.ship')).toMatchObject({ count: 260 })
})

test('a type is unknown where its dimension was not measured for a part of the span', async () => {
  const { slug, project_id } = await collected()
  await sql`update evaluations set superseded_at = ${at('12T00:00:00')}
    where project_id = ${project_id} and fact = 'coverage.building'`.execute(service.database)
  const building = { project_id, fact: 'coverage.building' }
  await anEvaluation(
    {
      ...building,
      evaluated_at: at('12T00:00:00'),
      superseded_at: at('13T00:00:00'),
      value: null,
      evidence: [],
      state: 'SOURCE_UNAVAILABLE',
    },
    service.database,
  )
  await anEvaluation({ ...building, evaluated_at: at('13T00:00:00') }, service.database)
  await happened({ project_id, type: 'build.release', detected: at('14T09:00:00') })
  const { count } = await diffOf(slug)
  const unknown = { count: null, reason: 'SOURCE_UNAVAILABLE' }
  expect(count('build.release')).toEqual({ type: 'build.release', ...unknown, recorded: 1 })
  expect(count('build.ship')).toEqual({ type: 'build.ship', ...unknown })
  expect(count('contract.deployed')).toMatchObject({ count: 0 })
  expect((await diffOf(slug, '2026-11-13')).count('build.ship')).toMatchObject({ count: 0 })
})

test('a type is unknown where the coverage of a part of the span is no longer held', async () => {
  const { slug, project_id } = await collected()
  await sql`update evaluations set evaluated_at = ${at('12T00:00:00')}
    where project_id = ${project_id} and fact = 'coverage.locks'`.execute(service.database)
  const { count } = await diffOf(slug)
  expect(count('lock.observed')).toMatchObject({ count: null, reason: 'NOT_RECORDED' })
  expect(count('build.release')).toMatchObject({ count: 0 })
  expect((await diffOf(slug, '2026-11-12')).count('lock.observed')).toMatchObject({ count: 0 })
})

test('calls are unknown where the use of contracts was, and known on the days whose use was recorded', async () => {
  const { slug, project_id } = await collected()
  const called = { project_id, type: 'contract.method_resumed', detected: at('12T09:00:00') } as const
  await happened(called)
  const resumed = async () => (await diffOf(slug)).count('contract.method_resumed')
  const unknown = { type: 'contract.method_resumed', count: null, recorded: 1 }
  const forget = () =>
    sql`delete from evaluations where project_id = ${project_id} and fact = 'contract.use'`.execute(
      service.database,
    )
  await forget()
  expect(await resumed()).toEqual({ ...unknown, reason: 'NOT_RECORDED' })
  expect((await diffOf(slug)).count('contract.deployed')).toMatchObject({ count: 0 })
  const use = { project_id, fact: 'contract.use' }
  await anEvaluation(
    { ...use, evaluated_at: at('13T00:00:00'), state: 'NO_SOURCE', value: null, evidence: [] },
    service.database,
  )
  expect(await resumed()).toEqual({ ...unknown, reason: 'NO_SOURCE' })
  await forget()
  await anEvaluation({ ...use, evaluated_at: at('13T00:00:00') }, service.database)
  expect(await resumed()).toEqual({ ...unknown, reason: 'NOT_RECORDED' })
  const calls = { project_id, series: 'contract_use', value: 4, rule: 'contract.use@6' }
  const points = ['10', '11', '12'].map((day) => aPoint({ ...calls, day: on(day) }, service.database))
  await Promise.all(points)
  expect(await resumed()).toEqual({ type: 'contract.method_resumed', count: 1 })
})

test('changes of sites are unknown while an official site was not read', async () => {
  const { slug, project_id } = await collected()
  const changes = async (from?: string) => (await diffOf(slug, from)).count('research.source_changed')
  const none = { type: 'research.source_changed', count: null }
  expect(await changes()).toEqual({ ...none, reason: 'NO_SOURCE' })
  const site = { project_id, kind: 'website', established_by: 'operator_review' }
  const { id } = await aSource({ ...site, locator: 'https://lumen.example' }, service.database)
  await aSource(
    { ...site, locator: 'https://other.example', established_by: 'self_reported' },
    service.database,
  )
  expect(await changes()).toEqual({ ...none, reason: 'NOT_ENOUGH_YET' })
  const stream = { source_id: String(id), stream: 'declarations', provider: 'site', cadence_seconds: 259_200 }
  await aStream(
    { ...stream, coverage: 'present_state', covers_from: at('05T00:00:00'), last_ok_at: at('17T00:00:00') },
    service.database,
  )
  expect(await changes()).toEqual({ type: 'research.source_changed', count: 0 })
  const read = { source_id: String(id), stream: 'declarations', provider: 'site' }
  await sql`update source_streams set last_ok_at = ${at('11T00:00:00')}`.execute(service.database)
  await aReading({ ...read, attempted_at: at('11T00:00:00') }, service.database)
  await aReading({ ...read, attempted_at: at('16T00:00:00'), outcome: 'unavailable' }, service.database)
  expect(await changes()).toEqual({ ...none, reason: 'SOURCE_UNAVAILABLE' })
})

test('outages of sources and verified builders are unknown while a source was not read', async () => {
  const { slug, project_id } = await collected()
  const types = [
    'research.source_unavailable',
    'research.source_restored',
    'research.builder_verified',
  ] as const
  const counts = async (from?: string) => {
    const { count } = await diffOf(slug, from)
    return types.map((type) => count(type))
  }
  const none = (reason: string) => types.map((type) => ({ type, count: null, reason }))
  expect(await counts()).toEqual(none('NO_SOURCE'))
  const { id } = await aSource({ project_id }, service.database)
  const repository = { source_id: id, stream: 'repository', provider: 'github', coverage: 'present_state' }
  await aStream({ source_id: id, covers_from: at('01T00:00:00') }, service.database)
  expect(await counts()).toEqual(none('NOT_ENOUGH_YET'))
  await aStream(
    { ...repository, cadence_seconds: 6 * 3600, covers_from: at('05T00:00:00') },
    service.database,
  )
  expect(await counts()).toEqual(types.map((type) => ({ type, count: 0 })))
  await sql`update source_streams set covers_from = ${at('18T00:00:00')} where stream = 'repository'`.execute(
    service.database,
  )
  const read = { source_id: id, stream: 'repository', attempted_at: at('12T00:00:00') }
  await aReading({ ...read, attempted_at: at('09T12:00:00') }, service.database)
  await aReading(read, service.database)
  expect(await counts()).toEqual(none('STALE'))
  expect(await counts('2026-11-18')).toEqual(types.map((type) => ({ type, count: 0 })))
})

test('an announced outage of a source is counted while the source is tried', async () => {
  const { slug, project_id } = await collected()
  const { id } = await aSource({ project_id }, service.database)
  const repository = { source_id: id, stream: 'repository', provider: 'github' }
  const run = { coverage: 'present_state', cadence_seconds: 6 * 3600, covers_from: at('05T00:00:00') }
  await aStream({ ...repository, ...run, last_ok_at: at('16T18:00:00') }, service.database)
  for (const text of ['17T00:00:00', '17T01:00:00', '18T01:00:00', '18T12:00:00'])
    await aReading({ ...repository, attempted_at: at(text), outcome: 'missing' }, service.database)
  const unavailable = async () => (await diffOf(slug)).count('research.source_unavailable')
  const type = 'research.source_unavailable'
  expect(await unavailable()).toEqual({ type, count: null, reason: 'SOURCE_UNAVAILABLE' })
  const begun = Temporal.Instant.from(at('17T00:00:00')).epochMilliseconds / 1000
  await happened({ project_id, type, detected: at('17T01:00:00'), id: `source:${id}:unavailable:${begun}` })
  expect(await unavailable()).toEqual({ type, count: 1 })
  const restored = { project_id, type: 'research.source_restored', detected: at('17T01:30:00') } as const
  await happened({ ...restored, id: `source:${id}:restored:${begun}` })
  expect(await unavailable()).toEqual({ type, count: null, reason: 'SOURCE_UNAVAILABLE', recorded: 1 })
})

test('a span that begins before collection is partial and counts from the first recorded day', async () => {
  const { slug, project_id } = await collected()
  const release = { project_id, type: 'build.release', precision: 'EXACT' } as const
  for (const occurred of ['02T09:00:00', '05T00:00:00', '06T09:00:00'])
    await happened({ ...release, detected: at('06T10:00:00'), occurred: at(occurred) })
  const { body, count } = await diffOf(slug, '2026-10-01')
  expect(body).toMatchObject({ state: 'partial', collectedFrom: '2026-11-05' })
  expect(count('build.release')).toMatchObject({ count: 2 })
  expect(count('lock.observed')).toMatchObject({ count: 0 })
})

test.each([
  ['ends before collection', '2026-11-05'],
  ['is of a project without a recorded day', null],
])('a span that %s is unavailable', async (_, collectedFrom) => {
  const { slug } =
    collectedFrom === null ? await storeToken({ evidence: KNOWN }, service.database) : await collected()
  const { body, count } = await diffOf(slug, '2026-10-01', '2026-11-04')
  expect(body).toMatchObject({ state: 'unavailable', collectedFrom, events: { countedTo: null } })
  expect(count('build.release')).toEqual({ type: 'build.release', count: null, reason: 'NOT_RECORDED' })
})

test.each([
  ['the running day', dateOf(NOW), 'partial', { countedFrom: startOfDate(dateOf(NOW)), countedTo: NOW }],
  ['tomorrow', addDays(dateOf(NOW), 1), 'unavailable', { countedFrom: null, countedTo: null }],
])('a span from %s into the future is counted as far as the ledger', async (_, from, state, events) => {
  const { slug } = await collected()
  const { body, count } = await diffOf(slug, from, '2027-01-01')
  expect(body).toMatchObject({ state, events })
  const none = { type: 'research.published', count: null, reason: 'NOT_ENOUGH_YET' }
  const read = { type: 'research.published', count: 0 }
  expect(count('research.published')).toEqual(state === 'partial' ? read : none)
})

test('nothing is counted while the ledger was never written', async () => {
  const { slug } = await collected()
  await sql`update ledger_state set last_run_at = null`.execute(service.database)
  expect((await diffOf(slug)).count('build.release')).toMatchObject({ count: null, reason: 'NOT_ENOUGH_YET' })
})

test.each([
  ['from=2026-11-01', 'to'],
  ['to=2026-11-01', 'from'],
  ['from=2026-11-02&to=2026-11-01', 'from'],
  [`from=${addDays(on('18'), -401)}&to=2026-11-18`, 'from'],
  ['from=yesterday&to=2026-11-18', 'from'],
])('%s is 400 [contract limit diff-days]', async (query, parameter) => {
  const { slug } = await collected()
  const { status, body } = await service.get(`/api/projects/${slug}/diff?${query}`)
  expect([status, body['error'], body['detail']]).toMatchObject([400, 'invalid_parameter', { parameter }])
})
