import { type RawBuilder, sql } from 'kysely'
import type { EstablishedBy, ProjectState, ReadingOutcome, SourceKind } from '#contract/enums.ts'
import { type EvidenceId, evidenceId } from '#contract/ids.ts'
import { addMs, type Instant } from '#contract/time.ts'
import { NAMING_STREAM } from '#domain/project/verification.ts'
import { anyOf } from '#records/any-of.ts'
import { countedContracts } from '#records/contracts/counted-contracts.ts'
import { type Database, runPlanned, type Writer, writePlanned } from '#records/database.ts'

/** A stream that is read of every source of a kind, or only of those at a counted contract. */
export type StreamSpec = {
  readonly kind: SourceKind
  readonly stream: string
  readonly provider: string
  readonly cadenceSeconds: number
  readonly coverage: 'dated_listing' | 'present_state'
  /** Absent for a stream of every source of the kind. */
  readonly of?: 'counted_contracts'
}

/** A stream leased for one reading; every write must match `token`, the fence. */
export type LeasedStream = {
  readonly token: string
  readonly sourceId: string
  readonly evidenceId: EvidenceId
  readonly projectId: string
  readonly kind: SourceKind
  readonly locator: string
  readonly externalId: string | null
  /** The recorded facts of the source itself, for example the current name of a repository. */
  readonly facts: Readonly<Record<string, unknown>>
  readonly counted: boolean
  readonly establishedBy: EstablishedBy
  readonly attachedAt: Instant
  readonly stream: string
  readonly etag: string | null
  /** The collector's own checkpoint, for example the newest item it saw. */
  readonly position: unknown
  readonly firstOkAt: Instant | null
  readonly lastOkAt: Instant | null
  readonly lastOutcome: ReadingOutcome | null
  /** The cadence of its collector, even while the stream is read less often. */
  readonly cadenceSeconds: number
  /** The newest change that the readings of all streams of the source showed; null while none did. */
  readonly changedAt: Instant | null
  /** Attempts that failed since the last successful one; a rate limit is no failure of the source. */
  readonly failuresInARow: number
  /** Rate limits since the last successful attempt. */
  readonly limitsInARow: number
}

/**
 * This many new streams, from a catalogue that was just applied, make the statistics of the tables useless. Until
 * PostgreSQL renews them by itself, it may plan a lease as if the tables were empty: with 10,000 sites one lease took
 * minutes.
 */
const MANY_STREAMS = 1000

/**
 * Gives every attached source a row for each stream of its kind, and removes the rows of contracts that no longer
 * count. A stream that was never tried is due before all others. A collector's changed cadence replaces a stream's
 * present one until the next reading; a shorter one counts from the last attempt. A locator of a kind with several
 * providers (market, explorer) begins with the provider of its source.
 */
