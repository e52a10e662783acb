import { type RawBuilder, sql } from 'kysely'
import type { ContractAddress } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { STANDING_TOKEN } from '#records/project/shown-token.ts'

/** A contract that counts for its project; `created_at` is null while the time of its creation is unknown. */
export type Counted = {
  readonly project_id: string
  readonly address: ContractAddress
  readonly created_at: Instant | null
}

/** The contracts that count for their project: its token, and those of its counted sources. As SQL. */
export const countedContracts: RawBuilder<Counted> = sql`
  select contracts.project_id, contracts.address, contracts.created_at
  from contracts join sources as own on own.id = contracts.source_id
  where contracts.withdrawn_at is null and own.counted and own.detached_at is null
  union all
  select project_id, address, null from tokens where ${sql.raw(STANDING_TOKEN)}`
