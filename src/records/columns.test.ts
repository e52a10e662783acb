import { expect, test } from 'vitest'
import { toInstant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import { addressOf } from '#test/given/records.ts'
import { storeProject } from '#test/given/stored-project.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { insertAll } from './columns.ts'

const NOW = toInstant('2026-11-20T12:00:00.123Z')
const { database } = await fileDatabase()

test('inserts more values than a statement can have parameters', async () => {
  const rows = Array.from({ length: 40_000 }, (_, n) => ({ client: `client ${n}`, signed_up_at: NOW }))
  await inTransaction(database, (writer) => insertAll('sign_ups', rows, writer).execute())
  const { count } = await database
    .selectFrom('sign_ups')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('signed_up_at', '=', NOW)
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(40_000)
})

test('keeps numbers longer than those of JSON, instants and booleans as they are given', async () => {
  const { projectId, sourceId } = await storeProject({ kind: 'locker', locator: 'a:b' }, database)
  const lock = {
    chain_id: 4663,
    locker: addressOf(1) as never,
    lock_id: '115792089237316195423570985008687907853269984665640564039457584007913129639935',
    project_id: projectId,
    source_id: sourceId,
    token: addressOf(2) as never,
    owner: addressOf(3) as never,
    amount: '340282366920938463463374607431768211456',
    unlock_at: NOW,
    withdrawn: true,
    detected_at: NOW,
    observed_at: NOW,
  }
  const open = { ...lock, lock_id: '2', withdrawn: false }
  await inTransaction(database, (writer) => insertAll('locks', [lock, open], writer).execute())
  expect(await database.selectFrom('locks').selectAll().orderBy('lock_id', 'desc').execute()).toEqual([
    lock,
    open,
  ])
})
