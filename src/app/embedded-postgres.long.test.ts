import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
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
    await ask(server.url, 'create table kept (n int); insert into kept values (7)')
    expect(await findEmbeddedPostgres(dataDir)).toBe(server.url)
  }
  expect(await findEmbeddedPostgres(dataDir)).toBeUndefined()
  await using server = await startEmbeddedPostgres({ dataDir })
  expect(await ask(server.url, 'select n from kept')).toEqual([{ n: 7 }])
})

test('the server a killed process left running is taken over, with its data', async () => {
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { startEmbeddedPostgres } from '#app/embedded-postgres.ts'
       await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })
       console.log('up'); setInterval(() => {}, 1000)`,
    ],
    { cwd: process.cwd(), stdio: ['ignore', 'pipe', 'inherit'] },
  )
  await once(child.stdout, 'data')
  const left = await findEmbeddedPostgres(dataDir)
  child.kill('SIGKILL')
  await once(child, 'exit')
  await using server = await startEmbeddedPostgres({ dataDir })
  expect(server.url).toBe(left)
})

test('a server killed outright leaves a lock file; the next start recovers what was committed', async () => {
  {
    await using server = await startEmbeddedPostgres({ dataDir })
    await ask(server.url, 'create table kept (n int); insert into kept values (7)')
    const [pid = ''] = (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')
    process.kill(Number.parseInt(pid, 10), 'SIGKILL')
    await using again = await startEmbeddedPostgres({ dataDir })
    expect(await ask(again.url, 'select n from kept')).toEqual([{ n: 7 }])
  }
  expect(await findEmbeddedPostgres(dataDir)).toBeUndefined()
})

test("a lock file that names some other program's process does not stop a start", async () => {
  {
    await using server = await startEmbeddedPostgres({ dataDir })
    await ask(server.url, 'select 1')
  }
  await writeFile(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n/elsewhere\n0\n1\n`)
  await using server = await startEmbeddedPostgres({ dataDir })
  expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('a first start killed half way leaves nothing that a second trips over', async () => {
  await mkdir(join(dataDir, 'postgres.new/base'), { recursive: true })
  await using server = await startEmbeddedPostgres({ dataDir })
  expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
})
