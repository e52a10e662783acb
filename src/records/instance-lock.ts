import pg from 'pg'
import { LOCKS } from './database.ts'

/**
 * Holds the lock of the one `svc up` of a database on a connection of its own, until disposed; undefined when another
 * process holds it. A killed process loses it with its connection.
 */
export async function holdInstanceLock(url: string): Promise<AsyncDisposable | undefined> {
  const client = new pg.Client({ connectionString: url, application_name: 'svc instance' })
  await client.connect()
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1, $2) as held', [
    4663,
    LOCKS.instance,
  ])
  if (rows[0]?.held === true) return { [Symbol.asyncDispose]: () => client.end() }
  await client.end()
  return undefined
}
