import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'svc-pg-'))
  return () => rm(dataDir, { recursive: true, force: true })
})

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

test('starts on a private folder, is found by another process, stops, and starts again with its data', async () => {
  {
    await using server = await startEmbeddedPostgres({ dataDir })
    await ask(server.url, 'create table numbers (n int); insert into numbers values (7)')
    expect(await findEmbeddedPostgres(dataDir)).toBe(server.url)
  }
  expect(await findEmbeddedPostgres(dataDir)).toBeUndefined()
  await using server = await startEmbeddedPostgres({ dataDir })
  expect(await ask(server.url, 'select n from numbers')).toEqual([{ n: 7 }])
})

test('a server without a connection left is found, and refuses in its own words', async () => {
  await using server = await startEmbeddedPostgres({ dataDir, settings: { max_connections: '4' } })
  const held = Array.from({ length: 4 }, () => new pg.Client({ connectionString: server.url }))
  for (const client of held) await client.connect()
  expect(await findEmbeddedPostgres(dataDir)).toBe(server.url)
  await expect(ask(server.url, 'select 1')).rejects.toThrow('too many clients')
  for (const client of held) await client.end()
})

/** A process that starts the server, writes a line when it runs, and then does as `then` says. */
function startInChild(then: string) {
  return spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { startEmbeddedPostgres } from '#app/instance/embedded-postgres.ts'
       await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
       console.log('up'); ${then}`,
    ],
    { cwd: process.cwd(), stdio: ['ignore', 'pipe', 'inherit'] },
  )
}

test('takes over the server of a killed process, with its data', async () => {
  const child = startInChild('setInterval(() => {}, 1000)')
  await once(child.stdout, 'data')
  const left = await findEmbeddedPostgres(dataDir)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await using server = await startEmbeddedPostgres({ dataDir })
  expect(server.url).toBe(left)
})

test.each([
  ['exits', 'process.exit(1)'],
  ['ends by an error that nobody caught', 'throw new Error("trial")'],
])('a process that %s without disposing leaves no server behind', async (_, then) => {
  const child = startInChild(then)
  child.stdout.resume()
  await once(child, 'exit')
  await expect
    .poll(() => readdir(join(dataDir, 'postgres')), { timeout: 20_000 })
    .not.toContain('postmaster.pid')
})

test('recovers committed data after a kill that left a lock file', async () => {
  {
    await using server = await startEmbeddedPostgres({ dataDir })
    await ask(server.url, 'create table numbers (n int); insert into numbers values (7)')
    const [pid = ''] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
    process.kill(Number.parseInt(pid, 10), 'SIGKILL')
    await using again = await startEmbeddedPostgres({ dataDir })
    expect(await ask(again.url, 'select n from numbers')).toEqual([{ n: 7 }])
  }
  expect(await findEmbeddedPostgres(dataDir)).toBeUndefined()
})

test("starts despite a lock file that names another program's process", async () => {
  {
    await using server = await startEmbeddedPostgres({ dataDir })
    await ask(server.url, 'select 1')
  }
  await writeFile(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n/elsewhere\n0\n1\n`)
  await using server = await startEmbeddedPostgres({ dataDir })
  expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('starts again after a first start that was killed half way', async () => {
  await mkdir(join(dataDir, 'postgres.new/base'), { recursive: true })
  await using server = await startEmbeddedPostgres({ dataDir })
  expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
})
