import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Database } from '#records/database.ts'
import type { Tables } from '#records/tables.ts'

/** A reading of a market. A figure that is not given is unknown. */
export async function aMarketReading(
  given: Partial<Insertable<Tables['market_readings']>> &
    Pick<Insertable<Tables['market_readings']>, 'project_id' | 'source_id' | 'address' | 'observed_at'>,
  database: Database,
): Promise<void> {
  await database
    .insertInto('market_readings')
    .values({ id: randomUUID(), chain_id: 4663, provider: 'dexscreener', pools: 1, ...given })
    .execute()
}
