import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { addMs, type Instant, toInstant } from '#contract/time.ts'
import { MOST_CAUSES } from '#contract/tracing.ts'
import { inTransaction, type Writer } from '#records/database.ts'
import { aProject } from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import {
  clearLedgerDue,
  getCauses,
  getEvaluationDue,
  getLedgerDue,
  lockForEvaluation,
  lockForLedger,
  makeEvaluationDue,
  markForEvaluation,
  markForLedger,
  scheduleEvaluation,
} from './work.ts'

const NOW = toInstant('2026-11-20T10:00:00Z')
const SOON = addMs(NOW, 1)
const PAST = addMs(NOW, -1)

const { database } = await fileDatabase()
beforeEach(async () => {
  await database.updateTable('projects').set({ state: 'draft' }).execute()
  await database.deleteFrom('project_work').execute()
})

/** The ids of so many new published projects, in their order. */
async function projects(count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => randomUUID()).toSorted()
  for (const id of ids) await aProject({ id }, database)
  return ids
}
const evaluate = (projectIds: readonly string[], now: Instant) =>
  inTransaction(database, (writer) => markForEvaluation({ projectIds, now }, writer))
const dueNow = (limit = 10, except: readonly string[] = []) =>
  getEvaluationDue({ now: NOW, limit, except }, database)
const dueOf = async () => {
  const rows = await database.selectFrom('project_work').selectAll().execute()
  return new Map(rows.map((row) => [row.project_id, row.evaluate_due_at]))
}

describe('evaluation', () => {
  test('takes the longest due first, including those due exactly now, up to the limit', async () => {
    const [later = '', now = '', longest = ''] = await projects(3)
    await evaluate([now], NOW)
    await evaluate([longest], PAST)
    await evaluate([later], SOON)
    expect(await dueNow(1)).toEqual([longest])
    expect(await dueNow()).toEqual([longest, now])
    expect(await dueNow(1, [longest])).toEqual([now])
  })

  test('leaves out projects that another worker has locked', async () => {
    const [taken = '', free = ''] = await projects(2)
    await evaluate([taken], PAST)
    await evaluate([free], NOW)
    await inTransaction(database, async (writer) => {
      expect(await lockForEvaluation({ projectIds: [taken], now: NOW }, writer)).toEqual([taken])
      expect(await dueNow()).toEqual([free])
    })
  })

  test('locks those of the projects that are still due', async () => {
    const [due = '', evaluated = '', other = ''] = await projects(3)
    await evaluate([due, other], NOW)
    await evaluate([evaluated], SOON)
    const lock = (writer: Writer) => lockForEvaluation({ projectIds: [evaluated, due], now: NOW }, writer)
    expect(await inTransaction(database, lock)).toEqual([due])
  })

  test('is due at the earliest mark until it is scheduled again', async () => {
    const [one = '', other = ''] = await projects(2)
    await evaluate([one, one, other], NOW)
    await evaluate([one], SOON)
    await evaluate([other], PAST)
    await evaluate([], PAST)
    expect(await dueOf()).toEqual(new Map(Object.entries({ [one]: NOW, [other]: PAST })))
    const dueAt = new Map([[one, SOON]])
    await inTransaction(database, (writer) => scheduleEvaluation({ dueAt }, writer))
    expect(await dueOf()).toEqual(new Map(Object.entries({ [one]: SOON, [other]: PAST })))
  })

  test('can be made due now for every published project, and no other', async () => {
    const [marked = '', unmarked = '', hidden = ''] = await projects(3)
    const table = database.updateTable('projects')
    await table.set({ state: 'hidden', hidden_at: NOW }).where('id', '=', hidden).execute()
    await evaluate([marked], SOON)
    await inTransaction(database, (writer) => makeEvaluationDue({ now: NOW }, writer))
    expect(await dueOf()).toEqual(new Map(Object.entries({ [marked]: NOW, [unmarked]: NOW })))
  })
})

describe('the ledger', () => {
  const mark = (projectIds: readonly string[], now: Instant) =>
    inTransaction(database, (writer) => markForLedger({ projectIds, now }, writer))
  const due = (after?: string, limit = 10) => getLedgerDue({ after, limit }, database)

  test('reads marked projects by id, part by part', async () => {
    const ids = await projects(4)
    await evaluate(ids.slice(3), NOW)
    await mark(ids.slice(0, 3).toReversed(), NOW)
    expect(await due()).toEqual(ids.slice(0, 3))
    expect(await due(undefined, 2)).toEqual(ids.slice(0, 2))
    expect(await due(ids[1], 2)).toEqual(ids.slice(2, 3))
  })

  test('keeps the earliest mark, and clears only the marks of the given projects', async () => {
    const [one = '', other = ''] = await projects(2)
    await mark([one, other], NOW)
    await mark([one], SOON)
    await mark([other], PAST)
    await mark([], PAST)
    const since = await database.selectFrom('project_work').selectAll().orderBy('project_id').execute()
    expect(since.map((row) => row.ledger_due_since)).toEqual([NOW, PAST])
    await inTransaction(database, async (writer) => {
      expect(await lockForLedger([one, other], writer)).toEqual([one, other])
      await clearLedgerDue([one], writer)
      expect(await lockForLedger([one, other], writer)).toEqual([other])
      expect(await lockForLedger([one], writer)).toEqual([])
    })
    expect(await due()).toEqual([other])
  })
})

describe.each([
  ['evaluation', markForEvaluation],
  ['ledger', markForLedger],
] as const)('the causes of an %s', (of, mark) => {
  const markBy = (given: Readonly<Record<string, readonly string[]>>, projectIds: readonly string[]) =>
    inTransaction(database, (writer) =>
      mark({ projectIds, now: NOW, causes: new Map(Object.entries(given)) }, writer),
    )
  const causesOf = async (projectIds: readonly string[]) => {
    const caused = await getCauses({ projectIds, of }, database)
    return projectIds.map((id) => caused.find(({ projectId }) => projectId === id)?.causes)
  }

  test('are kept in their order, as many as are kept, apart from marks that nothing traced', async () => {
    const [one = '', other = '', untraced = '', unsampled = ''] = await projects(4)
    const ids = [one, other, untraced, unsampled]
    const many = Array.from({ length: MOST_CAUSES + 4 }, (_, n) => `cause-${n}`)
    await markBy({ [one]: ['a', 'b'], [other]: many.slice(0, 5), [unsampled]: [] }, ids)
    await markBy({}, ids)
    await markBy({ [one]: ['c'], [other]: many.slice(5) }, ids)
    expect(await causesOf(ids)).toEqual([['a', 'b', 'c'], many.slice(0, MOST_CAUSES), null, []])
    await markBy({ [untraced]: many }, [untraced])
    expect(await causesOf([untraced])).toEqual([many.slice(0, MOST_CAUSES)])
  })

  test('are forgotten when the work is done', async () => {
    const [done = '', waiting = ''] = await projects(2)
    await markBy({ [done]: ['a'], [waiting]: ['b'] }, [done, waiting])
    await inTransaction(database, async (writer) => {
      if (of === 'ledger') await clearLedgerDue([done], writer)
      else await scheduleEvaluation({ dueAt: new Map([[done, SOON]]) }, writer)
    })
    expect(await causesOf([done, waiting])).toEqual([null, ['b']])
  })
})
