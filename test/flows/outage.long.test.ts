import { expect, test } from 'vitest'
import type { Slug } from '#contract/ids.ts'
import { HOUR_MS } from '#contract/time.ts'
import { forFile } from '#test/run/for-file.ts'
import { openWorld } from '#test/world/world.ts'
import { readsOf } from '#test/world/world-reads.ts'

const world = await forFile(openWorld())
const reads = readsOf(world)

const statuses = () =>
  world.service.database
    .selectFrom('cards')
    .innerJoin('projects', 'projects.id', 'cards.project_id')
    .select(['slug', 'activity_status', 'market_status', 'token_verification', 'research_level'])
    .orderBy('slug')
    .execute()
const status = async () => (await world.get('/api/status')).body
/** The liquidity in each dexscreener reading of the project's market, the newest last. */
const liquidityOf = async (slug: string) => {
  const readings = await world.service.database
    .selectFrom('market_readings')
    .innerJoin('projects', 'projects.id', 'market_readings.project_id')
    .select('liquidity_usd')
    .where('slug', '=', slug as Slug)
    .where('provider', '=', 'dexscreener')
    .orderBy('observed_at')
    .execute()
  return readings.map(({ liquidity_usd }) => Number(liquidity_usd))
}
const github = async () =>
  ((await status())['providers'] as Record<string, unknown>[]).find(({ provider }) => provider === 'github')
const buildingOf = async (slug: string) => {
  const row = await world.service.database
    .selectFrom('evaluations')
    .innerJoin('projects', 'projects.id', 'evaluations.project_id')
    .select(['evaluations.state'])
    .where('slug', '=', slug as Slug)
    .where('fact', '=', 'coverage.building')
    .where('superseded_at', 'is', null)
    .executeTakeFirstOrThrow()
  return row.state
}

test('[case 9] GitHub refusing for six hours moves no status and shows in coverage and /api/status', async () => {
  const before = await statuses()
  const cursor = await reads.head()
  expect(await github()).toMatchObject({ outageSince: null, fresh: true })
  await world.ask('/fault', { provider: 'github', kind: 'forbidden_limit' })
  for (let hour = 0; hour < 6; hour += 1) await world.advance(HOUR_MS)
  expect(await statuses()).toEqual(before)
  const moved = (await reads.changesAfter(cursor)).filter(({ type }) => type.startsWith('build.'))
  expect(moved).toEqual([])
  expect(await buildingOf('lumen')).toBe('STALE')
  expect(await github()).toMatchObject({ fresh: false })
  await world.ask('/fault/clear', { provider: 'github' })
  await world.advance(25 * HOUR_MS)
  await world.settle('lumen')
  expect(await buildingOf('lumen')).toBe('MEASURED')
  expect(await github()).toMatchObject({ outageSince: null, fresh: true })
})

test('[case 8] a repository that goes away is announced after two reads, and its ships stand', async () => {
  const shipsOf = () =>
    world.service.database
      .selectFrom('ships')
      .innerJoin('projects', 'projects.id', 'ships.project_id')
      .select('ships.id')
      .where('slug', '=', 'opaline' as Slug)
      .where('withdrawn_at', 'is', null)
      .orderBy('ships.id')
      .execute()
  const ships = await shipsOf()
  const cursor = await reads.head()
  await world.act('source-down', 'opaline')
  await world.settle('opaline')
  const early = await reads.changesAfter(cursor, 'opaline')
  expect(early.map(({ type }) => type)).not.toContain('research.source_unavailable')
  await world.advance(2 * HOUR_MS)
  await world.settle('opaline')
  const later = await reads.changesAfter(cursor, 'opaline')
  expect(later.map(({ type }) => type)).toContain('research.source_unavailable')
  expect(later.filter(({ op }) => op === 'retract')).toEqual([])
  expect(await shipsOf()).toEqual(ships)
  await world.act('source-up', 'opaline')
  await world.settle('opaline')
  const restored = (await reads.changesAfter(cursor, 'opaline')).map(({ type }) => type)
  expect(restored).toContain('research.source_restored')
})

test('[case 38] one reading without liquidity does not move the market status', async () => {
  const market = async () => (await statuses()).find(({ slug }) => slug === 'lumen')?.market_status
  expect(await market()).toBe('LIVE')
  const cursor = await reads.head()
  const { length } = await liquidityOf('lumen')
  await world.act('liquidity-gone', 'lumen')
  await world.settle('lumen')
  const [gone, ...others] = (await liquidityOf('lumen')).slice(length)
  expect([gone, others]).toEqual([expect.any(Number), []])
  expect(gone).toBeLessThan(1000)
  expect(await market()).toBe('LIVE')
  await world.act('liquidity-back', 'lumen')
  await world.settle('lumen')
  const [back, ...more] = (await liquidityOf('lumen')).slice(length + 1)
  expect([back, more]).toEqual([expect.any(Number), []])
  expect(back).toBeGreaterThan(100_000)
  expect(await market()).toBe('LIVE')
  const types = (await reads.changesAfter(cursor, 'lumen')).map(({ type }) => type)
  expect(types.filter((type) => type.startsWith('market.'))).toEqual([])
})
