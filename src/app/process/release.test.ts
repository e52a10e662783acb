import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addMs } from '#contract/time.ts'
import { getPipelines, leasePipeline, NEWER_GONE_MS, savePipelines } from '#records/collecting/pipelines.ts'
import { inTransaction } from '#records/database.ts'
import { forFile } from '#test/run/for-file.ts'
import { openTestService } from '#test/service/test-service.ts'
import { areRegistered, LEASED, PIPELINES, registerPipelines } from '../pipelines/pipelines.ts'
import { RELEASE, watchRegistration } from './release.ts'

const NEWER = { release: [...RELEASE.slice(0, -1), Number(RELEASE.at(-1)) + 1] }

let afterMs = 0
const { clock, ...rest } = await forFile(openTestService())
/** The service with a clock that is `afterMs` ahead. */
const service = { ...rest, clock: { ...clock, now: () => addMs(clock.now(), afterMs) } }
const register = () => registerPipelines(service)
const watchHere = () => watchRegistration(service, { areRegistered: () => areRegistered(service), register })
/** Registers the pipelines of a newer release, and leases the one that only that release knows. */
const runNewer = () =>
  inTransaction(service.database, async (writer) => {
    const now = service.clock.now()
    const pipelines = [...LEASED, 'of newer'].map((name) => ({ name, cadenceSeconds: 3600 }))
    await savePipelines({ ...NEWER, pipelines, now }, writer)
    const token = randomUUID()
    expect(
      await leasePipeline({ ...NEWER, name: 'of newer', token, now, leaseMs: 1, when: 'due' }, writer),
    ).toBe(true)
  })
const stored = async () =>
  new Map(
    (await getPipelines(service.database)).map(({ name, cadenceSeconds }) => [name, cadenceSeconds] as const),
  )

test('a process that starts beside a newer release leaves its pipelines as they are, and registers its own when it is gone', async () => {
  await runNewer()
  await register()
  const watch = watchHere()
  await watch()
  const beside = await stored()
  expect([beside.get('of newer'), beside.get('collect')]).toEqual([3600, 3600])

  afterMs = NEWER_GONE_MS
  await watch()
  const alone = await stored()
  expect([...alone.keys()]).toEqual(PIPELINES.filter((name) => name !== 'deliver').toSorted())
  expect(alone.get('collect')).toBe(10)
})

test('a process registers its pipelines when its database is replaced by one that lacks them', async () => {
  const watch = watchHere()
  await register()
  await service.database.updateTable('pipelines').set({ cadence_seconds: 7 }).execute()
  await watch()
  expect(new Set((await stored()).values()), 'what is registered stays as it is').toEqual(new Set([7]))
  await service.database.deleteFrom('pipelines').execute()
  await watch()
  expect([...(await stored()).keys()]).toEqual(PIPELINES.filter((name) => name !== 'deliver').toSorted())
})

test('a process leaves out the pipelines that a newer release has removed', async () => {
  await register()
  await runNewer()
  await service.database.deleteFrom('pipelines').where('name', '=', 'rank').execute()
  await watchHere()()
  expect([...(await stored()).keys()]).not.toContain('rank')
})
