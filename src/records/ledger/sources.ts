import { sql } from 'kysely'
import type { ReadingOutcome, SourceKind } from '#contract/enums.ts'
import { evidenceId } from '#contract/ids.ts'
import type { Instant } from '#contract/time.ts'
import { CONTEXT_STREAMS } from '#domain/collecting/watching.ts'
import type { WatchedSource, WatchedStream } from '#domain/ledger/evidence.ts'
import type { Reader } from '#records/database.ts'

/**
 * The sources of each project, detached ones included, none attached before the project was held, with what is read of them and which reading confirmed that one
 * stopped answering: a missing or unavailable reading at least an hour after another, with no success between. A
 * reading taken while most attempts at the provider's other sources failed confirms nothing: of the half hours before
 * and after it the hundred nearest attempts of each are looked at.
 */
export async function getWatchedSources(input: {
  readonly ids: readonly string[]
  readonly reader: Reader
}): Promise<ReadonlyMap<string, readonly WatchedSource[]>> {
  const ids = [...input.ids]
  const rows = await input.reader
    .selectFrom('sources')
    .innerJoin('projects', 'projects.id', 'sources.project_id')
    .select(['sources.id', 'project_id', 'sources.kind', 'locator', 'counted', 'detached_at'])
    .select(sql<Instant>`greatest(attached_at, projects.created_at)`.as('attached_at'))
    .where('project_id', 'in', ids)
    .orderBy('attached_at')
    .orderBy('sources.id')
    .execute()
  const streams = await input.reader
    .selectFrom('source_streams as stream')
    .leftJoin('provider_budgets as budget', 'budget.provider', 'stream.provider')
    .leftJoinLateral(CONFIRMING.as('gone'), (join) => join.onTrue())
    .select(['stream.source_id', 'stream.stream', 'stream.first_ok_at', 'stream.last_ok_at'])
    .select(['stream.failing_since', 'budget.outage_since', 'gone.attempted_at', 'gone.outcome'])
    .where(sql<boolean>`stream.source_id = any(${rows.map(({ id }) => id)}::uuid[])`)
    .where('stream.stream', 'not in', CONTEXT_STREAMS)
    .orderBy('stream.source_id')
    .orderBy('stream.stream')
    .execute()
  const streamsOf = Map.groupBy(streams, (row) => row.source_id)
  const sources = rows.map((row) => ({
    project_id: row.project_id,
    source: {
      id: evidenceId('source', row.id),
      kind: row.kind as SourceKind,
      locator: row.locator,
      counted: row.counted,
      attachedAt: row.attached_at,
      detachedAt: row.detached_at,
      streams: streamsOf.get(row.id)?.map(toStream) ?? NOTHING_READ,
    } satisfies WatchedSource,
  }))
  const groups = Map.groupBy(sources, (row) => row.project_id)
  return new Map([...groups].map(([id, group]) => [id, group.map(({ source }) => source)]))
}

const NOTHING_READ: readonly WatchedStream[] = []

const GONE = sql`stream.failing_since is not null
  and reading.source_id = stream.source_id and reading.stream = stream.stream
  and reading.attempted_at >= stream.failing_since and reading.outcome in ('missing', 'unavailable')`

const AROUND = 100

const PROVIDER_FAILED = sql`exists (
  select from (
    (select outcome from readings as other
      where other.provider = reading.provider and other.source_id <> reading.source_id
        and other.attempted_at between reading.attempted_at - interval '30 minutes' and reading.attempted_at
      order by other.attempted_at desc limit ${sql.lit(AROUND)})
    union all
    (select outcome from readings as other
      where other.provider = reading.provider and other.source_id <> reading.source_id
        and other.attempted_at > reading.attempted_at
        and other.attempted_at <= reading.attempted_at + interval '30 minutes'
      order by other.attempted_at limit ${sql.lit(AROUND)})
  ) as nearest
  having count(*) >= 4
    and count(*) filter (where outcome in ('rate_limited', 'unavailable', 'error')) * 2 > count(*))`

/** Of a failing stream, the first reading that found it gone at least an hour after another that did. */
const CONFIRMING = sql<{ attempted_at: Instant; outcome: string }>`(
  select confirming.attempted_at, confirming.outcome
  from (
    select reading.attempted_at from readings as reading where ${GONE} and not ${PROVIDER_FAILED}
    order by reading.attempted_at limit 1
  ) as first
  cross join lateral (
    select reading.attempted_at, reading.outcome from readings as reading
    where ${GONE} and reading.attempted_at >= first.attempted_at + interval '1 hour' and not ${PROVIDER_FAILED}
    order by reading.attempted_at limit 1
  ) as confirming)`

function toStream(row: {
  stream: string
  first_ok_at: Instant | null
  last_ok_at: Instant | null
  failing_since: Instant | null
  outage_since: Instant | null
  attempted_at: Instant | null
  outcome: string | null
}): WatchedStream {
  const { attempted_at: confirmedAt, outcome } = row
  return {
    stream: row.stream,
    firstOkAt: row.first_ok_at,
    lastOkAt: row.last_ok_at,
    failingSince: row.failing_since,
    providerOutageSince: row.outage_since,
    gone:
      confirmedAt === null || outcome === null ? null : { confirmedAt, outcome: outcome as ReadingOutcome },
  }
}