export async function ensureStreams(
  input: { readonly specs: readonly StreamSpec[] },
  writer: Writer,
): Promise<void> {
  const specs = sql`jsonb_to_recordset(${JSON.stringify(input.specs)}::jsonb)
    as spec(kind text, stream text, provider text, "cadenceSeconds" integer, coverage text, of text)`
  // An explorer's locator ends with the address that it is asked about.
  const isCounted = sql`(sources.project_id, split_part(sources.locator, ':', 2)) in (
    select project_id, address from (${countedContracts}) as counted)`
  const remove = sql`
    delete from source_streams as stream using sources, ${specs}
    where sources.id = stream.source_id and spec.kind = sources.kind and spec.stream = stream.stream
      and stream.lease_token is null and spec.of is not null and not ${isCounted}`
  await runPlanned(remove, writer)
  // A row that is as wanted is left out before the insert: to find it by its conflict costs ten times as much.
  const add = sql`
    insert into source_streams (source_id, stream, provider, cadence_seconds, own_cadence_seconds, coverage, due_at)
    select sources.id, spec.stream, spec.provider, spec."cadenceSeconds", spec."cadenceSeconds", spec.coverage, 'epoch'
    from sources
    join ${specs} on spec.kind = sources.kind
    left join source_streams as stored on stored.source_id = sources.id and stored.stream = spec.stream
    where sources.detached_at is null and (spec.of is null or ${isCounted})
      and (sources.kind not in ('market', 'explorer') or split_part(sources.locator, ':', 1) = spec.provider)
      and (stored.provider, stored.own_cadence_seconds, stored.coverage)
        is distinct from (spec.provider, spec."cadenceSeconds", spec.coverage)
    order by sources.id, spec.stream
    on conflict (source_id, stream) do update
    set provider = excluded.provider, coverage = excluded.coverage,
      cadence_seconds = excluded.cadence_seconds, own_cadence_seconds = excluded.own_cadence_seconds,
      due_at = least(source_streams.due_at,
        source_streams.last_tried_at + excluded.cadence_seconds * interval '1 second')
    where (source_streams.provider, source_streams.own_cadence_seconds, source_streams.coverage)
      is distinct from (excluded.provider, excluded.own_cadence_seconds, excluded.coverage)`
  const added = await writePlanned(add, writer)
  if (added >= MANY_STREAMS) await sql`analyze sources, source_streams, contracts, tokens`.execute(writer)
}

/** The condition on sources, empty without `sourceIds`: a null parameter would hide the number of due streams. */
function bySource(sourceIds: readonly string[] | undefined): RawBuilder<unknown> {
  return sourceIds === undefined ? sql`` : sql`and stream.source_id = any (${[...sourceIds]}::uuid[])`
}

function byState(states: readonly ProjectState[] | undefined): RawBuilder<unknown> {
  if (states === undefined) return sql``
  return sql`and (select project.state from projects as project where project.id = source.project_id)
    = any ((select ${[...states]}::text[])::text[])`
}

/** Makes streams due now, whatever their cadence: all streams, or those of the named sources and providers. */
export async function makeStreamsDue(
  input: {
    readonly now: Instant
    readonly sourceIds?: readonly string[] | undefined
    readonly providers?: readonly string[]
  },
  writer: Writer,
): Promise<void> {
  await sql`
    update source_streams set due_at = ${input.now}::timestamptz
    where due_at > ${input.now}::timestamptz
      and (${input.sourceIds ?? null}::uuid[] is null or source_id = any (${input.sourceIds ?? null}::uuid[]))
      and (${input.providers ?? null}::text[] is null or provider = any (${input.providers ?? null}::text[]))`.execute(
    writer,
  )
}

/**
 * Resets the naming streams of these projects' sites to unread and makes them due, because earlier readings looked for
 * another token, or for none. Ends the lease of a reading under way, which began before. A rate limit's pause stays.
 */
export async function forgetNaming(projectIds: readonly string[], writer: Writer): Promise<void> {
  if (projectIds.length === 0) return
  await sql`
    update source_streams as stream set lease_token = null, leased_until = null, etag = null, covers_from = null,
      first_ok_at = null, last_ok_at = null, last_tried_at = null, failing_since = null, failures_in_a_row = 0,
      last_outcome = case last_outcome when 'rate_limited' then last_outcome end,
      due_at = case last_outcome when 'rate_limited' then due_at else 'epoch' end
    from sources as source
    where source.id = stream.source_id and stream.stream = ${NAMING_STREAM}
      and source.project_id = any (${[...projectIds]}::uuid[])`.execute(writer)
}

/**
 * Leases the provider's longest-due streams for `leaseMs`, at most `limit`, the longest due first. Leases nothing
 * during a cool-off, and when the day's budget allows no more requests. One statement, so it needs a transaction only
 * with `oneAHost`.
 * @param input.dueBy streams due by then; @param input.now the service's time, against which leases are judged
 */
