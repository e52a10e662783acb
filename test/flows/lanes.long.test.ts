import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { expect, test } from 'vitest'
import { PIPELINES, type PipelineName, runWhenDue } from '#app/pipelines/pipelines.ts'
import { makeStreamsDue } from '#records/collecting/streams.ts'
import { inTransaction } from '#records/database.ts'
import { forFile } from '#test/run/for-file.ts'
import { openWorld } from '#test/world/world.ts'

const world = await forFile(openWorld())

/** Makes every source and every pipeline due. */
async function makeAllDue(): Promise<void> {
  const { database, clock } = world.service
  const now = clock.now()
  await inTransaction(database, (writer) => makeStreamsDue({ now }, writer))
  await database.updateTable('pipelines').set({ due_at: now }).execute()
}

test('a second run of all pipelines opens no thread', async () => {
  await world.settle('gantry')
  const opened: unknown[] = []
  const note = (message: unknown) => void opened.push(message)
  subscribe('worker_threads', note)
  await world.settle('gantry')
  unsubscribe('worker_threads', note)
  expect(opened).toEqual([])
})

test('[R96] while every site answers after 14 s, every other provider is read again and again', async () => {
  await world.ask('/fault', { provider: 'sites', kind: 'slow', delayMs: 14_000 })
  const end = new AbortController()
  let sitesEnded = false
  const run = (name: PipelineName) => runWhenDue({ name, signal: end.signal }, world.service)
  await makeAllDue()
  const sites = run('collect:site').finally(() => {
    sitesEnded = true
  })
  const leased = world.service.database.selectFrom('pipelines').select('leased_until')
  const ofSites = () => leased.where('name', '=', 'collect:site').executeTakeFirst()
  await expect.poll(ofSites).not.toEqual({ leased_until: null })
  const others = PIPELINES.filter((name) => name.startsWith('collect:') && name !== 'collect:site')
  const read: unknown[] = []
  for (const _ of [1, 2]) {
    await makeAllDue()
    const runs = await Promise.all(others.map(run))
    read.push(...runs.map((one) => (one.result === 'ran' ? Object.keys(one.counts).length > 0 : one)))
  }
  const ended = sitesEnded
  end.abort()
  expect(await sites).toMatchObject({ result: 'interrupted' })
  expect(read).toEqual(Array.from({ length: 2 * others.length }, () => true))
  expect(ended).toBe(false)
})

test('[R96] every provider has a pipeline of its own, and no other pipeline stays registered', async () => {
  const { database } = world.service
  const stored = await database.selectFrom('pipelines').select('name').execute()
  expect(stored.map(({ name }) => name).toSorted()).toEqual([...PIPELINES].toSorted())
  const providers = await database.selectFrom('source_streams').select('provider').distinct().execute()
  expect(PIPELINES).toEqual(expect.arrayContaining(providers.map(({ provider }) => `collect:${provider}`)))
})
