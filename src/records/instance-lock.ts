import pg from 'pg'
import { LOCKS } from './database.ts'

/**
 * Takes the lock of a database's only `svc up` on a connection of its own, until disposed; undefined when another
 * process has it. The lock of a killed process ends with its connection.
 */
export async function holdInstanceLock(url: string): Promise<AsyncDisposable | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: 'svc instance' })
  await client.connect()
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1, $2) as locked', [
    4663,
    LOCKS.instance,
  ])
  if (rows[0]?.locked === true) return { [Symbol.asyncDispose]: () => client.end() }
  await client.end()
  return undefined
}
