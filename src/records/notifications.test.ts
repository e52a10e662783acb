import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { inTransaction } from './database.ts'
import { announce, listenForAnnouncements } from './notifications.ts'

let opened: TestDatabase
let ending: AsyncDisposableStack
beforeAll(async () => {
  opened = await openTestDatabase()
  ending = new AsyncDisposableStack()
})
afterEach(async () => {
  await ending.disposeAsync()
  ending = new AsyncDisposableStack()
})
afterAll(() => opened[Symbol.asyncDispose]())

/** What a listener was told, in order. */
function listen(url: string): string[] {
  const told: string[] = []
  const listener = listenForAnnouncements(url, {
    heard: (topic) => told.push(topic),
    began: () => told.push('began'),
    lost: () => told.push('lost'),
  })
  ending.use(listener)
  return told
}

const tell = (topic: 'answers' | 'keys') =>
  inTransaction(opened.database, (writer) => announce(topic, writer))

test('every listener hears what was committed, and nothing of what was not', async () => {
  const [one, other] = [listen(opened.url), listen(opened.url)]
  await expect.poll(() => [one, other]).toEqual([['began'], ['began']])
  const undone = inTransaction(opened.database, async (writer) => {
    await announce('keys', writer)
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  await tell('answers')
  await expect
    .poll(() => [one, other])
    .toEqual([
      ['began', 'answers'],
      ['began', 'answers'],
    ])
})

test('a listener whose connection is ended says so, and listens again', async () => {
  const told = listen(opened.url)
  await expect.poll(() => told).toEqual(['began'])
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'svc listener' and datname = current_database()`.execute(opened.database)
  await expect.poll(() => told, { timeout: 10_000 }).toEqual(['began', 'lost', 'began'])
  await tell('keys')
  await expect.poll(() => told.at(-1)).toBe('keys')
})

test('a connection that goes silent is found out, and one made anew', async () => {
  const relay = await openRelay(opened.url)
  ending.defer(relay.close)
  const told = listen(relay.url)
  await expect.poll(() => told).toEqual(['began'])
  relay.silence()
  await expect.poll(() => told, { timeout: 20_000 }).toEqual(['began', 'lost', 'began'])
})

test('what is not there yet is listened to once it is', async () => {
  const relay = await openRelay(opened.url)
  relay.close()
  const told = listen(relay.url)
  const again = await openRelay(opened.url, relay.port)
  ending.defer(again.close)
  await expect.poll(() => told, { timeout: 20_000 }).toEqual(['began'])
})

/** Passes bytes on to the server; once silenced, connections that stand pass nothing more, new ones do. */
async function openRelay(url: string, onPort = 0) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const relay: Server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
    }
    near.pipe(far).pipe(near)
  })
  relay.listen(onPort, '127.0.0.1')
  await once(relay, 'listening')
  const address = relay.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  const through = new URL(url)
  through.port = `${port}`
  through.hostname = '127.0.0.1'
  return {
    url: through.href,
    port,
    silence() {
      for (const socket of sockets) socket.unpipe().pause()
    },
    close() {
      relay.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
