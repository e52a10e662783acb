import type { LedgerEntry } from '#domain/ledger/draft.ts'
import { anyOf } from '#records/any-of.ts'
import type { Reader } from '#records/database.ts'
import { getPublicEntries } from '#records/ledger/change-list.ts'

/** The ledger entry of each delivery, by the delivery's id. Pings, and entries that are not public, are left out. */
export async function getDeliveredEntries(
  deliveryIds: readonly string[],
  reader: Reader,
): Promise<ReadonlyMap<string, LedgerEntry>> {
  if (deliveryIds.length === 0) return new Map()
  const rows = await reader
    .selectFrom('webhook_deliveries')
    .select(['id', 'position'])
    .where('id', '=', anyOf(deliveryIds, 'uuid'))
    .execute()
  const placed = rows.flatMap(({ id, position }) => (position === null ? [] : [{ id, position }]))
  const entries = await getPublicEntries([...new Set(placed.map(({ position }) => position))], reader)
  return new Map(
    placed.flatMap(({ id, position }) => {
      const entry = entries.get(position)
      return entry === undefined ? [] : [[id, entry] as const]
    }),
  )
}
