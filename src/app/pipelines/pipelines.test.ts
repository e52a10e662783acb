import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { getPipelines } from '#records/collecting/pipelines.ts'
import { aShip, markDue } from '#test/given/records.ts'
import { forFile } from '#test/run/for-file.ts'
import { openTestService } from '#test/service/test-service.ts'
import { aWatchedProject } from '#test/webhooks/ledger.ts'
import type { Progress } from './counts.ts'
import { registerPipelines, runNow, runWhenDue } from './pipelines.ts'
import { runEachOnce } from './work.ts'

const service = await forFile(openTestService())
const { database } = service
await registerPipelines(service)

const { signal } = new AbortController()
const collect = () => runNow({ name: 'collect', extent: 'due', signal }, service)
const stored = async () => (await getPipelines(database)).find(({ name }) => name === 'collect')

/** Every deletion of provider readings fails with this SQLSTATE. Returns a function that allows deletions again. */
async function refuseWrites(code: string) {
  const run = (text: string) => sql.raw(text).execute(database)
  await run(`create or replace function refuse_write() returns trigger language plpgsql as
    $$ begin raise exception 'no room' using errcode = '${code}'; end $$`)
  await run(`create trigger refuse_write before delete on provider_readings
    for each statement execute function refuse_write()`)
  return () => run('drop trigger refuse_write on provider_readings')
}

test('[R16] a run that finds the disk full fails, is stored as failed, and is remembered until one succeeds', async () => {
  const allow = await refuseWrites('53100')
  await expect(collect()).rejects.toMatchObject({ code: '53100' })
  expect([...service.full]).toEqual(['collect'])
  expect(await stored()).toMatchObject({ lastError: 'no room' })
  await allow()
  expect(await collect()).toMatchObject({ result: 'ran' })
  expect([...service.full]).toEqual([])
  expect(await stored()).toMatchObject({ lastError: null })
})

test('a run that fails for another reason says so and remembers nothing', async () => {
  const allow = await refuseWrites('23514')
  expect(await collect()).toEqual({ name: 'collect', result: 'failed', error: 'no room' })
  expect([...service.full]).toEqual([])
  await allow()
})

test('a run that left out a project fails, with the counts of what it did', async () => {
  const watched = [await aWatchedProject(database), await aWatchedProject(database)]
  const ids = watched.map(({ project }) => String(project.id))
  for (const { ship } of watched) await aShip(ship, database)
  await sql`update ships set facts = 'null' where project_id = ${ids[1]}`.execute(database)
  await markDue(ids, database, service.clock.now())
  expect(await runNow({ name: 'ledger', extent: 'due', signal }, service)).toEqual({
    name: 'ledger',
    result: 'failed',
    error: expect.stringMatching(`^Projects were left out, and the others went on: ${ids[1]}: `),
  })
  const ledger = (await getPipelines(database)).find(({ name }) => name === 'ledger')
  expect(ledger?.lastCounts).toMatchObject({ projects: 1, upserts: 2 })
  await sql`update ships set facts = '{}' where project_id = ${ids[1]}`.execute(database)
})

test('an interrupted run stores no end, is due at once and frees its lease', async () => {
  const retention = async () => (await getPipelines(database)).find(({ name }) => name === 'retention')
  const run = (ending: AbortController) =>
    runNow(
      { name: 'retention', extent: 'due', signal: ending.signal, progress: () => ending.abort() },
      service,
    )
  await runNow({ name: 'retention', extent: 'due', signal }, service)
  const whole = await retention()
  expect(await run(new AbortController())).toEqual({ name: 'retention', result: 'interrupted' })
  const { dueAt, lastStartedAt } = (await retention()) ?? {}
  expect(await retention()).toEqual({ ...whole, dueAt, lastStartedAt })
  expect(dueAt && dueAt <= service.clock.now()).toBe(true)
  expect(await runWhenDue({ name: 'retention', signal }, service)).toMatchObject({ result: 'ran' })
})

test.each(['collect', 'fan_out'] as const)('a run of %s after the signal is no success', async (name) => {
  const before = await getPipelines(database)
  const run = runNow({ name, extent: 'due', signal: AbortSignal.abort() }, service)
  expect(await run).toEqual({ name, result: 'interrupted' })
  expect(await getPipelines(database)).toEqual(before)
})

test('[R5] the first run of the pipelines waits for a database that fails', async () => {
  const allow = await refuseWrites('57P03')
  const shown: string[] = []
  const progress: Progress = () => undefined
  const show = {
    run(label: string) {
      shown.push(label)
      return progress
    },
    clear: () => shown.push('clear'),
  }
  const done = runEachOnce({ signal, show }, service)
  await expect.poll(async () => (await stored())?.lastError).toBe('no room')
  await allow()
  await done
  expect(await stored()).toMatchObject({ lastError: null })
  const inOrder = ['collect, step 1 of 10', 'signals, step 2 of 10', 'evaluate, step 3 of 10']
  expect(shown.slice(0, 5)).toEqual([...inOrder, 'rank, step 4 of 10', 'ledger, step 5 of 10'])
  expect(shown.slice(5, -1).toSorted()).toEqual(['days, step 9 of 10', 'reports, step 6 of 10'])
  expect(shown.at(-1)).toBe('clear')
})
