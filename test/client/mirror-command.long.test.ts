import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../database.ts'
import { writeFindings } from '../ledger.ts'
import { aProject } from '../records.ts'
import { spawnService } from '../spawned-service.ts'
import { copyOf, standing } from './ledger-copy.ts'
import { openServed, type ServedService } from './served.ts'

let served: ServedService
let foreign: TestDatabase
let folder: string
let projectId: string
let writer = 0
beforeAll(async () => {
  served = await openServed()
  foreign = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'svc-mirror-'))
  projectId = String((await aProject({}, served.service.database)).id)
})
afterAll(async () => {
  await served[Symbol.asyncDispose]()
  await foreign[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const spawnMirror = (to: string, ...more: readonly string[]) =>
  spawnService(['mirror', '--to', to, '--url', served.url, ...more], { DATA_DIR: folder })

/** Mirrors to the newest change. */
async function mirrorOnce(to: string): Promise<readonly string[]> {
  const { ended, out, err } = spawnMirror(to, '--once')
  expect([await ended, err]).toEqual([0, []])
  return out
}

async function write(): Promise<void> {
  writer += 1
  await writeFindings({ writer, rounds: 60, among: 40, projectId }, served.service.database)
}

type Line = { readonly id: string; readonly revision: number; readonly op: string }
async function linesIn(path: string): Promise<readonly Line[]> {
  return (await readFile(path, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}
async function rowsIn({ database }: TestDatabase): Promise<readonly Line[]> {
  const rows = await sql<Line>`select id, revision, event->>'op' as op from svc_changes`.execute(database)
  return rows.rows
}

/** Both targets, and how their copy is read. */
const TARGETS = [
  ['a file', () => join(folder, 'changes.jsonl'), () => linesIn(join(folder, 'changes.jsonl'))],
  ['a database', () => foreign.url, () => rowsIn(foreign)],
] as const

describe.each(TARGETS)('a copy in %s', (_, to, read) => {
  /** Each standing event once, in its highest revision, and no other. */
  async function expectCopy(): Promise<void> {
    const held = await read()
    expect(held.length).toBe(new Set(held.map(({ id }) => id)).size)
    expect(copyOf(held)).toEqual(copyOf(await standing(served.service.database)))
  }

  test('has what stands, applies revisions and retractions, and resumes where it ended', async () => {
    await write()
    expect((await mirrorOnce(to()))[0]).toBe(`mirroring ${served.url}/api/changes?after=c1.0`)
    await expectCopy()
    await write()
    expect((await mirrorOnce(to()))[0]).toMatch(/after=c1\.[1-9]\d*$/)
    await expectCopy()
  })

  test('is whole after a kill', async () => {
    const killed = spawnMirror(to())
    await expect.poll(() => killed.out.length).toBeGreaterThan(0)
    await write()
    killed.child.kill('SIGKILL')
    await killed.ended
    await write()
    await mirrorOnce(to())
    await expectCopy()
  })

  test('stays current until it is told to end', async () => {
    const running = spawnMirror(to())
    await expect.poll(() => running.out.length).toBeGreaterThan(0)
    await write()
    await expect.poll(() => running.out.length).toBeGreaterThan(1)
    expect(await running.stop()).toBe(0)
    await mirrorOnce(to())
    await expectCopy()
  })
})

test('a file whose writing a kill cut off, before its cursor was stored, is mended', async () => {
  const path = join(folder, 'cut.jsonl')
  await mirrorOnce(path)
  const cursor = await readFile(`${path}.cursor`)
  await write()
  await mirrorOnce(path)
  await writeFile(`${path}.cursor`, cursor)
  await appendFile(path, '{"id":"signal:cut","revi')
  await mirrorOnce(path)
  const held = await linesIn(path)
  expect(held.length).toBe(new Set(held.map(({ id }) => id)).size)
  expect(copyOf(held)).toEqual(copyOf(await standing(served.service.database)))
})

test.each([
  ['of another service', JSON.stringify({ service: 'https://svc.example', resumeAfter: 'c1.7' })],
  ['damaged', '{'],
  ['damaged', '{"service":7}'],
])('a cursor file that is %s is refused by its name: %s', async (words, text) => {
  const path = join(folder, 'other.jsonl')
  await writeFile(path, '')
  await writeFile(`${path}.cursor`, text)
  const { ended, err } = spawnMirror(path, '--once')
  expect(await ended).toBe(1)
  expect(err.join('\n')).toContain(`${path}.cursor is ${words}; delete both files`)
})
