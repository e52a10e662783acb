import { expect, test } from 'vitest'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import { inTransaction } from '#records/database.ts'
import * as given from '#test/given/records.ts'
import { fileLedger, runFor } from '#test/webhooks/ledger.ts'
import { evaluateProjects } from './run.ts'
import { runSignals } from './signals.ts'

const NOW = given.DEFAULT_NOW
const days = (count: number): Instant => addMs(NOW, count * DAY_MS)
const { database } = await fileLedger()

/** The conclusions at an instant, and whether a pace was judged. */
async function toldAt(projectId: string, now: Instant) {
  await inTransaction(database, (writer) => evaluateProjects({ projectIds: [projectId], now }, writer))
  await runSignals({ signal: new AbortController().signal }, { database, clock: () => now })
  const rows = await database
    .selectFrom('evaluations')
    .select(['fact', 'state', 'value', 'unknown_inputs'])
    .where('project_id', '=', projectId)
    .where('superseded_at', 'is', null)
    .execute()
  const of = (fact: string) => rows.find((row) => row.fact === fact)
  const [status, ships] = [of('activity.status'), of('ships.meaningful_30d')]
  const { judged } = await database
    .selectFrom('pace_judgements')
    .select('judged')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  return {
    status: status?.state === 'MEASURED' ? Object(status.value).status : status?.state,
    unknown: status?.unknown_inputs,
    ships: ships?.state === 'MEASURED' ? ships.value : ships?.state,
    momentum: of('build.momentum')?.state,
    judged,
  }
}

async function movesOf(projectId: string, now: Instant) {
  await runFor(projectId, database, now)
  const rows = await database
    .selectFrom('changes')
    .select('type')
    .where('project_id', '=', projectId)
    .where('type', 'in', ['build.status_changed', 'build.dormant', 'build.slowing'])
    .execute()
  return rows.map(({ type }) => type)
}

test('[R40] what a deployer did in blocks that no node keeps is unknown until they are read, and no news', async () => {
  const { id } = await given.aProject({}, database)
  const repository = await given.aSource({ project_id: id }, database)
  const read = { first_ok_at: days(-100), covers_from: days(-100), last_ok_at: NOW, last_tried_at: NOW }
  for (const stream of ['releases', 'commits'])
    await given.aStream({ source_id: repository.id, stream, ...read }, database)
  const released = { occurred_at: days(-80), detected_at: days(-80) }
  await given.aShip({ project_id: id, source_id: repository.id, ...released }, database)
  const deployer = await given.aSource(
    { project_id: id, kind: 'deployer', locator: given.addressOf(0x40) },
    database,
  )
  const stream = { source_id: deployer.id, stream: 'deployments', provider: 'chain' }
  const launched = { ...read, first_ok_at: days(-2), covers_from: days(-2) }
  await given.aStream({ ...stream, ...launched, position: { coversFrom: days(-2) } }, database)
  const whole = { status: 'DORMANT', unknown: [], ships: 0, momentum: 'MEASURED', judged: true }
  expect(await toldAt(id, NOW)).toEqual(whole)

  const positioned = (position: object) =>
    database
      .updateTable('source_streams')
      .set({ position: JSON.stringify(position) })
      .where('source_id', '=', deployer.id)
      .execute()
  await positioned({ coversFrom: days(-2), unreadFrom: 7, coveredBefore: days(-90) })
  const later = addMs(NOW, 60_000)
  const why = 'NOT_ENOUGH_YET'
  expect(await toldAt(id, later)).toEqual({
    status: why,
    unknown: [{ input: deployer.evidence, reason: why }],
    ships: why,
    momentum: why,
    judged: false,
  })

  await positioned({ coversFrom: days(-90) })
  expect(await toldAt(id, addMs(NOW, 120_000))).toEqual(whole)
  expect(await movesOf(id, addMs(NOW, 120_000))).toEqual([])
})
