import type { Database } from '#records/database.ts'

/** A revision of an event that a mirror was handed. */
export type Held = { readonly id: string; readonly revision: number; readonly op: string }

/** The newest revision of each event in the database, in ledger order. */
export function standing(database: Database): Promise<readonly Held[]> {
  return database
    .selectFrom('changes')
    .select(['id', 'revision', 'op'])
    .where('superseded_by', 'is', null)
    .orderBy('position')
    .execute()
}

/** The copy of a mirror: the highest revision of each event, without those that were retracted. */
export function copyOf(held: readonly Held[]): ReadonlyMap<string, number> {
  const newest = new Map<string, Held>()
  for (const one of held) if (one.revision >= (newest.get(one.id)?.revision ?? 1)) newest.set(one.id, one)
  const kept = [...newest.values()].filter(({ op }) => op === 'upsert')
  return new Map(kept.map(({ id, revision }) => [id, revision]))
}
