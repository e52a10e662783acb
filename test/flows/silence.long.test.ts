import { expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { DAY_MS, dateOf, HOUR_MS, type Instant, msOf } from '#contract/time.ts'
import { forFile } from '#test/run/for-file.ts'
import { openWorld } from '#test/world/world.ts'
import { readsOf } from '#test/world/world-reads.ts'

const world = await forFile(openWorld({ reading: ['lumen', 'quillpad'] }))
const reads = readsOf(world)

const evaluationsOf = (slug: string, fact: string) =>
  world.service.database
    .selectFrom('evaluations')
    .innerJoin('projects', 'projects.id', 'evaluations.project_id')
    .select(['evaluations.state', 'value', 'evaluated_at', 'supported_until'])
    .where('slug', '=', slug as Slug)
    .where('fact', '=', fact)
    .orderBy('evaluated_at')
    .execute()
const standingOf = async (slug: string, fact: string) => (await evaluationsOf(slug, fact)).at(-1)
const marketOf = async (slug: string) =>
  (await reads.card(slug))['market_status'] as { status: string; observed_at: string | null }
const typesAfter = async (cursor: string, project: string, prefix: string) =>
  (await reads.changesAfter(cursor, project)).filter(({ type }) => type.startsWith(prefix))
const fail = (provider: string, kind: string) => world.ask('/fault', { provider, kind })

test('[case 10] [R61] [R65] a project that nears 30 days of silence while GitHub refuses becomes UNKNOWN, and QUIET is said once it is read', async () => {
  await world.act('draft-release', 'quillpad')
  await world.act('publish-draft', 'quillpad')
  await world.act('release', 'lumen')
  await world.settle('quillpad', 'lumen')
  expect(await reads.card('quillpad')).toMatchObject({ svc_status: 'SHIPPING' })
  await world.advance(29.9 * DAY_MS)
  expect(await reads.card('quillpad')).toMatchObject({ svc_status: 'ACTIVE' })
  const cursor = await reads.head()
  const lastRead = msOf(world.service.clock.now())
  await fail('github', 'forbidden_limit')
  for (let hours = 0; hours < 70; hours += 14) {
    await world.advance(14 * HOUR_MS)
    const during = await reads.card('quillpad')
    expect(during, `${hours + 14} h`).toMatchObject({ svc_status: 'ACTIVE' })
    expect(Number(during['meaningful_ships_30d']), `${hours + 14} h`).toBeGreaterThan(0)
    expect(msOf(during['meaningful_ships_30d_as_of'] as Instant)).toBeLessThanOrEqual(lastRead)
  }
  await world.advance(14 * HOUR_MS)
  expect(await reads.card('quillpad')).toMatchObject({
    svc_status: 'UNKNOWN',
    status: 'unknown',
    activity_measured: false,
    meaningful_ships_30d: null,
  })
  expect(await standingOf('quillpad', 'coverage.building')).toMatchObject({ state: 'SOURCE_UNAVAILABLE' })
  await world.ask('/fault/clear', { provider: 'github' })
  await world.advance(2 * HOUR_MS)
  await world.settle('quillpad')
  expect(await reads.card('quillpad')).toMatchObject({ svc_status: 'QUIET', activity_measured: true })
  const states = (await evaluationsOf('quillpad', 'activity.status')).map(({ state, value }) =>
    state === 'MEASURED' ? (value as { status: string }).status : state,
  )
  expect(states.slice(-4)).toEqual(['SHIPPING', 'ACTIVE', 'SOURCE_UNAVAILABLE', 'QUIET'])
  const [active, , quiet] = (await evaluationsOf('quillpad', 'activity.status')).slice(-3)
  const between = { from: active?.supported_until, to: quiet?.evaluated_at }
  expect(msOf(between.from as Instant), 'the last reading').toBeLessThanOrEqual(lastRead)
  expect(await typesAfter(cursor, 'quillpad', 'build.')).toMatchObject([
    {
      type: 'build.status_changed',
      origin: 'live',
      occurredAt: null,
      precision: 'OBSERVED',
      summary: `Activity status moved from ACTIVE to QUIET between ${between.from} and ${between.to}`,
      facts: { from: 'ACTIVE', to: 'QUIET', between },
    },
  ])
})

test('a release after more than 60 days of watched silence is announced, and RESUMED for fourteen days', async () => {
  const quiet = await reads.head()
  await world.advance(28 * DAY_MS)
  await world.advance(2 * DAY_MS)
  expect(await reads.card('lumen')).toMatchObject({ svc_status: 'DORMANT', status: 'dormant' })
  expect(await typesAfter(quiet, 'lumen', 'build.')).toMatchObject([
    { type: 'build.dormant', origin: 'live', occurredAt: null, precision: 'OBSERVED' },
  ])
  const cursor = await reads.head()
  await world.act('release', 'lumen')
  await world.settle('lumen')
  expect(await reads.card('lumen')).toMatchObject({ svc_status: 'RESUMED', status: 'active' })
  const events = await typesAfter(cursor, 'lumen', 'build.')
  expect(events.map(({ type, origin }) => [type, origin])).toEqual(
    expect.arrayContaining([
      ['build.release', 'live'],
      ['build.resumed', 'live'],
    ]),
  )
  const [resumed] = events.filter(({ type }) => type === 'build.resumed')
  expect(resumed).toMatchObject({ occurredAt: null, precision: 'OBSERVED', facts: { from: 'DORMANT' } })
  for (const id of resumed?.evidence ?? []) {
    expect(await reads.receipt(id)).toMatchObject({ withdrawn: false })
  }
  const back = await reads.head()
  await world.advance(13 * DAY_MS)
  expect(await reads.card('lumen')).toMatchObject({ svc_status: 'RESUMED' })
  await world.advance(2 * DAY_MS)
  await world.advance(2 * HOUR_MS)
  expect(await reads.card('lumen')).toMatchObject({ svc_status: 'ACTIVE' })
  const moves = (await typesAfter(back, 'lumen', 'build.')).filter(({ facts }) => 'to' in facts)
  expect(moves.map(({ type, facts }) => [type, facts['to']])).toEqual([['build.status_changed', 'ACTIVE']])
})

test('no liquidity on two UTC days is LIQUIDITY_GONE, and the valuation is withheld', async () => {
  await world.advance(2 * HOUR_MS)
  expect(await marketOf('lumen')).toMatchObject({ status: 'LIVE' })
  const { svc_status } = await reads.card('lumen')
  const cursor = await reads.head()
  await world.act('liquidity-gone', 'lumen')
  await world.advance(HOUR_MS)
  const firstDay = dateOf(world.service.clock.now())
  while (dateOf(world.service.clock.now()) === firstDay) {
    expect(await marketOf('lumen')).toMatchObject({ status: 'LIVE' })
    await world.advance(12 * HOUR_MS)
  }
  await world.advance(2 * HOUR_MS)
  expect(await marketOf('lumen')).toMatchObject({ status: 'LIQUIDITY_GONE' })
  const events = await typesAfter(cursor, 'lumen', 'market.')
  expect(events).toMatchObject([
    {
      type: 'market.status_changed',
      origin: 'live',
      occurredAt: null,
      precision: 'OBSERVED',
      facts: { from: 'LIVE', to: 'LIQUIDITY_GONE' },
    },
  ])
  expect(await standingOf('lumen', 'market.valuation')).toMatchObject({ state: 'WITHHELD', value: null })
  expect(await reads.card('lumen')).toMatchObject({ svc_status })
})

test('liquidity that returns is LIVE at the second reading', async () => {
  const cursor = await reads.head()
  await world.act('liquidity-back', 'lumen')
  await world.advance(HOUR_MS)
  expect(await marketOf('lumen')).toMatchObject({ status: 'LIQUIDITY_GONE' })
  await world.advance(2 * HOUR_MS)
  expect(await marketOf('lumen')).toMatchObject({ status: 'LIVE' })
  expect((await typesAfter(cursor, 'lumen', 'market.')).map(({ facts }) => facts)).toEqual([
    { from: 'LIQUIDITY_GONE', to: 'LIVE' },
  ])
  expect(await standingOf('lumen', 'market.valuation')).toMatchObject({ state: 'MEASURED' })
})

test('[case 37] a market that cannot be read has its status for 72 h, then INSUFFICIENT_DATA, and nothing is announced [R64]', async () => {
  await world.act('release', 'lumen')
  await world.settle('lumen')
  const before = await reads.card('lumen')
  const { observed_at } = await marketOf('lumen')
  const cursor = await reads.head()
  for (const provider of ['dexscreener', 'geckoterminal']) await fail(provider, 'server_error')
  for (let hours = 0; hours < 66; hours += 22) {
    await world.advance(22 * HOUR_MS)
    expect(await marketOf('lumen'), `${hours + 22} h`).toEqual({ status: 'LIVE', observed_at })
  }
  await world.advance(14 * HOUR_MS)
  const age = msOf(world.service.clock.now()) - Date.parse(String(observed_at))
  expect(age).toBeGreaterThan(79 * HOUR_MS)
  expect(await marketOf('lumen')).toEqual({ status: 'INSUFFICIENT_DATA', observed_at: null })
  expect(await typesAfter(cursor, 'lumen', 'market.')).toEqual([])
  expect(await reads.card('lumen')).toMatchObject({
    svc_status: before['svc_status'],
    last_activity_at: before['last_activity_at'],
    latest_meaningful_ship: before['latest_meaningful_ship'],
  })
  await world.ask('/fault/clear', {})
  await world.advance(2 * HOUR_MS)
  await world.settle('lumen')
  expect(await marketOf('lumen')).toMatchObject({ status: 'LIVE' })
  expect(await typesAfter(cursor, 'lumen', 'market.')).toEqual([])
})
