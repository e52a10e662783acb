import { pino } from 'pino'
import { expect, test } from 'vitest'
import { openDatabase } from '#records/database.ts'
import { openTestDatabase } from '#test/database.ts'
import { startClock } from './clock.ts'
import { syncClock } from './work.ts'

test('a database that is away is logged once, however many turns fail, and again after it came back', async () => {
  await using opened = await openTestDatabase()
  const away = openDatabase('postgres://svc:x@127.0.0.1:9/svc', { maxConnections: 1 })
  const turns = [away, away, opened.database, away, away]
  const clock = await startClock(opened.database)
  const lines: string[] = []
  const stop = new AbortController()
  const sync: typeof clock.sync = async () => {
    const database = turns.shift() ?? away
    if (turns.length === 0) stop.abort()
    return clock.sync(database)
  }
  await syncClock(stop.signal, {
    clock: { ...clock, sync },
    database: opened.database,
    logger: pino({}, { write: (line: string) => lines.push(line) }),
  })
  await away.destroy()
  expect(lines).toHaveLength(2)
})
