import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { aProject } from '#test/given/records.ts'
import type { TestDatabase } from '#test/postgres/database.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { forFile } from '#test/run/for-file.ts'
import { listenOnLoopback } from '#test/servers/loopback-server.ts'
import { spawnService } from '#test/service/spawned-service.ts'
import { writeFindings } from '#test/webhooks/ledger.ts'
import { copyOf, standing } from './ledger-copy.ts'
import { openServed } from './served.ts'

const served = await forFile(openServed())
const foreign = await fileDatabase()
const folder = await mkdtemp(join(tmpdir(), 'svc-mirror-'))
afterAll(() => rm(folder, { recursive: true }))
const projectId = String((await aProject({}, served.service.database)).id)
let writer = 0

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

const FILE = {
  to: () => join(folder, 'changes.jsonl'),
  read: () => linesIn(FILE.to()),
  resumeAfter: (cursor: string) =>
    writeFile(`${FILE.to()}.cursor`, JSON.stringify({ service: served.url, resumeAfter: cursor })),
  renewal: () => `delete ${FILE.to()} and ${FILE.to()}.cursor`,
  async renew() {
    await rm(FILE.to())
    await rm(`${FILE.to()}.cursor`)
  },
}
const TABLE = {
  to: () => foreign.url,
  read: () => rowsIn(foreign),
  async resumeAfter(cursor: string) {
    await sql`update svc_mirrors set resume_after = ${cursor}`.execute(foreign.database)
  },
  renewal: () => `delete the rows of ${served.url} from svc_changes, and then from svc_mirrors`,
  async renew() {
    await sql`delete from svc_changes`.execute(foreign.database)
    await sql`delete from svc_mirrors`.execute(foreign.database)
  },
}

describe.each([
  ['a file', FILE],
  ['a database', TABLE],
])('a copy in %s', (_, { to, read, resumeAfter, renewal, renew }) => {
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

  test('whose ledger was restored to an earlier point is not resumed, also when the ledger reaches its cursor', async () => {
    await write()
    const mirrored = (await mirrorOnce(to())).at(-1)
    const [position = ''] = mirrored?.match(/(?<=^c1\.)\d+/) ?? []
    const beyond = `c1.${Number(position) + 1}`
    await resumeAfter(beyond)
    const words =
      `svc: the ledger of ${served.url} contradicts this copy, as after a restore to an earlier point; ` +
      `to begin the copy again, ${renewal()}`
    const restored = spawnMirror(to(), '--once')
    expect([await restored.ended, ...restored.err]).toEqual([
      1,
      expect.stringContaining(`${words} (${beyond}: Invalid`),
    ])
    await write()
    const later = spawnMirror(to(), '--once')
    expect([await later.ended, ...later.err]).toEqual([1, words])
    await renew()
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

test('a mirror that runs once ends with status 1 when it would wait for minutes', async () => {
  const server = createServer((_, response) => {
    response.writeHead(503, { 'retry-after': '3600' }).end('away')
  })
  await using away = await listenOnLoopback(server)
  const args = ['mirror', '--to', join(folder, 'away.jsonl'), '--url', away.url, '--once']
  const { ended, err } = spawnService(args, { DATA_DIR: folder })
  expect(await ended).toBe(1)
  expect(err).toEqual([
    expect.stringMatching(
      /No changes after c1\.0 came from http:\S+ \(Not the service: .* answered 503: away\)\. To continue, run the command again$/,
    ),
  ])
})
