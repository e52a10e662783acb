import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { inTransaction, onSnapshot, poolCountsOf, type Reader } from './database.ts'

const { database } = await fileDatabase()

type State = { isolation: string; read_only: string; snapshot: string }

async function stateOf(reader: Reader): Promise<State | undefined> {
  const { rows } = await sql<State>`
    select current_setting('transaction_isolation') as isolation, current_setting('transaction_read_only') as read_only,
      pg_current_snapshot()::text as snapshot`.execute(reader as typeof database)
  return rows[0]
}

test('statements that begin together all run on the snapshot, the first one too', async () => {
  const states = await onSnapshot(database, async (reader) => [
    ...(await Promise.all([stateOf(reader), stateOf(reader), stateOf(reader)])),
    await inTransaction(database, (writer) =>
      sql`create table changed_meanwhile (id int)`.execute(writer),
    ).then(() => stateOf(reader)),
  ])
  const [first] = states
  expect(first).toMatchObject({ isolation: 'repeatable read', read_only: 'on' })
  expect(states).toEqual([first, first, first, first])
})

test('one of the statements that begin together fails: the reads fail, and the connection serves the next', async () => {
  const failing = (reader: Reader) => sql`select 1 / 0`.execute(reader as typeof database)
  const read = onSnapshot(database, (reader) =>
    Promise.all([stateOf(reader), failing(reader), stateOf(reader)]),
  )
  await expect(read).rejects.toThrow('division by zero')
  expect(await onSnapshot(database, stateOf)).toMatchObject({ isolation: 'repeatable read' })
})

test('a statement that comes after the end of its snapshot is refused', async () => {
  const late = await onSnapshot(database, async (reader) => () => stateOf(reader))
  await expect(late()).rejects.toThrow('has ended')
})

test('a connection that is lost fails the reads, and the next ones have another', async () => {
  const lost = onSnapshot(database, async (reader) => {
    await stateOf(reader)
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(reader as typeof database)
  })
  await expect(lost).rejects.toThrow()
  expect(await onSnapshot(database, stateOf)).toMatchObject({ isolation: 'repeatable read' })
})

test('reads that fail leave no connection behind', async () => {
  const failing = Array.from({ length: 50 }, () =>
    onSnapshot(database, async (reader) => {
      await stateOf(reader)
      throw new Error('not found')
    }),
  )
  expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(
    failing.map(() => 'rejected'),
  )
  const used = () => {
    const counts = poolCountsOf(database)
    return counts && counts.open - counts.idle
  }
  await expect.poll(used).toBe(0)
})