export async function leaseStreams(
  input: {
    readonly provider: string
    readonly specs: readonly StreamSpec[]
    /** Streams of projects in these states; default: in any. */
    readonly states?: readonly ProjectState[]
    readonly dueBy: Instant
    readonly now: Instant
    /** Leases that ended by this time are free; default: `now`. */
    readonly leasesAt?: Instant | undefined
    readonly leaseMs: number
    readonly limit: number
    readonly sourceIds?: readonly string[] | undefined
    /** Requests of the day's budget that may be used before another reading begins. */
    readonly allowed: number
    /** Requests of the day's budget that this process was charged for and has not made yet. */
    readonly held?: number
    /** One stream of a host at most, and none of a host that is being read or limits its rate; needs `lockLeases`. */
    readonly oneAHost?: boolean
  },
  writer: Writer | Database,
): Promise<readonly LeasedStream[]> {
  const { oneAHost = false, held = 0, leasesAt = input.now } = input
  const [kinds, streams] = [input.specs.map(({ kind }) => kind), input.specs.map(({ stream }) => stream)]
  const chosen = sql.join([bySource(input.sourceIds), byState(input.states)], sql` `)
  // With the values of the search in the statement, the planner expects one due stream and sorts all that are due:
  // 0.2 s to lease eight of 20,000 streams. It does not know values in a `select`, and reads the first eight in order.
  const query = sql<Omit<LeasedStream, 'evidenceId'>>`
    with due as materialized (
      select row_number() over () as place, found.* from (
        select stream.source_id, stream.stream, ${hostOf('source')} as host
        from source_streams as stream
        join sources as source on source.id = stream.source_id and source.detached_at is null
        where stream.provider = (select ${input.provider}) and stream.due_at <= (select ${input.dueBy}::timestamptz)
          and (stream.leased_until is null or stream.leased_until <= ${leasesAt}::timestamptz)
          and stream.stream = any((select ${streams}::text[])::text[])
          and (source.kind, stream.stream) in (
            select * from unnest((select ${kinds}::text[]), (select ${streams}::text[])))
          ${chosen}
          and not exists (
            select from provider_budgets as budget
            where budget.provider = ${input.provider}
              and (budget.cool_off_until > ${input.now}::timestamptz
                or (budget.day = (${input.now}::timestamptz at time zone 'UTC')::date
                  and budget.used - ${held}::integer >= ${input.allowed}::integer)))
          and not (${oneAHost} and ${hostOf('source')} = any(array(
            select ${hostOf('its')} from source_streams as busy
            join sources as its on its.id = busy.source_id
            where busy.provider = ${input.provider} and (busy.leased_until > ${leasesAt}::timestamptz
              or (busy.last_outcome = 'rate_limited' and busy.due_at > ${input.now}::timestamptz)))))
        order by stream.due_at, stream.source_id, stream.stream
        limit (select ${input.limit}::integer)
        for update of stream skip locked) as found),
    leased as (
      update source_streams as stream
      set lease_token = gen_random_uuid(), leased_until = ${addMs(input.now, input.leaseMs)}::timestamptz
      from due
      where stream.source_id = due.source_id and stream.stream = due.stream and not (${oneAHost} and exists (
        select from due as earlier where earlier.host = due.host and earlier.place < due.place))
      returning stream.*, due.place)
    select stream.lease_token as token, source.id as "sourceId", source.project_id as "projectId", source.kind,
      source.locator, source.external_id as "externalId", source.facts, source.counted,
      source.established_by as "establishedBy", source.attached_at as "attachedAt",
      stream.stream, stream.etag, stream.position, stream.first_ok_at as "firstOkAt", stream.last_ok_at as "lastOkAt",
      stream.last_outcome as "lastOutcome", coalesce(stream.own_cadence_seconds, stream.cadence_seconds) as "cadenceSeconds",
      (select max(its.changed_at) from source_streams as its where its.source_id = source.id) as "changedAt",
      stream.failures_in_a_row as "failuresInARow", stream.limits_in_a_row as "limitsInARow"
    from leased as stream join sources as source on source.id = stream.source_id
    order by stream.place`
  const rows = await runPlanned(query, writer)
  return rows.map((stream) => ({ ...stream, evidenceId: evidenceId('source', stream.sourceId) }))
}

