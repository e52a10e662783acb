import { append } from '#ledger/append.ts'
import { type Database, inTransaction } from '#records/database.ts'
import { getLedgerState } from '#records/ledger/changes.ts'
import { pause } from '#records/pause.ts'
import { aFinding } from '../ledger.ts'
import { DEFAULT_NOW } from '../records.ts'
import type { LedgerRow } from './history.ts'
import type { Recording } from './record.ts'

const BETWEEN_MS = 20

/** Writes an event and returns its position when the commit is acknowledged. */
async function appendOne(
  { number, projectId }: { readonly number: number; readonly projectId: string },
  database: Database,
): Promise<{ id: string; position: number }> {
  const draft = aFinding(number, `finding ${number}`)
  const event = { draft, projectId, firstPublishedAt: null }
  const position = await inTransaction(database, async (writer) => {
    await append({ events: [event], retractions: [], now: DEFAULT_NOW }, writer)
    return (await getLedgerState(writer)).head
  })
  return { id: draft.id, position }
}

/**
 * Writes events for a session of a recording, one after the other, until the signal. A write that fails is not
 * acknowledged, and the next one is another event. Answers how many failed.
 */
export async function appendUntil(
  signal: AbortSignal,
  as: { readonly session: string; readonly projectId: string },
  { recording, database }: { readonly recording: Recording; readonly database: Database },
): Promise<number> {
  let failed = 0
  for (let number = 1; !signal.aborted; number += 1) {
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

/** The whole ledger of a database, as a history has it. */
export async function readLedger(database: Database): Promise<readonly LedgerRow[]> {
  return database
    .selectFrom('changes')
    .leftJoin('projects', 'projects.id', 'changes.project_id')
    .select(['changes.position', 'changes.id', 'changes.revision', 'changes.op', 'projects.slug'])
    .orderBy('changes.position')
    .execute()
}
