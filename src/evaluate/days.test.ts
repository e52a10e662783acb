import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Instant, toInstant } from '#contract/time.ts'
import { at, NOON, stageDays } from '#test/given/days.ts'
import { aRanking } from '#test/given/listed-project.ts'
import {
  aContract,
  addressOf,
  aLock,
  anEvaluation,
  anImplementation,
  aProject,
  aShip,
  aSource,
  aStream,
  aToken,
} from '#test/given/records.ts'
import { recordDays } from './days.ts'

const { database, record, project, evaluated, pointsOf } = stageDays()

describe('knowledge', () => {
  test('writes what stood at the end of each day, catches up missed days, and says why a value was unknown', async () => {
    const id = await project()
    await evaluated(id, { at: at('11-15T23:59:59'), to: at('11-17T00:00:00'), value: { status: 'ACTIVE' } })
    await evaluated(id, { at: at('11-17T00:00:00'), to: at('11-18T09:00:00'), value: { status: 'QUIET' } })
    await evaluated(id, { at: at('11-18T09:00:00'), to: at('11-19T12:00:00') })
    await evaluated(id, { at: at('11-19T12:00:00'), value: { status: 'SHIPPING' } })
    await evaluated(id, { at: at('11-18T09:00:00'), fact: 'build.momentum', value: { score: 67.5 } })
    await evaluated(id, {
      at: at('11-19T09:00:00'),
      fact: 'discovery_gap',
      value: { gap: -4, underTheRadar: 'NOT_HELD' },
    })
    await record()
    expect(await pointsOf(id, 'status')).toEqual([
      '2026-11-15 ACTIVE',
      '2026-11-16 ACTIVE',
      '2026-11-17 QUIET',
      '2026-11-18 (SOURCE_UNAVAILABLE)',
      '2026-11-19 SHIPPING',
    ])
    expect(await pointsOf(id, 'momentum')).toEqual(['2026-11-18 67.5', '2026-11-19 67.5'])
    expect(await pointsOf(id, 'discovery_gap')).toEqual(['2026-11-19 -4'])
    expect(await pointsOf(id, 'under_the_radar')).toEqual(['2026-11-19 NOT_HELD'])
  })

  test('of a changed rule, the conclusion that stood counts, not the one about earlier facts', async () => {
    const id = await project()
    const changed = at('11-19T12:00:00')
    await evaluated(id, { at: changed, to: changed, value: { status: 'QUIET' } })
    await evaluated(id, { at: changed, value: { status: 'ACTIVE' } })
    await record()
    expect(await pointsOf(id, 'status')).toEqual(['2026-11-19 ACTIVE'])
  })

  test('a project that is not published, or not evaluated by the end of the day, has no point', async () => {
    const hidden = String((await aProject({ state: 'hidden' }, database())).id)
    const late = await project()
    await evaluated(hidden, { at: at('11-18T09:00:00'), value: { status: 'ACTIVE' } })
    await evaluated(late, { at: at('11-20T00:00:00'), value: { status: 'ACTIVE' } })
    expect(await record()).toMatchObject({ points: 0 })
  })
})

