import { expect, test } from 'vitest'
import { parseEvidenceId } from '#contract/ids.ts'
import { addMs, DAY_MS, type Instant } from '#contract/time.ts'
import { evaluateDue } from '#evaluate/run.ts'
import { runLedger } from '#ledger/write.ts'
import { inTransaction } from '#records/database.ts'
import * as given from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { findReceiptRecord } from './receipts.ts'
import { applyConclusionRetention } from './retention.ts'
import { markForEvaluation } from './work.ts'

const NOW = given.DEFAULT_NOW
const { database } = await fileDatabase()

const daysAgo = (days: number, ms = 0) => addMs(NOW, -days * DAY_MS + ms)
const apply = (now: Instant) => inTransaction(database, (writer) => applyConclusionRetention({ now }, writer))

async function ids(): Promise<readonly string[]> {
  const rows = await database.selectFrom('evaluations').select('id').execute()
  return rows.map(({ id }) => id).toSorted()
}

test('[R59] deletes a conclusion 30 days after it was superseded, unless its moves enter the ledger', async () => {
  const project = await given.aProject({}, database)
  const stored = (fact: string, superseded_at: Instant | null) =>
    given.anEvaluation(
      { project_id: String(project.id), fact, evaluated_at: daysAgo(100), superseded_at },
      database,
    )
  const dropped = [
    await stored('build.momentum', daysAgo(30, -1)),
    await stored('coverage.market', daysAgo(90)),
    await stored('discovery_gap', daysAgo(31)),
  ]
  const kept = [
    await stored('build.momentum', daysAgo(30)),
    await stored('build.momentum', null),
    await stored('activity.status', daysAgo(90)),
    await stored('market_integrity.state', daysAgo(90)),
  ]
  expect(await apply(NOW)).toEqual({ conclusions: dropped.length })
  expect(await ids()).toEqual(kept.map(({ id }) => id).toSorted())
  expect(await apply(NOW)).toEqual({ conclusions: 0 })
})

test('every conclusion that the ledger cites still resolves, and the ledger writes nothing new', async () => {
  const project = await given.aProject({}, database)
  const own = { project_id: String(project.id) }
  const source = await given.aSource(own, database)
  await given.aStream({ source_id: String(source.id), last_ok_at: daysAgo(-200) }, database)
  for (const age of [0, 90]) {
    const at = daysAgo(-age)
    await given.aShip({ ...own, source_id: String(source.id), occurred_at: at, detected_at: at }, database)
    for (const days of [0, 20, 40, 70]) await evaluateAndWrite(own.project_id, addMs(at, days * DAY_MS))
  }
  const later = daysAgo(-300)
  expect((await apply(later)).conclusions).toBeGreaterThan(2)
  const written = await database
    .selectFrom('changes')
    .select('evidence')
    .where('project_id', '=', own.project_id)
    .execute()
  const cited = written.flatMap(({ evidence }) => evidence ?? []).filter((id) => id.startsWith('state:'))
  expect(new Set(cited).size).toBeGreaterThan(4)
  for (const id of cited) {
    const parsed = parseEvidenceId(id)
    const found = parsed === undefined ? undefined : await findReceiptRecord(parsed, database)
    expect([id, found?.id]).toEqual([id, id])
  }
  await given.markDue([own.project_id], database, later)
  expect(await runLedger({ now: later }, { database })).toMatchObject({ upserts: 0, revisions: 0 })
})

async function evaluateAndWrite(projectId: string, now: Instant): Promise<void> {
  await inTransaction(database, (writer) => markForEvaluation({ projectIds: [projectId], now }, writer))
  await evaluateDue({ signal: new AbortController().signal }, { database, clock: () => now })
  await runLedger({ now }, { database })
}
