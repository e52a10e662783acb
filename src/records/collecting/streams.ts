import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { ReadingOutcome, SourceKind } from '#contract/enums.ts'
import { type EvidenceId, evidenceId } from '#contract/ids.ts'
import { addMs, type Instant } from '#contract/time.ts'
import { type Database, runPlanned, type Writer } from '#records/database.ts'

/** One thing that is read of every source of a kind. */
export type StreamSpec = {
  readonly kind: SourceKind
  readonly stream: string
  readonly provider: string
  readonly cadenceSeconds: number
  readonly coverage: 'dated_listing' | 'snapshot'
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
  readonly counted: boolean
  readonly attachedAt: Instant
  readonly stream: string
  readonly etag: string | null
  /** The collector's own place, for example the newest item it saw. */
  readonly position: unknown
  readonly firstOkAt: Instant | null
  readonly lastOkAt: Instant | null
  readonly lastOutcome: ReadingOutcome | null
  readonly cadenceSeconds: number
  /** Attempts that failed since the last successful one; a rate limit is no failure of the source. */
  readonly failuresInARow: number
  /** Rate limits since the last successful attempt. */
  readonly limitsInARow: number
}

/**
 * Gives every attached source a row for each stream of its kind, due now. Updates a changed cadence; a shorter one
 * counts from the last attempt.
 * Sources of several providers (market, explorer) begin their locator with the provider they are for.
 */
