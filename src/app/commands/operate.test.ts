import { expect, test } from 'vitest'
import { getPipelines } from '#records/collecting/pipelines.ts'
import { forFile } from '#test/for-file.ts'
import { openTestService } from '#test/test-service.ts'
import { runPipelines } from './operate.ts'

const service = await forFile(openTestService())
const signal = AbortSignal.timeout(30_000)

test('a pipeline can be run by hand on a database on which no process has worked yet', async () => {
  const [run] = await runPipelines({ name: 'rank', extent: 'due', signal }, service)
  expect(run).toMatchObject({ name: 'rank', result: 'ran' })
})

test('a run by hand leaves the pipelines of the processes that work as they are', async () => {
  await service.database.updateTable('pipelines').set({ cadence_seconds: 7 }).execute()
  await service.database.deleteFrom('pipelines').where('name', '=', 'collect').execute()
  await runPipelines({ name: 'rank', extent: 'due', signal }, service)
  const cadences = new Map(
    (await getPipelines(service.database)).map(({ name, cadenceSeconds }) => [name, cadenceSeconds]),
  )
  expect([cadences.get('rank'), cadences.get('collect')]).toEqual([7, 10])
})
