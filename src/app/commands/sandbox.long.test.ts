import { expect, test } from 'vitest'
import type { Service } from '#app/service.ts'
import { DAY_MS, HOUR_MS, type Instant, msOf } from '#contract/time.ts'
import { forFile } from '#test/run/for-file.ts'
import { openWorld } from '#test/world/world.ts'
import { nextPass } from './advance.ts'
import { advance, effectLines, effectsSince, startState } from './sandbox.ts'

const world = await forFile(openWorld())

const { signal } = new AbortController()

test('returns the readings and ledger events that the move made due', async () => {
  await world.act('release', 'lumen')
  const before = world.service.clock.now()
  const effects = await advance({ span: '2h', signal, unread: false }, world.service)
  expect(msOf(effects.now) - msOf(before)).toBeGreaterThanOrEqual(2 * HOUR_MS)
  expect(effects).toMatchObject({ happened: 0, readings: { 'github.fresh': expect.any(Number) } })
  expect(effects.ledger).toMatchObject({ 'build.release': 1 })
  expect(effectLines(effects).split('\n')).toEqual([
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
  const effects = await effectsSince({ start }, world.service)
  expect(effects.readings).toMatchObject({ 'github.fresh': expect.any(Number) })
  expect(effects.ledger).toMatchObject({ 'build.release': 1 })
})

test('says so when nothing was due and the ledger has nothing new', async () => {
  const start = await startState(world.service)
  const effects = await effectsSince({ start }, world.service)
  expect(effects).toMatchObject({ readings: {}, ledger: {} })
  expect(
    effectLines({ ...effects, happened: 1, pipelines: [] })
      .split('\n')
      .slice(1),
  ).toEqual(['world: 1 background event', 'read: nothing was due', 'ledger: nothing new'])
})

const INTERRUPTED_MOVE = /^Interrupted: the clock is at \S+Z, and the move was to \S+Z$/

/** The service with a clock that aborts `ending` when it has synced. */
function endingAtMove(ending: AbortController): Service {
  const { service } = world
  const sync: Service['clock']['sync'] = async (database) => {
    await service.clock.sync(database)
    ending.abort()
  }
  return { ...service, clock: { ...service.clock, sync } }
}

test.each([
  ['2035-03-15T09:00:00.000Z', '2035-03-15T16:00:00.000Z'],
  ['2035-03-15T18:00:00.000Z', '2035-03-16T00:06:00.000Z'],
  ['2035-03-16T00:05:59.999Z', '2035-03-16T00:06:00.000Z'],
])('after %s the next pass is at %s', (now, at) => {
  expect(nextPass(now as Instant)).toBe(at)
})

const evaluationsOf = () =>
  world.service.database
    .selectFrom('readings')
    .select('attempted_at')
    .where('outcome', 'in', ['fresh', 'not_modified'])
    .orderBy('attempted_at')
    .execute()

test('[R113] a move that is unread reads nothing on the way, and once at its end', async () => {
  const before = await startState(world.service)
  const effects = await advance({ span: '5d', signal, unread: true }, world.service)
  const end = msOf(effects.now)
  const since = (await evaluationsOf()).filter(({ attempted_at }) => attempted_at > before.at)
  expect(since.length).toBeGreaterThan(40)
  expect(since.filter(({ attempted_at }) => end - msOf(attempted_at) > HOUR_MS)).toEqual([])
  expect(end - msOf(before.at)).toBeGreaterThanOrEqual(5 * DAY_MS)
})

test('a move reads what falls due on the way, at its time', async () => {
  const before = await startState(world.service)
  await advance({ span: '1d', signal, unread: false }, world.service)
  const since = (await evaluationsOf()).filter(({ attempted_at }) => attempted_at > before.at)
  const parts = new Set(since.map(({ attempted_at }) => Math.floor(msOf(attempted_at) / (4 * HOUR_MS))))
  expect(parts.size).toBe(4)
})

test.each([
  ['unread', true],
  ['read on the way', false],
])('a move that is %s refuses when its pipelines are interrupted', async (_, unread) => {
  const before = world.service.clock.now()
  const ending = new AbortController()
  const interrupted = advance({ span: '2d', signal: ending.signal, unread }, endingAtMove(ending))
  await expect(interrupted).rejects.toThrow(
    unread
      ? /^Interrupted: collect did not reach its end\. To finish, run svc pipeline run all$/
      : INTERRUPTED_MOVE,
  )
  const movedMs = msOf(world.service.clock.now()) - msOf(before)
  expect(movedMs >= 2 * DAY_MS).toBe(unread)
})

test.each([true, false])(
  'an interrupted move leaves the clock where it is, and says so (unread: %s)',
  async (unread) => {
    const before = world.service.clock.now()
    const interrupted = advance({ span: '2d', signal: AbortSignal.abort(), unread }, world.service)
    await expect(interrupted).rejects.toThrow(INTERRUPTED_MOVE)
    expect(msOf(world.service.clock.now()) - msOf(before)).toBeLessThan(HOUR_MS)
  },
)