export async function ensureStreams(
  input: { readonly specs: readonly StreamSpec[]; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  await sql`
    insert into source_streams (source_id, stream, provider, cadence_seconds, coverage, due_at)
    select sources.id, spec.stream, spec.provider, spec."cadenceSeconds", spec.coverage, ${input.now}::timestamptz
    from sources
    join jsonb_to_recordset(${JSON.stringify(input.specs)}::jsonb)
      as spec(kind text, stream text, provider text, "cadenceSeconds" integer, coverage text) on spec.kind = sources.kind
    where sources.detached_at is null
      and (sources.kind not in ('market', 'explorer') or split_part(sources.locator, ':', 1) = spec.provider)
    order by sources.id, spec.stream
    on conflict (source_id, stream) do update
    set provider = excluded.provider, cadence_seconds = excluded.cadence_seconds, coverage = excluded.coverage,
      due_at = least(source_streams.due_at,
        source_streams.last_tried_at + excluded.cadence_seconds * interval '1 second')
    where (source_streams.provider, source_streams.cadence_seconds, source_streams.coverage)
      is distinct from (excluded.provider, excluded.cadence_seconds, excluded.coverage)`.execute(writer)
}

/** Makes streams due now, whatever their cadence: all, or those of the named sources. */
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
 * Leases the provider's longest-due stream for `leaseMs`. Undefined when none is due, during a cool-off, and when the
 * day's budget is used up. One statement, so it needs a transaction only with `oneAHost`.
 * @param input.dueBy streams due by then; @param input.now the service's time, against which leases are judged
 */
export async function leaseStream(
  input: {
    readonly provider: string
    readonly specs: readonly StreamSpec[]
    readonly dueBy: Instant
    readonly now: Instant
    readonly leaseMs: number
    readonly sourceIds?: readonly string[] | undefined
    /** Skips streams of a host that another reading of the provider has leased; needs `lockLeases`. */
    readonly oneAHost?: boolean
  },
  writer: Writer | Database,
): Promise<LeasedStream | undefined> {
  const { oneAHost = false } = input
  const streams = [...new Set(input.specs.map(({ stream }) => stream))]
  const read = input.specs.map(({ kind, stream }) => `${kind}:${stream}`)
  const { rows } = await sql<Omit<LeasedStream, 'evidenceId'>>`
    with due as materialized (
      select stream.source_id, stream.stream
      from source_streams as stream
      join sources as source on source.id = stream.source_id and source.detached_at is null
      where stream.provider = ${input.provider} and stream.due_at <= ${input.dueBy}::timestamptz
        and (stream.leased_until is null or stream.leased_until <= ${input.now}::timestamptz)
        and stream.stream = any(${streams}::text[]) and source.kind || ':' || stream.stream = any(${read}::text[])
        and (${input.sourceIds ?? null}::uuid[] is null or stream.source_id = any (${input.sourceIds ?? null}::uuid[]))
        and not exists (
          select from provider_budgets as budget
          where budget.provider = ${input.provider}
            and (budget.cool_off_until > ${input.now}::timestamptz
              or (budget.day = (${input.now}::timestamptz at time zone 'UTC')::date and budget.used >= budget.daily_limit)))
        and not (${oneAHost} and ${hostOf('source')} = any(array(
          select ${hostOf('its')} from source_streams as leased
          join sources as its on its.id = leased.source_id
          where leased.provider = ${input.provider} and leased.leased_until > ${input.now}::timestamptz)))
      order by stream.due_at, stream.source_id, stream.stream
      limit 1
      for update of stream skip locked)
    update source_streams as stream
    set lease_token = ${randomUUID()}, leased_until = ${addMs(input.now, input.leaseMs)}::timestamptz
    from due, sources as source
    where stream.source_id = due.source_id and stream.stream = due.stream and source.id = due.source_id
    returning stream.lease_token as token, source.id as "sourceId", source.project_id as "projectId", source.kind,
      source.locator, source.external_id as "externalId", source.counted, source.attached_at as "attachedAt",
      stream.stream, stream.etag, stream.position, stream.first_ok_at as "firstOkAt", stream.last_ok_at as "lastOkAt",
      stream.last_outcome as "lastOutcome", stream.cadence_seconds as "cadenceSeconds",
      stream.failures_in_a_row as "failuresInARow", stream.limits_in_a_row as "limitsInARow"`.execute(writer)
  const [stream] = rows
  return stream && { ...stream, evidenceId: evidenceId('source', stream.sourceId) }
}

/** Waits until no other transaction leases a stream of the provider, and keeps others waiting until this one ends. */
export async function lockLeases(provider: string, writer: Writer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`lease:${provider}`}))`.execute(writer)
}

/** The host of a source's locator, without `www.`. */
function hostOf(table: 'its' | 'source') {
  return sql`substring(lower(${sql.ref(`${table}.locator`)}) from '^(?:https?://)?(?:www\.)?([^/?#]*)')`
}

/** Extends the leases of streams; skips a token whose lease was lost. */
export async function renewStreams(
  input: { readonly tokens: readonly string[]; readonly until: Instant },
  writer: Writer,
): Promise<void> {
  if (input.tokens.length === 0) return
  await writer
    .updateTable('source_streams')
    .set({ leased_until: input.until })
    .where('lease_token', 'in', [...input.tokens])
    .execute()
}

/** Releases a leased stream whose reading was put off. Records only its place, if the reading got further. */
export async function releaseStream(
  { leased, position }: { readonly leased: LeasedStream; readonly position?: unknown },
  writer: Writer,
): Promise<void> {
  await writer
    .updateTable('source_streams')
    .set({
      ...{ lease_token: null, leased_until: null },
      ...(position === undefined ? {} : { position: JSON.stringify(position) }),
    })
    .where('source_id', '=', leased.sourceId)
    .where('stream', '=', leased.stream)
    .where('lease_token', '=', leased.token)
    .execute()
}

/** How one attempt ended and when the stream is due next. */
type SettledStream = {
  readonly leased: LeasedStream
  readonly now: Instant
  readonly outcome: ReadingOutcome
  readonly dueAt: Instant
  /** Unchanged while undefined, except that a fresh reading without an etag clears it. */
  readonly etag?: string
  readonly position?: unknown
  readonly coversFrom?: Instant
  /** The instant up to which a good reading is complete; absent when that is now. */
  readonly readUpTo?: Instant
}

/**
 * Saves the end of an attempt and releases the stream. False when the lease was lost to another worker; the caller must
 * then write nothing. A snapshot's coverage starts anew after a gap of more than two cadences. A stream that is behind
 * was last read when it was complete, so that coverage shows the lag.
 */
export async function settleStream(settled: SettledStream, writer: Writer): Promise<boolean> {
  const { leased, now, outcome } = settled
  const good = outcome === 'fresh' || outcome === 'not_modified'
  const failed = !good && outcome !== 'rate_limited'
  const position = settled.position === undefined ? null : JSON.stringify(settled.position)
  const readUpTo = settled.readUpTo ?? null
  const query = sql<{ coverage: string }>`
    update source_streams
    set lease_token = null, leased_until = null, due_at = ${settled.dueAt}::timestamptz,
      last_tried_at = ${now}::timestamptz, last_outcome = ${outcome},
      etag = case when ${outcome === 'fresh'} then ${settled.etag ?? null}::text else etag end,
      position = coalesce(${position}::jsonb, position),
      first_ok_at = case when ${good} then coalesce(first_ok_at, ${now}::timestamptz) else first_ok_at end,
      last_ok_at = case
        when not ${good} then last_ok_at
        when ${readUpTo}::timestamptz is null then ${now}::timestamptz
        else greatest(last_ok_at, ${readUpTo}::timestamptz) end,
      failing_since = case when ${good} then null when ${failed} then coalesce(failing_since, ${now}::timestamptz) else failing_since end,
      failures_in_a_row = case when ${good} then 0 when ${failed} then failures_in_a_row + 1 else failures_in_a_row end,
      limits_in_a_row = case when ${good} then 0 when ${outcome === 'rate_limited'} then limits_in_a_row + 1 else limits_in_a_row end,
      covers_from = case
        when not ${good} then covers_from
        when coverage = 'dated_listing' then coalesce(${settled.coversFrom ?? null}::timestamptz, covers_from)
        when last_ok_at >= ${now}::timestamptz - cadence_seconds * interval '2 seconds' then coalesce(covers_from, ${now}::timestamptz)
        else ${now}::timestamptz end
    where source_id = ${leased.sourceId} and stream = ${leased.stream} and lease_token = ${leased.token}
    returning coverage`
  const rows = await runPlanned({ name: 'settle', query }, writer)
  return rows.length === 1
}

/** Makes due now the streams that were set aside as missing, of a source that has just answered again. */
export async function wakeMissingStreams(
  input: { readonly sourceId: string; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  const query = writer
    .updateTable('source_streams')
    .set({ due_at: input.now })
    .where('source_id', '=', input.sourceId)
    .where('last_outcome', '=', 'missing')
    .where('due_at', '>', input.now)
  await runPlanned({ name: 'wake missing', query }, writer)
}

/** Makes due now a provider's failing and missing streams that were last tried no later than an instant. */
export async function wakeFailingStreams(
  input: { readonly provider: string; readonly triedUntil: Instant; readonly now: Instant },
  writer: Writer,
): Promise<void> {
  await writer
    .updateTable('source_streams')
    .set({ due_at: input.now })
    .where('provider', '=', input.provider)
    .where('failing_since', 'is not', null)
    .where('last_tried_at', '<=', input.triedUntil)
    .where('due_at', '>', input.now)
    .execute()
}