/** Takes the lock on leases of the provider's streams until the transaction ends. */
export async function lockLeases(provider: string, writer: Writer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`lease:${provider}`}))`.execute(writer)
}

/** The host of a source's locator, without `www.`. */
function hostOf(table: 'its' | 'source') {
  return sql`substring(lower(${sql.ref(`${table}.locator`)}) from '^(?:https?://)?(?:www\.)?([^/?#]*)')`
}

/** Extends the leases of streams; skips a token whose lease was lost, and a stream that is being settled. */
export async function renewStreams(
  input: { readonly tokens: readonly string[]; readonly until: Instant },
  writer: Writer,
): Promise<void> {
  if (input.tokens.length === 0) return
  await sql`update source_streams as stream set leased_until = ${input.until}::timestamptz
    from (select source_id, stream from source_streams where lease_token = ${anyOf(input.tokens, 'uuid')}
      for update skip locked) as held
    where stream.source_id = held.source_id and stream.stream = held.stream`.execute(writer)
}

/** A stream whose reading was postponed, with the checkpoint that the reading reached. */
type ReleasedStream = { readonly leased: LeasedStream; readonly position?: unknown }

/** Releases leased streams whose readings were postponed. Returns the tokens of the leases that were still held. */
export async function releaseStreams(
  released: readonly ReleasedStream[],
  writer: Writer,
): Promise<ReadonlySet<string>> {
  const query = sql<{ token: string }>`update source_streams as stream
    set lease_token = null, leased_until = null, position = coalesce(ended.position::jsonb, stream.position)
    from ${endedRows(released)}
    where stream.source_id = ended.source_id and stream.stream = ended.stream and stream.lease_token = ended.token
    returning ended.token`
  const rows = await runPlanned(query, writer)
  return new Set(rows.map(({ token }) => token))
}

/** How one attempt ended and when the stream is due next. */
export type SettledStream = {
  readonly leased: LeasedStream
  readonly now: Instant
  readonly outcome: ReadingOutcome
  readonly dueAt: Instant
  /** The interval after a good reading that ends at `dueAt`; when absent, the stored cadence stays. */
  readonly cadenceSeconds?: number
  /** The newest change of the source that the reading showed. */
  readonly changedAt?: Instant
  /** Unchanged while undefined, except that a fresh reading without an etag clears it. */
  readonly etag?: string
  readonly position?: unknown
  readonly coversFrom?: Instant
  /** The instant up to which a good reading is complete; absent for a reading that is complete up to now. */
  readonly readUpTo?: Instant
}

/**
 * Saves the results of attempts and releases their streams. Returns the tokens of the leases that were still held; the
 * caller must write nothing for the others. A snapshot's coverage begins again after a gap of more than two cadences. A
 * reading that is complete only up to `readUpTo` counts as read then, so that coverage shows the lag.
 */
export async function settleStreams(
  settled: readonly SettledStream[],
  writer: Writer,
): Promise<ReadonlySet<string>> {
  const query = sql<{ token: string }>`
    with held as materialized (
      select ended.*, outcome in ('fresh', 'not_modified') as good,
        outcome not in ('fresh', 'not_modified', 'rate_limited') as failed
      from source_streams as stream join ${endedRows(settled)}
        on stream.source_id = ended.source_id and stream.stream = ended.stream and stream.lease_token = ended.token
      order by stream.source_id, stream.stream
      for update of stream)
    update source_streams as stream
    set lease_token = null, leased_until = null, due_at = held.due_at,
      cadence_seconds = coalesce(next_cadence, stream.cadence_seconds),
      changed_at = greatest(stream.changed_at, held.changed_at),
      last_tried_at = held.now, last_outcome = held.outcome,
      etag = case when held.outcome = 'fresh' then held.etag else stream.etag end,
      position = coalesce(held.position::jsonb, stream.position),
      first_ok_at = case when good then coalesce(first_ok_at, held.now) else first_ok_at end,
      last_ok_at = case
        when not good then last_ok_at
        when read_up_to is null then held.now
        else greatest(last_ok_at, read_up_to) end,
      failing_since = case when good then null when failed then coalesce(failing_since, held.now) else failing_since end,
      failures_in_a_row = case when good then 0 when failed then failures_in_a_row + 1 else failures_in_a_row end,
      limits_in_a_row = case when good then 0 when held.outcome = 'rate_limited' then limits_in_a_row + 1 else limits_in_a_row end,
      covers_from = case
        when not good then stream.covers_from
        when coverage = 'dated_listing' then coalesce(held.covers_from, stream.covers_from)
        when last_ok_at >= held.now - cadence_seconds * interval '2 seconds' then coalesce(stream.covers_from, held.now)
        else held.now end
    from held
    where stream.source_id = held.source_id and stream.stream = held.stream
    returning held.token`
  const rows = await runPlanned(query, writer)
  return new Set(rows.map(({ token }) => token))
}

/** The results of readings as the relation `ended`. `position` is JSON as text; a value that is left out is null. */
function endedRows(ended: readonly (ReleasedStream & Partial<SettledStream>)[]) {
  const rows = ended.map(({ leased, position, ...end }) => ({
    source_id: leased.sourceId,
    stream: leased.stream,
    token: leased.token,
    ...(position === undefined ? {} : { position: JSON.stringify(position) }),
    now: end.now,
    outcome: end.outcome,
    due_at: end.dueAt,
    next_cadence: end.cadenceSeconds,
    changed_at: end.changedAt,
    etag: end.etag,
    covers_from: end.coversFrom,
    read_up_to: end.readUpTo,
  }))
  return sql`json_to_recordset(${JSON.stringify(rows)}::json) as ended (source_id uuid, stream text, token uuid,
    position text, now timestamptz, outcome text, due_at timestamptz, next_cadence integer,
    changed_at timestamptz, etag text, covers_from timestamptz, read_up_to timestamptz)`
}

/**
 * Makes due now some streams of sources that have just been read: those that were last missing, and those that are read
 * less often than their collector's cadence if any stream of the source has shown a change since the reading was
 * leased. The caller has locked the mark of each project. So of two transactions that settle streams of one source, the
 * second sees the results of the first.
 */
export async function wakeStreams(
  input: {
    readonly readings: readonly Pick<LeasedStream, 'sourceId' | 'changedAt'>[]
    readonly now: Instant
  },
  writer: Writer,
): Promise<void> {
  const { now } = input
  if (input.readings.length === 0) return
  const readings = input.readings.map(({ sourceId, changedAt }) => ({ sourceId, changedAt }))
  const query = sql`
    with reading as materialized (
      select * from json_to_recordset(${JSON.stringify(readings)}::json) as reading ("sourceId" uuid, "changedAt" timestamptz)),
    changed as (
      select source_id from reading join source_streams on source_id = "sourceId" and changed_at > "changedAt")
    update source_streams set due_at = ${now}::timestamptz
    where source_id in (select "sourceId" from reading) and due_at > ${now}::timestamptz
      and (last_outcome = 'missing'
        or (cadence_seconds > own_cadence_seconds and source_id in (select source_id from changed)))`
  await runPlanned(query, writer)
}

/**
 * Makes due now the provider's streams that began to fail or went missing at `failedSince` or later, and were last
 * tried by `triedUntil`.
 */
export async function wakeFailingStreams(
  input: {
    readonly provider: string
    readonly failedSince: Instant
    readonly triedUntil: Instant
    readonly now: Instant
  },
  writer: Writer,
): Promise<void> {
  await writer
    .updateTable('source_streams')
    .set({ due_at: input.now })
    .where('provider', '=', input.provider)
    .where('failing_since', '>=', input.failedSince)
    .where('last_tried_at', '<=', input.triedUntil)
    .where('due_at', '>', input.now)
    .execute()
}
