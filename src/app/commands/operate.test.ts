import { expect, test } from 'vitest'
import { getPipelines } from '#records/collecting/pipelines.ts'
import { forFile } from '#test/run/for-file.ts'
import { openTestService } from '#test/service/test-service.ts'
import { runPipelines } from './operate.ts'

const service = await forFile(openTestService())
const signal = AbortSignal.timeout(30_000)

test('a pipeline can be run by hand on a database on which no process has worked yet', async () => {
  const [run] = await runPipelines({ name: 'rank', extent: 'due', signal }, service)
  expect(run).toMatchObject({ name: 'rank', result: 'ran' })
})

test('an interrupted run of all stops at the pipeline that the signal met, and is refused', async () => {
  const ending = new AbortController()
  const begun: string[] = []
  const show = {
    run(label: string) {
      begun.push(label.split(',')[0] ?? label)
      if (label.startsWith('evaluate')) ending.abort()
      return undefined
    },
    clear: () => begun.push('clear'),
  }
  const run = runPipelines({ name: 'all', extent: 'due', signal: ending.signal, show }, service)
  await expect(run).rejects.toThrow(
    /^Interrupted: evaluate did not reach its end\. To finish, run svc pipeline run all$/,
  )
  expect(begun).toEqual(['collect', 'signals', 'evaluate', 'clear'])
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
