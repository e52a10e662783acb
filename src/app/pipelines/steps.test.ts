import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addMs } from '#contract/time.ts'
import { evaluateDue } from '#evaluate/run.ts'
import { savePipelines } from '#records/collecting/pipelines.ts'
import { inTransaction } from '#records/database.ts'
import { makeEvaluationDue } from '#records/project/work.ts'
import { aProject, aSource } from '#test/given/records.ts'
import { forFile } from '#test/run/for-file.ts'
import { openTestService } from '#test/service/test-service.ts'
import { RELEASE } from '../process/release.ts'
import { RUN } from './steps.ts'

const signal = new AbortController().signal
const service = await forFile(openTestService())
const { database, clock } = service

/**
 * Whether a ranking judges each of two projects again: the first judged by other rules, the second by the current ones.
 */
async function judgedAgain(release: readonly number[]): Promise<readonly boolean[]> {
  const projects = [await aProject({}, database), await aProject({}, database)]
  const ids = projects.map(({ id }) => String(id))
  for (const project_id of ids) await aSource({ project_id }, database)
  const now = clock.now()
  await inTransaction(database, (writer) => makeEvaluationDue({ now }, writer))
  await evaluateDue({ signal }, { database, clock: clock.now })
  const known = async () => {
    const { rows } = await sql<{ at: string }>`select known_at::text as at from evaluated_facts
      where project_id = any (${ids}::uuid[]) order by array_position(${ids}::uuid[], project_id)`.execute(
      database,
    )
    return rows.map(({ at }) => at)
  }
  await sql`update evaluated_facts set rules = '{activity.status@0}' where project_id = ${ids[0]}`.execute(
    database,
  )
  await inTransaction(database, (writer) =>
    savePipelines(
      { pipelines: [{ name: 'rank', cadenceSeconds: 3600 }], release, now: addMs(now, 1) },
      writer,
    ),
  )
  const before = await known()
  await RUN.rank({ extent: 'due', signal }, service)
  return (await known()).map((at, index) => at !== before[index])
}

test.each([
  { name: 'this release', release: RELEASE, again: [true, false] },
  { name: 'a newer release', release: [...RELEASE, 1], again: [false, false] },
])(
  'while $name runs the pipelines, a ranking judges again what other rules judged: $again',
  async ({ release, again }) => {
    await database.deleteFrom('pipelines').execute()
    expect(await judgedAgain(release)).toEqual(again)
  },
)
