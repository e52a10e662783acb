import { expect, test } from 'vitest'
import { addMs, type Instant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import * as given from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { evaluateProjects } from './run.ts'

const NOW = given.DEFAULT_NOW
const { database } = await fileDatabase()

test('[R31] locks are not measured while a locker lists locks that were not read', async () => {
  const token = given.addressOf(0x70)
  const { id } = await given.aProject({}, database)
  await given.aToken({ project_id: id, address: token }, database)
  const locker = await given.aSource(
    { project_id: id, kind: 'locker', locator: `${token}:${token}` },
    database,
  )
  const read = { first_ok_at: addMs(NOW, -60_000), last_ok_at: NOW, last_tried_at: NOW }
  await given.aStream({ source_id: locker.id, stream: 'locks', provider: 'chain', ...read }, database)
  const stateAfter = async (position: object, now: Instant) => {
    await database
      .updateTable('source_streams')
      .set({ position: JSON.stringify(position) })
      .where('source_id', '=', locker.id)
      .execute()
    await inTransaction(database, (writer) => evaluateProjects({ projectIds: [id], now }, writer))
    const { state } = await database
      .selectFrom('evaluations')
      .select('state')
      .where('project_id', '=', id)
      .where('fact', '=', 'coverage.locks')
      .where('superseded_at', 'is', null)
      .executeTakeFirstOrThrow()
    return state
  }
  expect(await stateAfter({ unreadLocks: 2 }, NOW)).toBe('NOT_ENOUGH_YET')
  expect(await stateAfter({}, addMs(NOW, 60_000))).toBe('MEASURED')
})
