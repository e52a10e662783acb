import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasFakeTime } from './postgres-server.ts'
import { type StandbyNode, type Standbys, startStandbys } from './standbys.ts'

let folder: string
let group: Standbys
let first: StandbyNode
let second: StandbyNode
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-standbys-'))
  group = await startStandbys(folder, 2)
  const [one, two] = group.standbys
  if (one === undefined || two === undefined) throw new Error('expected two standbys')
  first = one
  second = two
  await group.primary.query('create table counted (number int)')
  await group.caughtUp()
})
afterAll(async () => {
  await group?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

let written = 0
const write = async () => {
  written += 1
  await group.primary.query(`insert into counted values (${written})`)
}
const newest = async (node: StandbyNode) => {
  const [row] = await node.query<{ newest: number | null }>('select max(number) as newest from counted')
  return row?.newest
}

test('a standby whose replay is paused shows an old state until it goes on', async () => {
  await first.pauseReplay()
  const before = await newest(first)
  await write()
  await group.caughtUp([second])
  expect([await newest(first), await newest(second)]).toEqual([before, written])
  await first.resumeReplay()
  await group.caughtUp()
  expect(await newest(first)).toBe(written)
})

test('a standby that replays late is behind, and follows again', async () => {
  await first.delayReplay(600)
  await write()
  await group.caughtUp([second])
  expect(await newest(first)).toBe(written - 1)
  await first.delayReplay(0)
  await group.caughtUp()
  expect(await newest(first)).toBe(written)
})

test('a killed standby starts again and catches up', async () => {
  await first.kill()
  await expect(newest(first)).rejects.toThrow()
  await write()
  await first.start()
  await group.caughtUp()
  expect(await newest(first)).toBe(written)
})

test('a standby whose stream is cut stands still until it is restored', async () => {
  first.cutStream()
  await write()
  await group.caughtUp([second])
  expect(await newest(first)).toBe(written - 1)
  first.restoreStream()
  await group.caughtUp()
  expect(await newest(first)).toBe(written)
})

test.skipIf(!hasFakeTime)('the clock of one server is moved alone', async () => {
  const clockOf = async (node: StandbyNode) => {
    const [row] = await node.query<{ seconds: number }>('select extract(epoch from now())::float8 as seconds')
    return row?.seconds ?? Number.NaN
  }
  await first.setClock(3600)
  expect(Math.round(((await clockOf(first)) - (await clockOf(second))) / 60)).toBe(60)
  await first.setClock(0)
})

test('with a synchronous standby a promoted one has every commit, and the other follows it', async () => {
  await group.setSynchronous(true)
  await write()
  await group.primary.kill()
  const chosen = await group.newest()
  const other = chosen === first ? second : first
  await group.promote(chosen)
  expect(await newest(chosen)).toBe(written)
  await chosen.query('insert into counted values (1000)')
  await group.caughtUp()
  expect(await newest(other)).toBe(1000)
})
