import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { openRelay } from '#test/postgres/relay.ts'
import { inTransaction } from './database.ts'
import { announce, listenForAnnouncements } from './notifications.ts'

const opened = await fileDatabase()
let ending = new AsyncDisposableStack()
afterEach(async () => {
  await ending.disposeAsync()
  ending = new AsyncDisposableStack()
})

/** The calls a listener received, in order. */
function listen(url: string): string[] {
  const events: string[] = []
  const listener = listenForAnnouncements(url, {
    heard: (topic) => events.push(topic),
    began: () => events.push('began'),
    lost: () => events.push('lost'),
  })
  ending.use(listener)
  return events
}

const send = (topic: 'answers' | 'keys') =>
  inTransaction(opened.database, (writer) => announce(topic, writer))

test('every listener receives committed announcements, and none that was rolled back', async () => {
  const [one, other] = [listen(opened.url), listen(opened.url)]
  await expect.poll(() => [one, other]).toEqual([['began'], ['began']])
  const undone = inTransaction(opened.database, async (writer) => {
    await announce('keys', writer)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await send('answers')
  await expect
    .poll(() => [one, other])
    .toEqual([
      ['began', 'answers'],
      ['began', 'answers'],
    ])
})

test('a listener whose connection ends reports it and listens again', async () => {
  const events = listen(opened.url)
  await expect.poll(() => events).toEqual(['began'])
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'svc listener' and datname = current_database()`.execute(opened.database)
  await expect.poll(() => events, { timeout: 10_000 }).toEqual(['began', 'lost', 'began'])
  await send('keys')
  await expect.poll(() => events.at(-1)).toBe('keys')
})

test('a silent connection is detected and replaced', async () => {
  const relay = await openRelay(opened.url)
  ending.defer(relay.close)
  const events = listen(relay.url)
  await expect.poll(() => events).toEqual(['began'])
  relay.silence()
  await expect.poll(() => events, { timeout: 20_000 }).toEqual(['began', 'lost', 'began'])
})

test('listening begins once the server is reachable', async () => {
  const relay = await openRelay(opened.url)
  relay.close()
  const events = listen(relay.url)
  const again = await openRelay(opened.url, relay.port)
  ending.defer(again.close)
  await expect.poll(() => events, { timeout: 20_000 }).toEqual(['began'])
})
