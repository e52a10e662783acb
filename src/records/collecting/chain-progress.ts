import type { Insertable } from 'kysely'
import type { Instant } from '#contract/time.ts'
import { anyOf } from '#records/any-of.ts'
import { excluded, fromColumns, insertAll, toColumns } from '#records/columns.ts'
import type { Reader, Writer } from '#records/database.ts'
import type { Tables } from '#records/tables.ts'

/** The progress of one reader of the chain: the last block that it need not read again, with the block's hash. */
export type ChainProgress = {
  readonly reader: string
  readonly blockNumber: number
  readonly blockHash: string
}

/** The progress of the named readers, by name; a reader that never finished a reading is absent. */
export async function getChainProgress(
  readers: readonly string[],
  reader: Reader,
): Promise<ReadonlyMap<string, ChainProgress>> {
  if (readers.length === 0) return new Map()
  const rows = await reader
    .selectFrom('chain_progress')
    .select(['reader', 'block_number', 'block_hash'])
    .where('reader', '=', anyOf(readers, 'text'))
    .execute()
  return new Map(rows.map((row) => [row.reader, fromColumns(row)]))
}

/** Saves the progress of readers. A later call replaces an earlier one, also backwards after a reorganisation. */
export async function saveChainProgress(
  input: { readonly progress: readonly ChainProgress[]; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  const { progress, now } = input
  if (progress.length === 0) return
  const rows = progress.map((one) =>
    toColumns<Insertable<Tables['chain_progress']>>({ ...one, updatedAt: now }),
  )
  await insertAll('chain_progress', rows, writer)
    .onConflict((conflict) =>
      conflict.column('reader').doUpdateSet(excluded('block_number', 'block_hash', 'updated_at')),
    )
    .execute()
}
