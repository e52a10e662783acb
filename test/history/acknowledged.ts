import { append } from '#ledger/append.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { getLedgerState } from '#records/ledger/changes.ts'
import { pause } from '#records/pause.ts'
import { readServiceClock } from '#records/service-clock.ts'
import { aFinding } from '#test/webhooks/ledger.ts'
import type { LedgerRow } from './history.ts'
import type { Recording } from './record.ts'

const BETWEEN_MS = 20

/** Writes an event and returns its position when the commit is acknowledged. */
async function appendOne(
  { number, projectId }: { readonly number: number; readonly projectId: string },
  database: Database,
): Promise<{ id: string; position: number }> {
  const draft = aFinding(number, `finding ${number}`)
  const event = { draft, projectId, publishedAt: null }
  const position = await inTransaction(database, async (writer) => {
    // Takes the time from the database alone, as a process that has just started does.
    const now = await readServiceClock(writer)
    await append({ events: [event], retractions: [], now }, writer)
    return (await getLedgerState(writer)).head
  })
  return { id: draft.id, position }
}

/**
 * Writes events for a session of a recording, one after the other, until the signal aborts. A failed write is not
 * acknowledged, and the next write is another event. Answers the number of failed writes.
 */
export async function appendUntil(
  signal: AbortSignal,
  as: { readonly session: string; readonly projectId: string },
  { recording, database }: { readonly recording: Recording; readonly database: Database },
): Promise<number> {
  let failed = 0
  // Less than one event is written each millisecond, so no two recordings on a ledger write the same event.
  for (let number = Date.now(); !signal.aborted; number += 1) {
    try {
      const written = await appendOne({ number, projectId: as.projectId }, database)
      recording.wrote({ session: as.session, ...written })
    } catch {
      failed += 1
    }
    await pause(BETWEEN_MS, signal)
  }
  return failed
}

/** The whole ledger of a database, in the form of a history. */
export async function readLedger(database: Database): Promise<readonly LedgerRow[]> {
  return database
    .selectFrom('changes')
    .leftJoin('projects', 'projects.id', 'changes.project_id')
    .select([
      'changes.position',
      'changes.id',
      'changes.revision',
      'changes.op',
      'changes.recorded_at as recordedAt',
      'projects.slug',
    ])
    .orderBy('changes.position')
    .execute()
}
