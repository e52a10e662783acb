import { createServer } from 'node:http'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { getPipelines } from '#records/collecting/pipelines.ts'
import { openDatabase } from '#records/database.ts'
import { openTestDatabase } from '#test/database.ts'
import { listenOnLoopback } from '#test/loopback-server.ts'
import { aProject, aSource } from '#test/records.ts'
import { openTestService } from '#test/test-service.ts'
import { startClock } from './clock.ts'
import { registerPipelines } from './pipelines.ts'
import type { Service } from './service.ts'
import { syncClock, workFromStart } from './work.ts'

const show = { run: () => undefined, clear: () => undefined }
const finishedOf = async (name: string, { database }: Service) =>
  (await getPipelines(database)).find((pipeline) => pipeline.name === name)?.lastFinishedAt

/** A server that answers nothing until it is told to. */
async function startSilentServer() {
  const spoken = Promise.withResolvers<void>()
  const server = createServer((_, response) => {
    void spoken.promise.then(() => response.writeHead(404).end('{}'))
  })
  return { ...(await listenOnLoopback(server)), speak: () => spoken.resolve() }
}

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

test('a start runs every other step and is ready while a provider takes long to answer', async () => {
  await using github = await startSilentServer()
  await using service = await openTestService({ GITHUB_API_URL: github.url })
  const project = await aProject({}, service.database)
  await aSource({ project_id: project.id }, service.database)
  await registerPipelines(service)
  const stop = new AbortController()
  const ready = Promise.withResolvers<{ readonly isReading: boolean }>()
  const input = { signal: stop.signal, show, aloneMs: 100, ready: ready.resolve }
  const working = workFromStart(input, service)
  expect(await ready.promise).toEqual({ isReading: true })
  expect(await finishedOf('ledger', service)).not.toBeNull()
  expect(await finishedOf('collect:github', service)).toBeNull()
  github.speak()
  await expect.poll(() => finishedOf('collect:github', service)).not.toBeNull()
  stop.abort()
  await working
})

test('a start is ready as soon as everything was read', async () => {
  await using service = await openTestService()
  await registerPipelines(service)
  const stop = new AbortController()
  const ready = Promise.withResolvers<{ readonly isReading: boolean }>()
  const working = workFromStart({ signal: stop.signal, show, ready: ready.resolve }, service)
  expect(await ready.promise).toEqual({ isReading: false })
  expect(await finishedOf('collect:github', service)).not.toBeNull()
  stop.abort()
  await working
})
