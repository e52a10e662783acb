import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addMs, HOUR_MS, type Instant, latest, toInstant } from '#contract/time.ts'
import { HELD_RULE } from '#domain/collecting/held.ts'
import { inTransaction } from '#records/database.ts'
import { aProject } from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { type EvaluationDraft, saveEvaluations } from './evaluations.ts'
import { conclusionsAt } from './held-conclusions.ts'

const { database } = await fileDatabase()

const FACT = 'activity.status'
const at = (hours: number): Instant => addMs(toInstant('2026-09-01T00:00:00Z'), hours * HOUR_MS)

/**
 * An evaluation `after` so many hours, in which the service ran or did not. `read`: its sources were read just before.
 */
type Step = { readonly after: number; readonly read: boolean; readonly status: 'ACTIVE' | 'QUIET' | null }
type Evaluated = { readonly at: Instant; readonly readAt: Instant; readonly status: Step['status'] }

async function evaluate(projectId: string, { at: now, readAt, status }: Evaluated): Promise<void> {
  const draft: EvaluationDraft = {
    projectId,
    fact: FACT,
    rule: 'activity.status@2',
    inputs: {},
    unknownInputs: [],
    ...(status === null
      ? { state: 'SOURCE_UNAVAILABLE', value: null, evidence: [], supportedUntil: null }
      : { state: 'MEASURED', value: { status }, evidence: ['source:a'], supportedUntil: readAt }),
  }
  await inTransaction(database, (writer) => saveEvaluations({ drafts: [draft], now }, writer))
}

async function toldOn(projectId: string, instant: Instant): Promise<string> {
  const { rows } = await sql<{ told: string }>`
    select coalesce(value ->> 'status', state) as told from ${conclusionsAt(instant)} as told
    where project_id = ${projectId}::uuid`.execute(database)
  return rows.map(({ told }) => told).join()
}

/**
 * The status that may be told at an instant: that of the last evaluation before, for as long as its reading or the
 * evaluation itself allows.
 */
function expectedAt(evaluated: readonly Evaluated[], instant: Instant): string {
  const last = evaluated.findLast((one) => one.at < instant)
  if (last === undefined) return ''
  if (last.status === null) return 'SOURCE_UNAVAILABLE'
  const ends = [addMs(last.readAt, HELD_RULE.afterReadingMs), addMs(last.at, HELD_RULE.afterEvaluationMs)]
  return instant <= (latest(ends) ?? instant) ? last.status : 'STALE'
}

test('[R113] no day is told longer than its readings allow, and no later evaluation changes a past day', async () => {
  const step = fc.record<Step>({
    after: fc.constantFrom(1, 6, 11, 30, 70, 80, 200),
    read: fc.boolean(),
    status: fc.constantFrom('ACTIVE', 'ACTIVE', 'ACTIVE', 'QUIET', null),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const id = String((await aProject({}, database)).id)
      const evaluated: Evaluated[] = []
      const before = new Map<Instant, string>()
      let hour = 0
      let readAt = at(0)
      for (const { after, read, status } of steps) {
        const from = hour
        hour += after
        readAt = read ? at(hour) : readAt
        for (let day = Math.ceil(from / 24) * 24; day < hour; day += 24)
          before.set(at(day), await toldOn(id, at(day)))
        evaluated.push({ at: at(hour), readAt, status })
        await evaluate(id, { at: at(hour), readAt, status })
      }
      for (const [instant, told] of before) {
        expect(told, instant).toBe(expectedAt(evaluated, instant))
        expect(await toldOn(id, instant), instant).toBe(told)
      }
    }),
    { numRuns: 40 },
  )
}, 60_000)

test('[R113] the same conclusion after unread time begins a new row, and within it confirms the old one', async () => {
  const id = String((await aProject({}, database)).id)
  const rows = async () =>
    await database
      .selectFrom('evaluations')
      .select(['evaluated_at', 'confirmed_at', 'supported_until', 'superseded_at'])
      .where('project_id', '=', id)
      .orderBy('evaluated_at')
      .execute()
  await evaluate(id, { at: at(0), readAt: at(0), status: 'ACTIVE' })
  await evaluate(id, { at: at(72), readAt: at(72), status: 'ACTIVE' })
  expect(await rows()).toEqual([
    { evaluated_at: at(0), confirmed_at: at(72), supported_until: at(72), superseded_at: null },
  ])
  await evaluate(id, { at: at(145), readAt: at(145), status: 'ACTIVE' })
  expect(await rows()).toEqual([
    { evaluated_at: at(0), confirmed_at: at(72), supported_until: at(72), superseded_at: at(145) },
    { evaluated_at: at(145), confirmed_at: at(145), supported_until: at(145), superseded_at: null },
  ])
})
