import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFreePort } from '#app/instance/address.ts'
import { forFile } from '#test/run/for-file.ts'
import { type Fuzzed, openFuzzer, sendFuzzed } from '#test/run/fuzzer.ts'
import { type Spawned, spawnService } from '#test/service/spawned-service.ts'
import { openWorld } from '#test/world/world.ts'

const CONNECTIONS = 2_000
const REQUESTS = 50
/** The requests of a connection that may begin: the first one, and those that may wait behind it. */
const MOST_BEGUN = 17
/** Connections of one address. A process accepts 1,000 of them. */
const PER_ADDRESS = 500
const FUZZERS = 32
const FUZZED = 3_000
const NEW_CONNECTIONS = 100

const world = await forFile(openWorld())
let up: Spawned
let port: number
beforeAll(async () => {
  const { service, sandbox } = world
  port = await findFreePort()
  up = spawnService(['up'], {
    ...sandbox.settings,
    DATABASE_URL: service.databaseUrl.reveal(),
    DATA_DIR: `${service.config.dataDir}/up`,
    PORT: `${port}`,
    CATALOGUE_DIR: sandbox.catalogueDir,
    LOG_LEVEL: 'error',
    LEDGER_SECONDS: '5',
  })
  await up.ready
})
afterAll(() => up?.stop())

const PAGES = [
  '/projects/lumen?',
  '/api/projects?',
  '/api/changes?',
  '/api/projects/lumen/snapshot?',
  '/api/projects/lumen/history?series=status&',
  '/api/agent/research_project?project=lumen&',
  '/api/export/ships?',
]

/** Opens connections that each send many requests at once and never read. */
async function attack(): Promise<readonly Socket[]> {
  return Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, index) => {
      const localAddress = `127.70.0.${1 + Math.floor(index / PER_ADDRESS)}`
      const socket = connect({ host: '127.0.0.1', port, localAddress }).pause()
      socket.on('error', () => socket.destroy())
      await once(socket, 'connect')
      const line = (n: number) => `GET ${PAGES[(index + n) % PAGES.length]}n=${index * REQUESTS + n} HTTP/1.1`
      socket.write(Array.from({ length: REQUESTS }, (__, n) => `${line(n)}\r\nhost: a\r\n\r\n`).join(''))
      return socket
    }),
  )
}

/** Asks from many clients at once until enough was asked and the work is done. */
async function fuzzUntil(work: Promise<unknown>): Promise<readonly Fuzzed[]> {
  const next = openFuzzer(149)
  const answers: Fuzzed[] = []
  let asked = 0
  let isDone = false
  const done = work.finally(() => {
    isDone = true
  })
  const ask = async () => {
    while (!isDone || asked < FUZZED) {
      asked += 1
      answers.push(await sendFuzzed(next(), { port, from: `127.71.${asked % 250}.${1 + (asked % 241)}` }))
    }
  }
  await Promise.all([done, ...Array.from({ length: FUZZERS }, ask)])
  return answers
}

/** How many requests the service has begun. */
async function begun(): Promise<number> {
  const { text } = await sendFuzzed({ method: 'GET', path: '/metrics' }, { port, from: '127.72.2.1' })
  const counts = [...text.matchAll(/^svc_requests_total(?:\{.*\})? (\d+)$/gm)]
  return counts.reduce((sum, [, count]) => sum + Number(count), 0)
}

test('[R149] [R111] new connections are answered beside an attack by pipelining and a fuzzer, on an instance that works', async () => {
  const before = await begun()
  const attacking = attack()
  const statuses: number[] = []
  const probing = attacking.then(async () => {
    for (let n = 0; n < NEW_CONNECTIONS; n += 1) {
      const asked = { method: 'GET', path: `/api/projects/lumen?probe=${n}` }
      const { status } = await sendFuzzed(asked, { port, from: `127.72.0.${1 + n}` })
      statuses.push(status)
    }
  })
  const answers = await fuzzUntil(probing)
  expect(statuses).toEqual(Array(NEW_CONNECTIONS).fill(200))
  expect(answers.filter(({ status }) => status === 500)).toEqual([])
  const bare = answers.filter(
    ({ status, text, asked }) => status >= 400 && !asked.startsWith('HEAD') && !text.startsWith('{"'),
  )
  expect(bare).toEqual([])
  for (const socket of await attacking) socket.destroy()
  const asked = { method: 'GET', path: '/api/status' }
  expect((await sendFuzzed(asked, { port, from: '127.72.1.1' })).status).toBe(200)
  const after = await begun()
  expect(after).toBeGreaterThan(NEW_CONNECTIONS)
  expect(after - before - answers.length - NEW_CONNECTIONS).toBeLessThanOrEqual(CONNECTIONS * MOST_BEGUN)
})