describe('knowledge of the newest day', () => {
  test('the rank and the locks are written on the newest day only', async () => {
    const id = await project()
    const locator = `${addressOf(0x10c)}:${addressOf(9)}`
    const { id: source } = await aSource({ project_id: id, kind: 'locker', locator }, database())
    const lock = { project_id: id, source_id: String(source), token: addressOf(9) }
    await aToken({ project_id: id, address: addressOf(9) }, database())
    await aLock({ ...lock, lock_id: '1' }, database())
    await aLock({ ...lock, lock_id: '2', unlock_at: at('11-19T23:59:59') }, database())
    await aLock({ ...lock, lock_id: '3', withdrawn: true }, database())
    await aLock({ ...lock, lock_id: '4', detected_at: at('11-20T00:00:00') }, database())
    await aLock({ ...lock, lock_id: '5', locker: addressOf(0x10f) }, database())
    await aLock({ ...lock, lock_id: '6', locker: addressOf(0x110) }, database())
    const formerLocker = (address: number, detachedAt: Instant) => {
      const former = `${addressOf(address)}:${addressOf(9)}`
      return aSource({ project_id: id, kind: 'locker', locator: former, detached_at: detachedAt }, database())
    }
    await formerLocker(0x10f, at('11-19T23:59:59'))
    await formerLocker(0x110, at('11-20T00:00:00'))
    await evaluated(id, { at: at('11-17T09:00:00'), fact: 'coverage.locks', value: {} })
    await evaluated(id, { at: at('11-17T09:00:00'), fact: 'build.momentum', value: { score: 41 } })
    await aRanking({ project_id: id, radar: 70, radar_rank: 3 }, database())
    const other = await project()
    await evaluated(other, { at: at('11-17T09:00:00'), fact: 'coverage.locks' })
    await evaluated(other, { at: at('11-17T09:00:00'), fact: 'build.momentum' })
    await aRanking({ project_id: other }, database())
    await record()
    expect(await pointsOf(id, 'locks')).toEqual(['2026-11-19 2'])
    expect(await pointsOf(id, 'radar_rank')).toEqual(['2026-11-19 3'])
    expect(await pointsOf(other, 'locks')).toEqual(['2026-11-19 (SOURCE_UNAVAILABLE)'])
    expect(await pointsOf(other, 'radar_rank')).toEqual(['2026-11-19 (SOURCE_UNAVAILABLE)'])
  })
})

describe('unread time', () => {
  test('[R113] days after the end of a conclusion are STALE, and stay so when it is found again', async () => {
    const id = await project()
    const last = at('11-15T12:00:00')
    const found = at('11-19T12:00:00')
    for (const { fact, value } of [
      { fact: 'activity.status', value: { status: 'ACTIVE' } },
      { fact: 'build.momentum', value: { score: 41 } },
      { fact: 'coverage.locks', value: {} },
    ]) {
      await evaluated(id, { fact, value, at: at('11-14T12:00:00'), last, to: found })
      await evaluated(id, { fact, value, at: found })
    }
    await aRanking({ project_id: id, radar: 70, radar_rank: 3 }, database())
    await record()
    const days = ['14 ', '15 ', '16 ', '17 '].map((day) => `2026-11-${day}`)
    expect(await pointsOf(id, 'status')).toEqual([
      ...days.map((day) => `${day}ACTIVE`),
      '2026-11-18 (STALE)',
      '2026-11-19 ACTIVE',
    ])
    expect((await pointsOf(id, 'momentum'))[4]).toBe('2026-11-18 (STALE)')
    expect(await pointsOf(id, 'radar_rank')).toEqual(['2026-11-19 3'])
  })

  test('[R113] the rank and the locks of a day are STALE when no reading renewed what they rest on', async () => {
    const id = await project()
    const last = at('11-15T12:00:00')
    for (const fact of ['build.momentum', 'coverage.locks'])
      await evaluated(id, { fact, value: { score: 41 }, at: at('11-14T12:00:00'), last })
    await aRanking({ project_id: id, radar: 70, radar_rank: 3 }, database())
    await record()
    expect(await pointsOf(id, 'radar_rank')).toEqual(['2026-11-19 (STALE)'])
    expect(await pointsOf(id, 'locks')).toEqual(['2026-11-19 (STALE)'])
  })
})

