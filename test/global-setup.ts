import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '#app/embedded-postgres.ts'
import { openDatabase } from '#records/database.ts'
import { migrate } from '#records/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    templateUrl: string
  }
}

/** One PostgreSQL for the run, its `svc` database migrated: test files clone it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-test-'))
  const server = await startEmbeddedPostgres({
    dataDir,
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  })
  const database = openDatabase(server.url, { maxConnections: 1 })
  await migrate(database)
  await database.destroy()
  project.provide('templateUrl', server.url)
  return async () => {
    await server[Symbol.asyncDispose]()
    await rm(dataDir, { recursive: true, force: true })
  }
}
