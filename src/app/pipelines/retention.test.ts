import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { countRows } from '#records/counted-rows.ts'
import { REMOVED_AT_ONCE } from '#records/removed-at-once.ts'
import { aProject, aSource } from '#test/given/records.ts'
import { forFile } from '#test/run/for-file.ts'
import { openTestService } from '#test/service/test-service.ts'
import type { Counts } from './counts.ts'
import { registerPipelines, runNow } from './pipelines.ts'

const service = await forFile(openTestService())
const { database } = service
await registerPipelines(service)

const OLD = 2 * REMOVED_AT_ONCE + 10
const left = () => countRows(database.selectFrom('readings'))
const nothing = {
  marketReadings: 0,
  deliveries: 0,
  lastRevisions: 0,
  outages: 0,
  providerDays: 0,
  conclusions: 0,
}

test('[R59] one run of retention removes more rows than one transaction may, and the signal ends it between two', async () => {
  const { id: project } = await aProject({}, database)
  const { id: source } = await aSource({ project_id: project }, database)
  await sql`insert into readings (id, source_id, stream, provider, attempted_at, outcome)
    select gen_random_uuid(), ${source}::uuid, 'releases', 'github',
      ${service.clock.now()}::timestamptz - interval '100 days' - n * interval '1 minute', 'not_modified'
    from generate_series(0, ${OLD}::int) as n`.execute(database)
  const run = (signal: AbortSignal, progress: (counts: Counts) => void) =>
    runNow({ name: 'retention', extent: 'everything', signal, progress }, service)

  const ending = new AbortController()
  const ended = await run(ending.signal, () => ending.abort())
  expect(ended).toEqual({ name: 'retention', result: 'interrupted' })
  expect(await left()).toBe(OLD + 1 - REMOVED_AT_ONCE)

  const seen: (number | undefined)[] = []
  const whole = await run(new AbortController().signal, ({ readings }) => seen.push(readings))
  const counts = { readings: OLD - REMOVED_AT_ONCE, ...nothing }
  expect(whole).toEqual({ name: 'retention', result: 'ran', counts })
  expect(seen.slice(0, 2)).toEqual([REMOVED_AT_ONCE, counts.readings])
  expect(await left()).toBe(1)
})