describe('written once', () => {
  const everything = () =>
    sql`select * from history_points order by 1, 2, 3`.execute(database()).then(({ rows }) => rows)

  test('a second run writes nothing, and a day is written only after its end', async () => {
    const id = await project()
    await evaluated(id, { at: at('11-18T09:00:00'), value: { status: 'ACTIVE' } })
    await record(at('11-20T00:04:59'))
    expect(await pointsOf(id, 'status')).toEqual(['2026-11-18 ACTIVE'])
    expect(await record(at('11-20T00:05:00'))).toMatchObject({ points: 1 })
    expect(await record(NOON)).toEqual({ projects: 0, points: 0, marketDays: 0 })
  })

  test('[case 40] a new version of a rule and later conclusions change no point', async () => {
    const id = await project()
    const first = await evaluated(id, { at: at('11-18T09:00:00'), value: { status: 'ACTIVE' } })
    await record()
    const before = await everything()
    await sql`update evaluations set superseded_at = ${NOON} where id = ${first.id}`.execute(database())
    await anEvaluation(
      {
        project_id: id,
        evaluated_at: NOON,
        rule: 'activity.status@99',
        value: JSON.stringify({ status: 'DORMANT' }),
      },
      database(),
    )
    await record(at('11-21T12:00:00'))
    expect((await everything()).slice(0, before.length)).toEqual(before)
    expect(await pointsOf(id, 'status')).toEqual([
      '2026-11-18 ACTIVE',
      '2026-11-19 ACTIVE',
      '2026-11-20 DORMANT',
    ])
  })

  test.each(['update history_points set day = day', 'delete from history_points'])(
    'refuses %s',
    async (text) => {
      const id = await project()
      await evaluated(id, { at: at('11-19T09:00:00'), value: { status: 'ACTIVE' } })
      await record()
      await expect(sql.raw(text).execute(database())).rejects.toThrow(/written once/)
    },
  )

  test('a run that was stopped continues behind the last project', async () => {
    const ids = (await Promise.all([project(), project(), project()])).toSorted()
    for (const id of ids) await evaluated(id, { at: at('11-19T09:00:00'), value: { status: 'ACTIVE' } })
    await sql`insert into recorded_days (day, after_project, projects) values ('2026-11-19', ${ids[0]}, 1)`.execute(
      database(),
    )
    const ended = { database: database(), clock: () => NOON }
    expect(await recordDays({ signal: AbortSignal.abort() }, ended)).toMatchObject({ projects: 0 })
    expect(await record()).toMatchObject({ projects: 2 })
    expect(await Promise.all(ids.map((id) => pointsOf(id, 'status')))).toEqual([
      [],
      ['2026-11-19 ACTIVE'],
      ['2026-11-19 ACTIVE'],
    ])
  })
})

test('a run ends with the batch that reaches its number of days of projects, and the next run continues', async () => {
  const ids = [await project(), await project()]
  for (const id of ids) await evaluated(id, { at: at('11-15T09:00:00'), value: { status: 'ACTIVE' } })
  const { signal } = new AbortController()
  const deps = { database: database(), clock: () => NOON }
  for (const [enough, projects] of [
    [3, 4],
    [2, 2],
  ] as const)
    expect(await recordDays({ signal, enough }, deps)).toMatchObject({ projects })
  expect(await record()).toMatchObject({ projects: 4 })
})

const deployer = async (read: { first: Instant; last: Instant; covers?: Instant } | undefined) => {
  const id = await project()
  const source = await aSource({ project_id: id, kind: 'deployer', locator: addressOf(5) }, database())
  const source_id = String(source.id)
  const span = {
    first_ok_at: read?.first ?? null,
    last_ok_at: read?.last ?? null,
    covers_from: read?.covers ?? null,
  }
  await aStream({ source_id, stream: 'deployments', provider: 'chain', ...span }, database())
  return { project_id: id, source_id }
}

test('the newest four hundred days are written of a project that was evaluated before', async () => {
  const id = await project()
  await evaluated(id, { at: toInstant('2025-10-01T00:00:00Z'), value: { status: 'ACTIVE' } })
  await record()
  const days = await pointsOf(id, 'status')
  expect([days.length, days[0], days.at(-1)]).toEqual([400, '2025-10-16 ACTIVE', '2026-11-19 ACTIVE'])
})

