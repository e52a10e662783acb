import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type World } from '#test/world.ts'

const HOUR_MS = 3_600_000

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const statuses = () =>
  world.service.database
    .selectFrom('cards')
    .innerJoin('projects', 'projects.id', 'cards.project_id')
    .select(['slug', 'activity_status', 'market_status', 'token_verification', 'research_level'])
    .orderBy('slug')
    .execute()
const changesAfter = async (cursor: string) =>
  (await world.get(`/api/changes?limit=100&after=${cursor}`)).body['items'] as Record<string, unknown>[]
const status = async () => (await world.get('/api/status')).body
const github = async () =>
  ((await status())['providers'] as Record<string, unknown>[]).find(({ provider }) => provider === 'github')
const buildingOf = async (slug: string) => {
  const row = await world.service.database
    .selectFrom('evaluations')
    .innerJoin('projects', 'projects.id', 'evaluations.project_id')
    .select(['evaluations.state'])
    .where('slug', '=', slug)
    .where('fact', '=', 'coverage.building')
    .where('superseded_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.state
}

test('case 9: GitHub refusing for six hours moves no status and shows in coverage and status', async () => {
  const before = await statuses()
  const cursor = ((await status())['ledger'] as { cursor: string }).cursor
  expect(await github()).toMatchObject({ outageSince: null, fresh: true })
  await world.ask('/fault', { provider: 'github', kind: 'forbidden_limit' })
  for (let hour = 0; hour < 6; hour += 1) await world.advance(HOUR_MS)
  expect(await statuses()).toEqual(before)
  const moved = (await changesAfter(cursor)).filter(({ type }) => String(type).startsWith('build.'))
  expect(moved).toEqual([])
  expect(await buildingOf('lumen')).toBe('STALE')
  expect(await github()).toMatchObject({ fresh: false })
  await world.ask('/fault/clear', { provider: 'github' })
  await world.advance(25 * HOUR_MS)
  await world.settle()
  expect(await buildingOf('lumen')).toBe('MEASURED')
  expect(await github()).toMatchObject({ outageSince: null, fresh: true })
})

test('case 8: a repository that goes away is announced after two reads, and its ships stand', async () => {
  const shipsOf = () =>
    world.service.database
      .selectFrom('ships')
      .innerJoin('projects', 'projects.id', 'ships.project_id')
      .select('ships.id')
      .where('slug', '=', 'opaline')
      .where('withdrawn_at', 'is', null)
      .orderBy('ships.id')
      .execute()
  const ships = await shipsOf()
  const cursor = ((await status())['ledger'] as { cursor: string }).cursor
  await world.act('source-down', 'opaline')
  await world.settle()
  const early = (await changesAfter(cursor)).filter(({ project }) => Object(project).slug === 'opaline')
  expect(early.map(({ type }) => type)).not.toContain('research.source_unavailable')
  await world.advance(2 * HOUR_MS)
  await world.settle()
  const later = (await changesAfter(cursor)).filter(({ project }) => Object(project).slug === 'opaline')
  expect(later.map(({ type }) => type)).toContain('research.source_unavailable')
  expect(later.filter(({ op }) => op === 'retract')).toEqual([])
  expect(await shipsOf()).toEqual(ships)
  await world.act('source-up', 'opaline')
  await world.settle()
  const restored = (await changesAfter(cursor)).map(({ type }) => type)
  expect(restored).toContain('research.source_restored')
})

test('case 38: liquidity that reads nothing for one reading does not move the market', async () => {
  const market = async () => (await statuses()).find(({ slug }) => slug === 'lumen')?.market_status
  expect(await market()).toBe('LIVE')
  const cursor = ((await status())['ledger'] as { cursor: string }).cursor
  await world.act('liquidity-gone', 'lumen')
  await world.settle()
  expect(await market()).toBe('LIVE')
  await world.act('liquidity-back', 'lumen')
  await world.advance(2 * HOUR_MS)
  expect(await market()).toBe('LIVE')
  const said = (await changesAfter(cursor)).filter(({ project }) => Object(project).slug === 'lumen')
  expect(said.filter(({ domain }) => domain === 'market')).toEqual([])
})
