import { expect, test } from 'vitest'
import { addMs, HOUR_MS, type Instant, toInstant } from '#contract/time.ts'
import type { MovingFact } from '#domain/ledger/evidence.ts'
import { inTransaction } from '#records/database.ts'
import {
  type EvaluationDraft,
  getStandingConclusions,
  saveEvaluations,
} from '#records/project/evaluations.ts'
import { aProject } from '#test/given/records.ts'
import { fileDatabase } from '#test/postgres/file-database.ts'
import { type PreviousConclusions, previousConclusionsOf } from './conclusions.ts'

const { database } = await fileDatabase()
const at = (hours: number): Instant => addMs(toInstant('2026-09-01T00:00:00Z'), hours * HOUR_MS)
type Value = { readonly status: string; readonly since: Instant; readonly confirmed?: false }

/** The previous conclusions after a fact had these values, an hour apart. Null is unknown. */
async function previousAfter(
  fact: MovingFact,
  values: readonly (object | null)[],
): Promise<PreviousConclusions> {
  const projectId = String((await aProject({}, database)).id)
  for (const [hour, value] of values.entries()) {
    const draft: EvaluationDraft = {
      projectId,
      fact,
      rule: 'rule@1',
      inputs: {},
      unknownInputs: [],
      ...(value === null
        ? { state: 'STALE', value, evidence: [], supportedUntil: null }
        : { state: 'MEASURED', value, evidence: ['ship:a'], supportedUntil: at(hour) }),
    }
    await inTransaction(database, (writer) => saveEvaluations({ drafts: [draft], now: at(hour) }, writer))
  }
  const standing = await getStandingConclusions({ projectIds: [projectId], facts: [fact] }, database)
  return previousConclusionsOf(standing, null)
}

const shipping: Value = { status: 'SHIPPING', since: at(0) }
const active: Value = { status: 'ACTIVE', since: at(1), confirmed: false }
const lastKnown = { lastKnown: 'SHIPPING', lastKnownSince: at(0) }

test.each<[string, readonly (Value | null)[], object]>([
  ['a known status', [shipping], shipping],
  ['an unknown status', [shipping, null], { status: 'UNKNOWN', since: at(1), ...lastKnown }],
  ['an unconfirmed status', [shipping, active], { ...active, ...lastKnown }],
  ['both', [shipping, active, null], { status: 'UNKNOWN', since: at(2), ...lastKnown }],
  ['a first unconfirmed status', [active], active],
  ['a status that was never known', [active, null], { status: 'UNKNOWN', since: at(1) }],
])('%s has the last status that was known and confirmed beside it', async (_, values, expected) => {
  expect((await previousAfter('activity.status', values)).activity).toEqual(expected)
})

test('a market that is unknown has its last known status with its date', async () => {
  const live = { status: 'LIVE', since: at(0) }
  expect((await previousAfter('market.status', [live])).market).toEqual({ ...live, lastKnown: 'LIVE' })
  expect((await previousAfter('market.status', [live, null])).market).toEqual({
    status: 'INSUFFICIENT_DATA',
    since: at(1),
    lastKnown: 'LIVE',
    lastKnownSince: at(0),
  })
})

test('an integrity that is unknown has its last known state with its date', async () => {
  const known = { status: 'NONE_OBSERVED', reasons: [], since: at(0) }
  const after = async (...values: readonly (object | null)[]) =>
    (await previousAfter('market_integrity.state', values)).integrity
  expect(await after(known)).toEqual({ previous: known, lastKnown: known })
  expect(await after(known, null)).toEqual({ previous: null, lastKnown: known })
  expect(await after(null)).toEqual({ previous: null, lastKnown: null })
})
