import { type RawBuilder, sql } from 'kysely'
import type { Instant } from '#contract/time.ts'
import { uuidOf } from '#domain/natural-key.ts'
import { insertAll } from '#records/columns.ts'
import { runPlanned, type Writer } from '#records/database.ts'
import { STANDING_TOKEN } from '#records/project/shown-token.ts'

/** How many contracts of one project are looked up at each explorer. */
export const EXPLORED_PER_PROJECT = 24

const STATEMENT = 'Follows from the contract itself.'
const NOT_COUNTED = 'Verified source is read of contracts, it is not a building source.'

type Missing = { project_id: string; locator: string; established_by: string }

/**
 * Gives the contracts of each project a source at each explorer: the token, the recorded contracts and the
 * implementations of its proxies. Replaced implementations are included, because they answered earlier calls and decode
 * them. If a project has more than `EXPLORED_PER_PROJECT`, the token and the newest contracts get a source, and
 * replaced implementations come last. Detaches the sources of other contracts. Returns the number of attached sources.
 */
export async function attachExplorers(
  input: { readonly providers: readonly string[]; readonly now: Instant },
  writer: Writer,
): Promise<number> {
  const changed = sql<Missing>`
    with wanted as materialized (${wantedLocators(input.providers)}),
    detached as (
      update sources set detached_at = ${input.now}::timestamptz
      where kind = 'explorer' and detached_at is null
        and (project_id, locator) not in (select project_id, locator from wanted))
    select project_id, locator, established_by from wanted
    where not exists (
      select from sources
      where sources.project_id = wanted.project_id and sources.kind = 'explorer' and sources.locator = wanted.locator
        and sources.detached_at is null)
    order by project_id, locator`
  const rows = await runPlanned(changed, writer)
  if (rows.length === 0) return 0
  const attached = rows.map((row) => toRow(row, input.now))
  await insertAll('sources', attached, writer)
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'kind', 'locator'])
        .doUpdateSet((eb) => ({ attached_at: eb.ref('excluded.attached_at'), detached_at: null })),
    )
    .execute()
  return rows.length
}

function toRow(missing: Missing, now: Instant) {
  return {
    id: uuidOf('source', `${missing.project_id}:explorer:${missing.locator}`),
    project_id: missing.project_id,
    kind: 'explorer',
    locator: missing.locator,
    established_by: missing.established_by,
    established_statement: STATEMENT,
    counted: false,
    not_counted_reason: NOT_COUNTED,
    attached_at: now,
  }
}

function wantedLocators(providers: readonly string[]): RawBuilder<unknown> {
  return sql`
    with known as (
      select project_id, address, 0 as place, null::timestamptz as since, 'token_identity' as established_by
      from tokens where ${sql.raw(STANDING_TOKEN)}
      union all
      select recorded.project_id, forwarding.address, forwarding.place, coalesce(recorded.created_at, recorded.detected_at),
        source.established_by
      from contracts as recorded
      join sources as source on source.id = recorded.source_id and source.detached_at is null
      cross join lateral (values
        (recorded.address, case when recorded.role = 'token' then 0 else 1 end), (recorded.implementation, 1)
      ) as forwarding(address, place)
      where recorded.withdrawn_at is null and forwarding.address is not null
      union all
      select recorded.project_id, replaced.address, 2, coalesce(upgrade.block_time, upgrade.detected_at),
        source.established_by
      from contracts as recorded
      join sources as source on source.id = recorded.source_id and source.detached_at is null
      join implementations as upgrade on upgrade.contract = recorded.address and upgrade.withdrawn_at is null
      cross join lateral (values (upgrade.implementation), (upgrade.previous_implementation)) as replaced(address)
      where recorded.withdrawn_at is null and replaced.address is not null
    ), distinct_ones as (
      select distinct on (project_id, address) * from known order by project_id, address, place, since desc nulls last
    ), placed as (
      select *, row_number() over (partition by project_id order by place, since desc nulls last, address) as at
      from distinct_ones
    )
    select project_id, provider || ':' || address as locator, established_by
    from placed cross join unnest(${[...providers]}::text[]) as provider
    where at <= ${EXPLORED_PER_PROJECT}`
}
