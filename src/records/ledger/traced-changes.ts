import { sql } from 'kysely'
import type { Writer } from '#records/database.ts'

/** The trace that wrote an entry of the ledger, kept until the entry is fanned out. */
type TracedChange = { readonly position: number; readonly traceparent: string }

/** Stores the traces of entries that the transaction has inserted. */
export async function saveTracedChanges(traced: readonly TracedChange[], writer: Writer): Promise<void> {
  if (traced.length === 0) return
  const positions = traced.map(({ position }) => position)
  const traceparents = traced.map(({ traceparent }) => traceparent)
  await sql`insert into traced_changes (position, traceparent)
    select * from unnest(${positions}::bigint[], ${traceparents}::text[])`.execute(writer)
}
