import { createServer } from 'node:http'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { getPipelines } from '#records/collecting/pipelines.ts'
import { inTransaction } from '#records/database.ts'
import { aProject, aSource } from '#test/given/records.ts'
import { listenOnLoopback } from '#test/servers/loopback-server.ts'
import { openTestService } from '#test/service/test-service.ts'
import { answering, startReceiver } from '#test/webhooks/receiver.ts'
import { aPing, aSubscription } from '#test/webhooks/webhooks.ts'
import type { Service } from '../service.ts'
import { registerPipelines } from './pipelines.ts'
import { workFromStart } from './work.ts'

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

test('a start that is stopped in its first run ends without being ready, and stores no run', async () => {
  await using service = await openTestService()
  await registerPipelines(service)
  const stop = new AbortController()
  const ready = vi.fn()
  const stopAtRank = {
    run(label: string) {
      if (label.startsWith('rank')) stop.abort()
      return undefined
    },
    clear: () => undefined,
  }
  await workFromStart({ signal: stop.signal, show: stopAtRank, ready }, service)
  expect(ready).not.toHaveBeenCalled()
  expect(await finishedOf('evaluate', service)).not.toBeNull()
  expect(await finishedOf('rank', service)).toBeNull()
})

test('a start sends webhooks while it reads, and is ready while their backlog goes on', async () => {
  await using github = await startSilentServer()
  await using receiver = await startReceiver()
  await using service = await openTestService({
    GITHUB_API_URL: github.url,
    WEBHOOK_MASTER_KEY: 'a-master-key-of-at-least-32-characters',
  })
  const { database, clock } = service
  const project = await aProject({}, database)
  await aSource({ project_id: project.id }, database)
  await registerPipelines(service)
  const queueAnother = async () => {
    const now = clock.now()
    await aPing(await aSubscription({ url: receiver.url, now }, database), now, database)
  }
  // Each delivery ends only when another one is due, so the backlog never ends.
  receiver.answer = (one, response) => void queueAnother().then(() => answering(204)(one, response))
  await queueAnother()
  const stop = new AbortController()
  const ready = Promise.withResolvers<{ readonly isReading: boolean }>()
  const working = workFromStart({ signal: stop.signal, show, ready: ready.resolve }, service)
  await expect.poll(() => receiver.received.length).toBeGreaterThan(0)
  await expect.poll(() => finishedOf('deliver', service)).not.toBeNull()
  expect(await finishedOf('collect:github', service)).toBeNull()
  github.speak()
  await ready.promise
  const sent = receiver.received.length
  await expect.poll(() => receiver.received.length).toBeGreaterThan(sent)
  stop.abort()
  await working
})

test('a start is ready before the rows that are no longer kept are removed', async () => {
  await using service = await openTestService()
  await registerPipelines(service)
  const stop = new AbortController()
  const ready = vi.fn()
  const begun = await inTransaction(service.database, async (writer) => {
    await sql`lock table readings in share mode`.execute(writer)
    const working = workFromStart({ signal: stop.signal, show, ready }, service)
    await expect.poll(() => ready.mock.calls).toHaveLength(1)
    expect(await finishedOf('retention', service)).toBeNull()
    return { working }
  })
  await expect.poll(() => finishedOf('retention', service)).not.toBeNull()
  stop.abort()
  await begun.working
})
