import { sql } from 'kysely'
import type { Instant } from '#contract/time.ts'
import type { Reader, Writer } from '#records/database.ts'

/** How far one reader of the chain has come: the last block that it need not read again, with the block's hash. */
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
    .where('reader', 'in', [...readers])
    .execute()
  return new Map(
    rows.map((row) => [
      row.reader,
      { reader: row.reader, blockNumber: row.block_number, blockHash: row.block_hash },
    ]),
  )
}

/** Saves how far readers have come. A later call replaces an earlier one, also backwards after a reorganisation. */
export async function saveChainProgress(
  input: { readonly progress: readonly ChainProgress[]; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  if (input.progress.length === 0) return
  await writer
    .insertInto('chain_progress')
    .values(
      input.progress.map((one) => ({
        reader: one.reader,
        block_number: one.blockNumber,
        block_hash: one.blockHash,
        updated_at: input.now,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('reader').doUpdateSet({
        block_number: sql`excluded.block_number`,
        block_hash: sql`excluded.block_hash`,
        updated_at: sql`excluded.updated_at`,
      }),
    )
    .execute()
}
