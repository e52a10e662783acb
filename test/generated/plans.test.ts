import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '#contract/operations/index.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { generateCatalogue } from '../../bench/catalogue.ts'
import { openPlanner, type Planner } from '../../bench/plans.ts'
import { chanceFor, KINDS, knownOf } from '../../bench/questions.ts'

const LARGE = 1000

let opened: TestDatabase
let planner: Planner

beforeAll(async () => {
  opened = await openTestDatabase()
  await generateCatalogue({ projects: 3000, events: 60_000, seed: 'plans' }, opened.database)
  planner = openPlanner(opened.url)
}, 180_000)

afterAll(async () => {
  await planner[Symbol.asyncDispose]()
  await opened[Symbol.asyncDispose]()
})

test.for(KINDS.filter(({ countsAll }) => countsAll === undefined))(
  'reads no large table from end to end: $name',
  async (kind) => {
    const known = await knownOf(opened.database)
    const chance = chanceFor(kind)
    const questions = Array.from({ length: 5 }, () => kind.ask(known, chance))
    for (const question of questions.filter(({ name }) => name in OPERATIONS)) await planner.ask(question)
    expect(await planner.scans({ largerThan: LARGE })).toEqual([])
  },
)

test('a statement without an index to help it is found out', async () => {
  await planner.scans({ largerThan: LARGE })
  await planner.database.selectFrom('ships').select('id').where('title', '=', 'nothing').execute()
  expect(await planner.scans({ largerThan: LARGE })).toMatchObject([{ table: 'ships' }])
})
