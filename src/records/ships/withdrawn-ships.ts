import type { Instant } from '#contract/time.ts'
import type { Writer } from '#records/database.ts'

/** Withdraws standing ships of a source at once, with the reason: for what its provider itself took back. */
export async function withdrawShips(
  input: {
    readonly sourceId: string
    readonly naturalKeys: readonly string[]
    readonly reason: string
    readonly now: Instant
  },
  writer: Writer,
): Promise<void> {
  if (input.naturalKeys.length === 0) return
  await writer
    .updateTable('ships')
    .set({ withdrawn_at: input.now, withdrawn_reason: input.reason })
    .where('source_id', '=', input.sourceId)
    .where('natural_key', 'in', [...input.naturalKeys])
    .where('withdrawn_at', 'is', null)
    .execute()
}
