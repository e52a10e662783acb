import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '#app/instance/embedded-postgres.ts'
import { openDatabase } from '#records/database.ts'
import { migrate } from '#records/migrate.ts'
import { withColumnTypes } from './column-types.ts'
import { writeGenerated } from './generated-file.ts'

/** Writes src/records/tables.ts from the migrated schema. With --check it fails if the file differs. */
const dataDir = await mkdtemp(join(tmpdir(), 'svc-tables-'))
const generated = join(dataDir, 'tables.ts')
{
  await using server = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } })
  const database = openDatabase(server.url, { maxConnections: 1 })
  await migrate(database)
  await database.destroy()
  execFileSync(
    join(import.meta.dirname, '../node_modules/.bin/kysely-codegen'),
    [
      '--dialect',
      'postgres',
      '--url',
      server.url,
      '--out-file',
      generated,
      '--exclude-pattern',
      'migrations',
      '--type-mapping',
      '{"timestamptz":"Instant","date":"CalendarDate","int8":"number","numeric":"string"}',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
}
const tables = (await readFile(generated, 'utf8')).replace(
  'export interface DB {',
  'export interface Tables {',
)
const text = withColumnTypes(tables)
await rm(dataDir, { recursive: true, force: true })
await writeGenerated({ path: 'src/records/tables.ts', text, from: 'the migrations', script: 'tables' })
