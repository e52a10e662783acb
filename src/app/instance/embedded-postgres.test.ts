import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { Refusal } from '#operator/refusal.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

test('[R145] a folder of another PostgreSQL is refused by its number, and nothing is started or written there', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-other-version-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  await mkdir(join(dataDir, 'postgres'))
  await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
  const started = startEmbeddedPostgres({ dataDir })
  await expect(started).rejects.toThrow(Refusal)
  await expect(started).rejects.toThrow(
    /postgres is of PostgreSQL 17, expected 18: "The data directory was initialized by PostgreSQL version 17, which is not compatible with this version 18"/,
  )
  expect(await readdir(dataDir)).toEqual(['postgres'])
})
