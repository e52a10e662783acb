import { afterEach, beforeEach, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { type CalendarDate, type Instant, toInstant } from '#contract/time.ts'
import { getAgentCalls } from '#records/accounts/agent-calls.ts'
import { openTestDatabase, type TestDatabase } from '#test/postgres/database.ts'
import { type AgentCall, AgentCallCounter } from './agent-calls.ts'

const DAY = '2026-11-19' as CalendarDate
const CALL: AgentCall = { surface: 'rest', capability: 'unknowns', integration: null }
let opened: TestDatabase
let now: Instant
beforeEach(async () => {
  opened = await openTestDatabase()
  now = toInstant(`${DAY}T12:00:00Z`)
})
afterEach(() => opened[Symbol.asyncDispose]())

const warnings: object[] = []
function openCounter(database = opened.database): AgentCallCounter {
  const logger = { warn: (fields: object) => warnings.push(fields) }
  return new AgentCallCounter({ database, clock: { now: () => now }, logger })
}
const written = (from: CalendarDate = DAY) => getAgentCalls({ from }, opened.database)

test('nothing was collected before the first call', async () => {
  expect(await written()).toEqual({ collectedFrom: null, capabilities: [], integrations: [] })
})

test('calls count by day, surface and capability, and what is left is written at the end', async () => {
  {
    await using counter = openCounter()
    counter.count(CALL)
    counter.count({ ...CALL, integration: 'bot/1' })
    await counter.flush()
    counter.count({ ...CALL, surface: 'mcp', capability: 'get_project', integration: 'bot/1' })
    now = toInstant('2026-11-20T00:00:00Z')
    counter.count(CALL)
  }
  expect(await written()).toEqual({
    collectedFrom: DAY,
    capabilities: [
      { day: '2026-11-20', surface: 'rest', capability: 'unknowns', calls: 1 },
      { day: DAY, surface: 'mcp', capability: 'get_project', calls: 1 },
      { day: DAY, surface: 'rest', capability: 'unknowns', calls: 2 },
    ],
    integrations: [{ day: DAY, integration: 'bot/1', calls: 2 }],
  })
  expect((await written('2026-11-20' as CalendarDate)).capabilities).toHaveLength(1)
})

test('a day holds a bounded number of integrations, however many processes write', async () => {
  const most = LIMITS.agentIntegrations
  await using earlier = openCounter()
  earlier.count({ ...CALL, integration: 'other' })
  await earlier.flush()
  await Promise.all(
    [0, 1, 2].map(async (part) => {
      await using counter = openCounter()
      for (let n = 0; n < most; n += 1) counter.count({ ...CALL, integration: `bot-${part}-${n}` })
    }),
  )
  await using later = openCounter()
  const { integrations: first } = await written()
  const known = first.find(({ integration }) => integration !== 'other')?.integration
  later.count({ ...CALL, integration: String(known) })
  later.count({ ...CALL, integration: 'a name that sorts before every known one' })
  await later.flush()
  const { integrations, capabilities } = await written()
  expect(integrations).toHaveLength(most + 1)
  expect(integrations[0]).toEqual({ day: DAY, integration: 'other', calls: 2 * most + 2 })
  expect(integrations[1]).toEqual({ day: DAY, integration: known, calls: 2 })
  expect(capabilities).toEqual([{ day: DAY, surface: 'rest', capability: 'unknowns', calls: 3 * most + 3 }])
})

test('a day that is full leaves the next one its room', async () => {
  await using counter = openCounter()
  for (let n = 0; n < LIMITS.agentIntegrations; n += 1) counter.count({ ...CALL, integration: `bot-${n}` })
  await counter.flush()
  const next = '2026-11-20' as CalendarDate
  now = toInstant(`${next}T00:00:00Z`)
  counter.count({ ...CALL, integration: 'new' })
  await counter.flush()
  expect((await written(next)).integrations).toEqual([{ day: next, integration: 'new', calls: 1 }])
})

test('what cannot be written is kept and written later', async () => {
  await using broken = await openTestDatabase()
  await broken.database.schema.alterTable('agent_calls').renameTo('away').execute()
  await using counter = openCounter(broken.database)
  counter.count({ ...CALL, integration: 'bot' })
  await counter.flush()
  expect(warnings).toHaveLength(1)
  await broken.database.schema.alterTable('away').renameTo('agent_calls').execute()
  await counter.flush()
  const { capabilities, integrations } = await getAgentCalls({ from: DAY }, broken.database)
  expect([capabilities.map(({ calls }) => calls), integrations.map(({ calls }) => calls)]).toEqual([[1], [1]])
})

test('while nothing can be written, the first names of integrations are kept and the rest counts as other', async () => {
  await using broken = await openTestDatabase()
  await broken.database.schema.alterTable('agent_calls').renameTo('away').execute()
  await using counter = openCounter(broken.database)
  counter.count({ ...CALL, integration: 'the first' })
  const failing = counter.flush()
  for (let n = 0; n < LIMITS.agentIntegrations; n += 1) counter.count({ ...CALL, integration: `bot-${n}` })
  for (const integration of ['bot-0', 'bot-0']) counter.count({ ...CALL, integration })
  await failing
  await broken.database.schema.alterTable('away').renameTo('agent_calls').execute()
  await counter.flush()
  const { capabilities, integrations } = await getAgentCalls({ from: DAY }, broken.database)
  expect(capabilities.map(({ calls }) => calls)).toEqual([LIMITS.agentIntegrations + 3])
  expect(integrations).toHaveLength(LIMITS.agentIntegrations + 1)
  expect(integrations).toContainEqual({ day: DAY, integration: 'the first', calls: 1 })
  expect(integrations).toContainEqual({ day: DAY, integration: 'bot-0', calls: 3 })
  expect(integrations).toContainEqual({ day: DAY, integration: 'other', calls: 1 })
})
