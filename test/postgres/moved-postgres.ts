import { join } from 'node:path'
import { findFreePort } from '#app/instance/address.ts'
import { openDatabase } from '#records/database.ts'
import { migrate } from '#records/migrate.ts'
import { startChosenPostgres } from './chosen-postgres.ts'
import { setClockFile, startPostgresServer, stopPostgresServer } from './postgres-server.ts'

/** A migrated PostgreSQL whose processes read a clock that the test moves. */
export type MovedPostgres = AsyncDisposable & {
  readonly url: string
  /** Sets the clock of PostgreSQL to this many seconds after the machine's. */
  readonly setClock: (secondsAhead: number) => Promise<void>
}

/** Starts the packaged PostgreSQL in a folder, under libfaketime. */
export async function startMovedPostgres(dataDir: string): Promise<MovedPostgres> {
  const made = await startChosenPostgres({ dataDir })
  await made[Symbol.asyncDispose]()
  const clock = join(dataDir, 'clock')
  await setClockFile(clock, 0)
  const url = new URL(made.url)
  url.port = `${await findFreePort()}`
  const server = await startPostgresServer({ data: join(dataDir, 'postgres'), port: url.port, clock })
  const database = openDatabase(url.href, { maxConnections: 1 })
  await migrate(database)
  await database.destroy()
  return {
    url: url.href,
    setClock: (secondsAhead) => setClockFile(clock, secondsAhead),
    [Symbol.asyncDispose]: () => stopPostgresServer(server),
  }
}
