import { sql } from 'kysely'
import { LIMITS } from '#contract/limits.ts'
import { jsonInstant } from '#records/json-instant.ts'
import { READING_FIELDS } from '#records/market/readings.ts'

/** How each stream of a source was last read, as JSON; it refers to `sources.id`. */
export const SOURCE_STREAMS = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('stream', stream, 'provider', provider,
      'firstReadAt', ${jsonInstant(sql`first_ok_at`)}, 'lastReadAt', ${jsonInstant(sql`last_ok_at`)},
      'lastTriedAt', ${jsonInstant(sql`last_tried_at`)}, 'lastOutcome', last_outcome,
      'coversFrom', ${jsonInstant(sql`covers_from`)}) order by stream), '[]')
  from source_streams where source_id = sources.id)`

/**
 * The market readings of a source: all from the last day of readings, and the last of each hour of the two days before.
 */
const MARKET_READINGS = sql`(
  select jsonb_build_object('readings', jsonb_agg(jsonb_build_object('pools', pools, ${READING_FIELDS})
      order by observed_at desc))
  from (
    select distinct on (provider, place) reading.*
    from (select max(observed_at) as at from market_readings where source_id = sources.id
      and project_id = sources.project_id) as newest
    join market_readings as reading
      on reading.source_id = sources.id and reading.project_id = sources.project_id
        and reading.observed_at > newest.at - interval '72 hours'
    cross join lateral (select case when reading.observed_at > newest.at - interval '24 hours'
      then reading.observed_at else date_trunc('hour', reading.observed_at) end as place) as placed
    order by provider, place, observed_at desc
  ) as kept having count(*) > 0)`

/**
 * The newest deployments of the source, each with its creation, after its other contracts, and the number of all
 * contracts.
 */
const CONTRACTS = sql`(
  select jsonb_build_object('contractsTotal', max(total), 'contracts', jsonb_agg(jsonb_build_object(
      'contract', address, 'role', role, 'deployer', deployer, 'block', creation_block, 'transaction', creation_tx,
      'createdAt', ${jsonInstant(sql`created_at`)}) order by creation_block nulls last, address))
  from (
    select *, count(*) over () as total from contracts
    where source_id = sources.id and project_id = sources.project_id and withdrawn_at is null
    order by role = 'deployment', creation_block desc nulls last, address
    limit ${LIMITS.receiptContracts}
  ) as listed having count(*) > 0)`

const { contracts: CALLED_CONTRACTS, weeks: CALLED_WEEKS } = LIMITS.receiptCalls

/**
 * The calls that the source shows, by contract, with the number of all its contracts. The most recently called
 * contracts are listed, each with its newest ISO weeks of decoded calls and the number of such weeks. A week that is
 * not listed between them had no call, within the collected span.
 */
const CALLS_BY_WEEK = sql`(
  select jsonb_build_object('contractsReadTotal', max(listed.total), 'calls', jsonb_agg(jsonb_build_object(
      'contract', contract, 'collectedFrom', ${jsonInstant(sql`collected_from`)},
      'collectedTo', ${jsonInstant(sql`collected_to`)}, 'weeksTotal', weeks.total, 'weeks', weeks.newest)
      order by contract))
  from (
    select span.*, count(*) over () as total from contract_use as span
    left join (
      select contract, max(last_at) as at from method_use
      where project_id = sources.project_id and signature is not null and withdrawn_at is null group by contract
    ) as called using (contract)
    where span.source_id = sources.id and span.project_id = sources.project_id
    order by called.at desc nulls last, contract
    limit ${CALLED_CONTRACTS}
  ) as listed cross join lateral (
    select coalesce(max(total), 0) as total,
      coalesce(jsonb_agg(jsonb_build_object('weekStart', week, 'calls', calls) order by week desc), '[]') as newest
    from (
      select date_trunc('week', used.day)::date as week, sum(used.calls) as calls, count(*) over () as total
      from method_use as method join method_use_days as used on used.method_id = method.id
      where method.project_id = listed.project_id and method.contract = listed.contract
        and method.signature is not null and method.withdrawn_at is null
      group by week order by week desc limit ${CALLED_WEEKS}
    ) as summed
  ) as weeks having count(*) > 0)`

/** The logs of the launch of the source's token, in the order of the chain. */
const LAUNCH_LOGS = sql`(
  select jsonb_build_object('launchLogs', jsonb_agg(jsonb_build_object('kind', kind, 'token', token,
      'contract', contract, 'pool', pool, 'block', block_number, 'logIndex', log_index, 'transaction', tx_hash,
      'at', ${jsonInstant(sql`block_time`)}) order by block_number, log_index))
  from launch_logs where source_id = sources.id and project_id = sources.project_id having count(*) > 0)`

/** The records that are cited by their source, as one JSON object; it refers to `sources`. */
export const SOURCE_RECORDS = sql`coalesce(${MARKET_READINGS}, '{}') || coalesce(${CONTRACTS}, '{}')
  || coalesce(${LAUNCH_LOGS}, '{}') || coalesce(${CALLS_BY_WEEK}, '{}')`

/** The interface that a provider had before this one, as JSON; null where none is known. It refers to `interfaces`. */
export const REPLACED_INTERFACE = sql`(
  select jsonb_build_object('id', 'abi:' || earlier.id, 'digest', earlier.digest, 'functions', earlier.functions,
    'events', earlier.events, 'match', earlier.match)
  from interfaces as earlier
  where earlier.project_id = interfaces.project_id and earlier.contract = interfaces.contract
    and earlier.provider = interfaces.provider and earlier.detected_at < interfaces.detected_at
  order by earlier.superseded_at = interfaces.detected_at desc nulls last, earlier.detected_at desc, earlier.id
  limit 1)`

/** The calls of a method after a silence, each with the call before it, as JSON; it refers to `method.id`. */
export const RESUMPTIONS = sql`(
  select coalesce(jsonb_agg(jsonb_build_object('at', ${jsonInstant(sql`at`)}, 'block', block, 'transaction', tx,
    'previousAt', ${jsonInstant(sql`previous_at`)}) order by at), '[]')
  from method_resumptions where method_id = method.id)`
