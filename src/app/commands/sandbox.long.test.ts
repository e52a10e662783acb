import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS, msOf } from '#contract/time.ts'
import { openWorld, type World } from '#test/world.ts'
import { advance, effectsOf, linesOf, startState } from './sandbox.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const { signal } = new AbortController()

test('returns the readings and ledger events that the move made due', async () => {
  await world.act('release', 'lumen')
  const before = world.service.clock.now()
  const effects = await advance({ span: '2h', signal }, world.service)
  expect(msOf(effects.now) - msOf(before)).toBeGreaterThanOrEqual(2 * HOUR_MS)
  expect(effects).toMatchObject({ happened: 0, readings: { 'github.fresh': expect.any(Number) } })
  expect(effects.ledger).toMatchObject({ 'build.release': 1 })
  expect(linesOf(effects).split('\n')).toEqual([
    `now: ${effects.now}`,
    'world: 0 background events',
    expect.stringMatching(/^read: .*github\.fresh \d+/),
    expect.stringMatching(/^ledger: .*build\.release 1\b/),
  ])
})

test('returns the same when the running service has already done the work', async () => {
  await world.act('release', 'lumen')
  const start = await startState(world.service)
  await world.advance(2 * HOUR_MS)
  const effects = await effectsOf({ start, ms: 2 * HOUR_MS }, world.service)
  expect(effects.readings).toMatchObject({ 'github.fresh': expect.any(Number) })
  expect(effects.ledger).toMatchObject({ 'build.release': 1 })
})

test('says so when nothing was due and the ledger has nothing new', async () => {
  const start = await startState(world.service)
  const effects = await effectsOf({ start, ms: HOUR_MS }, world.service)
  expect(effects).toMatchObject({ readings: {}, ledger: {} })
  expect(
    linesOf({ ...effects, happened: 1, pipelines: [] })
      .split('\n')
      .slice(1),
  ).toEqual(['world: 1 background event', 'read: nothing was due', 'ledger: nothing new'])
})