describe('what the chain dates', () => {
  test('changes before collection began are reconstructed; a quiet day is 0 only where it was read to its end', async () => {
    const own = await deployer({ first: at('11-16T08:00:00'), last: at('11-20T00:30:00') })
    const contract = String(
      (await aContract({ ...own, address: addressOf(1), created_at: at('06-01T10:00:00') }, database()))
        .address,
    )
    await anImplementation({ ...own, contract, block_time: at('11-17T10:00:00') }, database())
    await anImplementation({ ...own, contract, block_number: 7, initial: true }, database())
    const withdrawn = { withdrawn_at: at('11-18T12:00:00'), withdrawn_reason: 'reorged' }
    const gone = { ...own, ...withdrawn, address: addressOf(3), created_at: at('11-17T11:00:00') }
    await aContract(gone, database())
    await anImplementation(
      { ...own, ...withdrawn, contract, block_number: 9, block_time: at('11-17T12:00:00') },
      database(),
    )
    await anImplementation(
      { ...own, contract, block_number: 8, block_time: at('11-19T10:00:00') },
      database(),
    )
    for (const left of [
      { counted: false, not_counted_reason: 'shared' },
      { detached_at: at('11-18T12:00:00') },
    ]) {
      const attached = await aSource({ project_id: own.project_id, kind: 'deployer', ...left }, database())
      const unread = { source_id: String(attached.id), stream: 'deployments', provider: 'chain' }
      await aStream({ ...unread, first_ok_at: null, last_ok_at: null }, database())
    }
    await record()
    expect(await pointsOf(own.project_id, 'contract_changes')).toEqual([
      '2026-06-01 1',
      '2026-11-17 1',
      '2026-11-18 0',
    ])
    await sql`update source_streams set last_ok_at = ${at('11-21T02:00:00')}`.execute(database())
    await record(at('11-21T12:00:00'))
    expect((await pointsOf(own.project_id, 'contract_changes')).slice(3)).toEqual([
      '2026-11-19 1',
      '2026-11-20 0',
    ])
  })

  test('a day with an upgrade that the former project of a contract recorded is not quiet', async () => {
    const own = await deployer({
      first: at('11-18T08:00:00'),
      last: at('11-20T11:00:00'),
      covers: at('11-15T10:00:00'),
    })
    const former = await deployer(undefined)
    const upgraded = { block_time: at('11-17T10:00:00'), block_number: 70 }
    const { key } = await anImplementation({ ...former, ...upgraded, contract: addressOf(30) }, database())
    const ship = { kind: 'upgrade', natural_key: `impl:${key}`, occurred_at: at('11-17T10:00:00') }
    await aShip({ ...own, ...ship }, database())
    await record()
    expect(await pointsOf(own.project_id, 'contract_changes')).toEqual([
      '2026-11-16 0',
      '2026-11-17 1',
      '2026-11-18 0',
      '2026-11-19 0',
    ])
  })

  test('no change is known while a listing was never read', async () => {
    const own = await deployer(undefined)
    await aContract({ ...own, address: addressOf(2), created_at: at('11-01T10:00:00') }, database())
    await record()
    expect(await pointsOf(own.project_id, 'contract_changes')).toEqual([])
  })
})

describe('how far a listing reaches back', () => {
  test('a day since collection began that no listing reaches back to has no point, with a change or without', async () => {
    const read = { first: at('11-10T08:00:00'), last: at('11-20T11:00:00'), covers: at('11-16T09:00:00') }
    const own = await deployer(read)
    for (const [place, created] of ['11-02', '11-12', '11-16', '11-18'].entries()) {
      const created_at = at(`${created}T10:00:00`)
      await aContract({ ...own, address: addressOf(10 + place), created_at }, database())
    }
    await record()
    expect(await pointsOf(own.project_id, 'contract_changes')).toEqual([
      '2026-11-02 1',
      '2026-11-17 0',
      '2026-11-18 1',
      '2026-11-19 0',
    ])
  })

  test('a listing that reaches back before its first reading shows the quiet days before it, forty at most', async () => {
    const read = { first: at('11-18T08:00:00'), last: at('11-20T11:00:00') }
    const since = await deployer({ ...read, covers: at('11-15T10:00:00') })
    const longer = await deployer({ ...read, covers: at('01-01T00:00:00') })
    await aContract({ ...since, address: addressOf(20), created_at: at('11-15T10:00:00') }, database())
    await record()
    const quiet = ['2026-11-16 0', '2026-11-17 0', '2026-11-18 0', '2026-11-19 0']
    expect(await pointsOf(since.project_id, 'contract_changes')).toEqual(['2026-11-15 1', ...quiet])
    const points = await pointsOf(longer.project_id, 'contract_changes')
    expect([points[0], points.length]).toEqual(['2026-10-10 0', 41])
  })
})
