import { afterAll, beforeAll, expect, test } from 'vitest'
import { HOUR_MS, msOf } from '#contract/time.ts'
import { openWorld, type World } from '#test/world.ts'
import { advance, cameOf, linesOf, stands } from './sandbox.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

const { signal } = new AbortController()

test('what became due is read and told with what the ledger came to say of it', async () => {
  await world.act('release', 'lumen')
  const before = world.service.clock.now()
  const came = await advance({ span: '2h', signal }, world.service)
  expect(msOf(came.now) - msOf(before)).toBeGreaterThanOrEqual(2 * HOUR_MS)
  expect(came).toMatchObject({ happened: 0, readings: { 'github.fresh': expect.any(Number) } })
  expect(came.ledger).toMatchObject({ 'build.release': 1 })
  expect(linesOf(came).split('\n')).toEqual([
    `now: ${came.now}`,
    'world: 0 things happened by themselves',
    expect.stringMatching(/^read: .*github\.fresh \d+/),
    expect.stringMatching(/^ledger: .*build\.release 1\b/),
  ])
})

test('the same is told where the running service did all of the work before', async () => {
  await world.act('release', 'lumen')
  const stood = await stands(world.service)
  await world.advance(2 * HOUR_MS)
  const came = await cameOf({ stood, ms: 2 * HOUR_MS }, world.service)
  expect(came.readings).toMatchObject({ 'github.fresh': expect.any(Number) })
  expect(came.ledger).toMatchObject({ 'build.release': 1 })
})

test('where nothing was due and nothing came of it, that is said', async () => {
  const stood = await stands(world.service)
  const came = await cameOf({ stood, ms: HOUR_MS }, world.service)
  expect(came).toMatchObject({ readings: {}, ledger: {} })
  expect(
    linesOf({ ...came, happened: 1, pipelines: [] })
      .split('\n')
      .slice(1),
  ).toEqual(['world: one thing happened by itself', 'read: nothing was due', 'ledger: nothing new'])
})
