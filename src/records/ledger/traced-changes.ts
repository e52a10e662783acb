import { insertAll } from '#records/columns.ts'
import type { Writer } from '#records/database.ts'

/** The trace that wrote an entry of the ledger. It is kept until the entry is fanned out. */
type TracedChange = { readonly position: number; readonly traceparent: string }

/** Stores the traces of entries that the transaction has inserted. */
export async function saveTracedChanges(traced: readonly TracedChange[], writer: Writer): Promise<void> {
  if (traced.length === 0) return
  await insertAll('traced_changes', traced, writer).execute()
}
