import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addMs, DAY_MS, toInstant } from '#contract/time.ts'
import { recordDays } from '#evaluate/days.ts'
import { rankProjects } from '#evaluate/rank.ts'
import { evaluateDue } from '#evaluate/run.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { makeEvaluationDue } from '#records/project/work.ts'
import { aMarketReading } from '#test/given/market-days.ts'
import { addressOf, aProject, aShip, aSource, aStream, aToken } from '#test/given/records.ts'
import { openTestDatabase } from '#test/postgres/database.ts'
import { NOW, openHttpService } from '#test/service/http-service.ts'

const { signal } = new AbortController()
const THEN = addMs(NOW, -DAY_MS)
const BUILDING = 'status,momentum,discovery_gap,under_the_radar,radar_rank'
const SLUGS = ['first', 'second'] as const

/** Two projects that ship, each with a market. */
async function store(figures: readonly { price_usd: string; liquidity_usd: string }[], database: Database) {
  for (const [index, slug] of SLUGS.entries()) {
    const id = `00000000-0000-4000-8000-00000000000${index}`
    const project_id = String((await aProject({ id, slug }, database)).id)
    const address = addressOf(0xa0 + index)
    await aToken({ project_id, address }, database)
    const { id: source_id = '' } = await aSource({ project_id, id: id.replace('4', '5') }, database)
    await aStream({ source_id, last_ok_at: THEN, last_tried_at: THEN }, database)
    for (const days of [1, 4, 9 + index])
      await aShip({ project_id, source_id, occurred_at: addMs(THEN, -days * DAY_MS) }, database)
    const market = await aSource({ project_id, kind: 'market', locator: `x:${slug}` }, database)
    const read = { project_id, source_id: String(market.id), address, ...figures[index] }
    await aMarketReading({ ...read, observed_at: addMs(THEN, -3_600_000) }, database)
  }
}

/** Evaluates and ranks everything at noon of the eighteenth. */
async function conclude(database: Database) {
  const deps = { database, clock: () => THEN }
  await inTransaction(database, (writer) => makeEvaluationDue({ now: THEN }, writer))
  await evaluateDue({ signal }, deps)
  await rankProjects({ signal }, deps)
}

async function answersOf(database: Database, series: string): Promise<readonly string[]> {
  await recordDays({ signal }, { database, clock: () => NOW })
  await using service = await openHttpService({ database })
  const [first, second] = SLUGS.map((slug) => service.get(`/api/projects/${slug}/history?series=${series}`))
  return [(await first)?.text ?? '', (await second)?.text ?? '']
}

test('history of building has the same bytes whatever the markets show', async () => {
  const rich = { price_usd: '900', liquidity_usd: '5000000' }
  const poor = { price_usd: '0.01', liquidity_usd: '20' }
  const answers = async (figures: readonly [typeof rich, typeof rich], series: string) => {
    await using opened = await openTestDatabase()
    await store(figures, opened.database)
    await conclude(opened.database)
    return await answersOf(opened.database, series)
  }
  const shown = await answers([rich, poor], BUILDING)
  expect(await answers([poor, rich], BUILDING)).toEqual(shown)
  expect(shown[0]).toContain('"value":"SHIPPING"')
  expect(shown[0]).toMatch(/"name":"momentum".*"value":\d/)
  expect(await answers([rich, poor], 'price')).not.toEqual(await answers([poor, rich], 'price'))
})

test('history has the same bytes before and after a new version of a rule concluded otherwise', async () => {
  await using opened = await openTestDatabase()
  const { database } = opened
  await store(
    [
      { price_usd: '1', liquidity_usd: '9000' },
      { price_usd: '2', liquidity_usd: '9000' },
    ],
    database,
  )
  await conclude(database)
  const before = await answersOf(database, `${BUILDING},price,liquidity`)
  const changed = toInstant('2026-11-19T11:00:00Z')
  await sql`update evaluations set superseded_at = ${changed} where superseded_at is null`.execute(database)
  await sql`insert into evaluations (id, project_id, fact, rule, state, value, inputs, evidence, unknown_inputs,
      evaluated_at, confirmed_at, supported_until)
    select gen_random_uuid(), project_id, fact, split_part(rule, '@', 1) || '@99', 'MEASURED', '{"status": "DORMANT"}',
      '{}', array['source:x'], '[]', ${changed}, ${changed}, ${changed} from evaluations`.execute(database)
  expect(await answersOf(database, `${BUILDING},price,liquidity`)).toEqual(before)
  expect(before.join()).not.toContain('@99')
})
