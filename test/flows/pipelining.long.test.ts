import { once } from 'node:events'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '#app/instance/address.ts'
import { KNOWN } from '#test/given/card-evidence.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { storeToken } from '#test/service/http-service.ts'
import { type Spawned, spawnService } from '#test/service/spawned-service.ts'

const CONNECTIONS = 2_000
/** Connections of one address. A process accepts 1,000 of them. */
const PER_ADDRESS = 500
/** The requests of a connection that may begin: the first one, and those that may wait behind it. */
const MOST_BEGUN = 17
const MEGABYTE = 1024 * 1024

const opened = await fileDatabase()
let serving: Spawned
let port: number
let card: string
beforeAll(async () => {
  port = await findFreePort()
  serving = spawnService(['serve'], { DATABASE_URL: opened.url, PORT: `${port}`, LOG_LEVEL: 'error' })
  await serving.ready
  const { address } = await storeToken({ evidence: KNOWN }, opened.database)
  card = `/api/v1/builder?token=${address}`
})
afterAll(() => serving.stop())

/** The status of an answer to a caller that reads it. */
async function ask(path: string, localAddress: string): Promise<number> {
  const sent = request({ host: '127.0.0.1', port, path, localAddress, agent: false }).end()
  const [response] = await once(sent, 'response')
  response.resume()
  await once(response, 'end')
  return response.statusCode
}

/** Sums the lines of a metric. */
async function metric(name: string): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const values = [...text.matchAll(new RegExp(`^${name}(?:\\{.*\\})? (\\d+(?:\\.\\d+)?)$`, 'gm'))]
  return values.reduce((sum, [, value]) => sum + Number(value), 0)
}

/** Opens a connection that sends this many requests at once and never reads. */
async function attack(
  index: number,
  asked: { readonly count: number; readonly net: number },
): Promise<Socket> {
  const localAddress = `127.${asked.net}.0.${1 + Math.floor(index / PER_ADDRESS)}`
  const socket = connect({ host: '127.0.0.1', port, localAddress }).pause()
  socket.on('error', () => socket.destroy())
  await once(socket, 'connect')
  const one = (n: number) => `GET ${card}&integration=n${index * 50 + n} HTTP/1.1\r\nhost: a\r\n\r\n`
  socket.write(Array.from({ length: asked.count }, (_, n) => one(n)).join(''))
  return socket
}

/** Asks again and again, each second as another client, until all of the work is done. */
async function askUntil(work: Promise<unknown>, net: number): Promise<readonly number[]> {
  const statuses: number[] = []
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  while (!isDone || statuses.length < 100) {
    const client = Math.floor(statuses.length / 50)
    statuses.push(await ask(card, `127.${net}.${Math.floor(client / 250)}.${1 + (client % 250)}`))
  }
  await done
  return statuses
}

test.each([
  { count: 50, net: 20 },
  { count: MOST_BEGUN, net: 22 },
])(
  '[R101] 2,000 connections with $count requests each that are never read are bounded, and other callers are answered',
  async ({ count, net }) => {
    const before = {
      requests: await metric('svc_requests_total'),
      bytes: await metric('process_resident_memory_bytes'),
    }
    const attacking = Promise.all(
      Array.from({ length: CONNECTIONS }, (_, index) => attack(index, { count, net })),
    )
    const statuses = await askUntil(attacking, net + 1)
    expect(new Set(statuses)).toEqual(new Set([200]))
    await expect.poll(() => metric('svc_requests_in_flight')).toBeLessThanOrEqual(1)
    const begun = (await metric('svc_requests_total')) - before.requests - statuses.length
    expect(begun).toBeLessThanOrEqual(CONNECTIONS * MOST_BEGUN)
    const grownBytes = (await metric('process_resident_memory_bytes')) - before.bytes
    expect(grownBytes).toBeLessThan(400 * MEGABYTE)
    for (const socket of await attacking) socket.destroy()
    expect(await ask(card, `127.${net + 1}.9.9`)).toBe(200)
  },
)
