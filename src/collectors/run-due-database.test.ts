import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Collect, FRESH, fileTrial } from '#test/providers/trial-provider.ts'
import type { Collected } from './collector.ts'

const trial = await fileTrial()
const { readings } = trial

const endOwnConnection = sql`select pg_terminate_backend(pg_backend_pid())`
const outcomes = async () => {
  const stored = trial.database.selectFrom('source_streams').select(['last_outcome', 'failures_in_a_row'])
  return (await stored.execute()).map((row) => [row.last_outcome, row.failures_in_a_row])
}
/** Uses every connection of the pool at once: a lost one fails here, before a run meets it. */
const everyConnectionAnswers = () =>
  Promise.all(Array.from({ length: 20 }, () => sql`select 1`.execute(trial.database))).then(
    () => true,
    () => false,
  )

test('[R15] a lost connection ends the run when every reading has ended, no source is blamed, and all are free for the next run', async () => {
  await trial.storeStreams(6)
  const isLost = Promise.withResolvers<void>()
  let begun = 0
  let reading = 0
  const collect: Collect = async (_, deps) => {
    begun += 1
    reading += 1
    try {
      if (begun === 1) {
        await endOwnConnection.execute(trial.database).finally(isLost.resolve)
        return FRESH
      }
      await isLost.promise
      const answer = await deps.http.request({ url: trial.server.url })
      return answer.kind === 'answer' ? FRESH : { outcome: answer.outcome, detail: answer.detail }
    } finally {
      reading -= 1
    }
  }
  await expect(trial.run(collect)).rejects.toMatchObject({ code: '57P01' })
  expect(reading).toBe(0)
  expect(trial.bugs).toEqual([])
  expect((await readings()).filter(({ outcome }) => outcome !== 'fresh')).toEqual([])
  expect((await outcomes()).filter(([, failures]) => failures !== 0)).toEqual([])
  await expect.poll(everyConnectionAnswers).toBe(true)
  const readBefore = (await readings()).length
  expect(await trial.run(async () => FRESH)).toEqual({ 'trial.fresh': 6 - readBefore })
})

test.each([
  ['a full disk', '53100'],
  ['a server that stops', '57P01'],
  ['a time limit', '57014'],
])(
  '[R16] %s while a reading is stored leaves the source as it was, free for the next run',
  async (_, code) => {
    await trial.storeStreams(1)
    const failing: Collected = {
      ...FRESH,
      save: async (writer) => {
        await sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`).execute(writer)
      },
    }
    await expect(trial.run(async () => failing)).rejects.toMatchObject({ code })
    expect(await outcomes()).toEqual([[null, 0]])
    expect(await readings()).toEqual([])
    expect(await trial.run(async () => FRESH)).toEqual({ 'trial.fresh': 1 })
  },
)
