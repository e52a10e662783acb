import { sql } from 'kysely'
import type { ReadingOutcome } from '#contract/enums.ts'
import { evidenceId } from '#contract/ids.ts'
import { type Instant, laterOf } from '#contract/time.ts'
import { OUTAGE_RULE, PROVIDER_FAILURES } from '#domain/collecting/provider-outage.ts'
import { CONTEXT_STREAMS } from '#domain/collecting/watching.ts'
import type { WatchedSource } from '#domain/ledger/evidence.ts'
import { ANSWERING } from '#domain/ledger/sources.ts'
import { anyOf } from '#records/any-of.ts'
import type { ByProject, OfProjects } from '#records/by-project.ts'
import type { Reader } from '#records/database.ts'
import { intervalOf } from '#records/interval.ts'
import { getSources } from '#records/project/sources.ts'

/**
 * The sources of these projects, detached ones included. A source counts as attached from the recording of its project
 * on at the earliest. Each stream that stopped answering has the reading that confirmed it: a missing or unavailable
 * reading at least an hour after another one, with no success between them.
 * A reading confirms nothing if more than half of the provider's other streams failed within half an hour of it, of at
 * least four. Only streams tell that have answered before and had not failed for a day; if these are fewer than four,
 * all streams tell. The hundred nearest attempts before and after the reading are counted.
 */
export async function getWatchedSources(
  { projectIds }: OfProjects,
  reader: Reader,
): Promise<ByProject<WatchedSource>> {
  const projects = await reader
    .selectFrom('projects')
    .select(['id', 'created_at'])
    .where('id', '=', anyOf(projectIds, 'uuid'))
    .execute()
  const createdAt = new Map(projects.map((project) => [project.id, project.created_at]))
  const sources = await getSources({ projectIds }, reader)
  const gone = await getGoneStreams({ projectIds }, reader)
  return new Map(
    [...sources].map(([projectId, own]) => [
      projectId,
      own.map(({ streams, ...source }) => ({
        ...source,
        attachedAt: laterOf(source.attachedAt, createdAt.get(projectId) ?? source.attachedAt),
        streams: streams.map((stream) => ({
          ...stream,
          gone: gone.get(`${source.id} ${stream.stream}`) ?? null,
        })),
      })),
    ]),
  )
}

type Gone = NonNullable<WatchedSource['streams'][number]['gone']>

/**
 * The reading that confirms each stream that stopped answering, by source and stream, of sources whose failure is
 * announced. A stream without a reading an hour after its first failure has no such reading, so it is skipped.
 */
async function getGoneStreams(
  { projectIds }: OfProjects,
  reader: Reader,
): Promise<ReadonlyMap<string, Gone>> {
  const rows = await reader
    .selectFrom('source_streams as stream')
    .innerJoin('sources', 'sources.id', 'stream.source_id')
    .innerJoinLateral(CONFIRMING.as('gone'), (join) => join.onTrue())
    .select(['stream.source_id', 'stream.stream', 'gone.attempted_at', 'gone.outcome'])
    .where('sources.project_id', '=', anyOf(projectIds, 'uuid'))
    .where('sources.counted', '=', true)
    .where('sources.detached_at', 'is', null)
    .where('sources.kind', 'in', ANSWERING)
    .where('stream.failing_since', 'is not', null)
    .where('stream.stream', 'not in', CONTEXT_STREAMS)
    .where(sql<boolean>`exists (
      select from readings as reading
      where ${GONE} and reading.attempted_at >= stream.failing_since + interval '1 hour')`)
    .execute()
  return new Map(
    rows.map((row) => [
      `${evidenceId('source', row.source_id)} ${row.stream}`,
      { confirmedAt: row.attempted_at, outcome: row.outcome },
    ]),
  )
}

const GONE = sql`reading.source_id = stream.source_id and reading.stream = stream.stream
  and reading.attempted_at >= stream.failing_since and reading.outcome in ('missing', 'unavailable')`

const AROUND = 100
const LEAST = sql.lit(OUTAGE_RULE.leastFindings)

const ANOTHER = sql`other.provider = reading.provider and other.source_id <> reading.source_id`

const FAILED = sql`outcome = ${anyOf(PROVIDER_FAILURES, 'text')}`
const STREAMS = sql`count(distinct (source_id, stream))`

/**
 * Whether the provider failed around a reading. An attempt tells this unless its stream never answered, or had failed
 * for a day before. The condition on time applies only to the nearest attempts, so that the index gives them in order.
 * `offset 0` makes PostgreSQL judge each attempt once.
 */
const PROVIDER_FAILED = sql`exists (
  select from (
    select found.source_id, found.stream, found.outcome, own.first_ok_at is not null
      and (own.failing_since is null or own.failing_since >= found.attempted_at - ${intervalOf(OUTAGE_RULE.turnedWithinMs)}) as tells
    from (
      (select * from readings as other where ${ANOTHER} and other.attempted_at <= reading.attempted_at
        order by other.attempted_at desc limit ${sql.lit(AROUND)})
      union all
      (select * from readings as other where ${ANOTHER} and other.attempted_at > reading.attempted_at
        order by other.attempted_at limit ${sql.lit(AROUND)})
    ) as found
    join source_streams as own on own.source_id = found.source_id and own.stream = found.stream
    where found.attempted_at between reading.attempted_at - interval '30 minutes'
      and reading.attempted_at + interval '30 minutes'
    offset 0
  ) as nearest
  having case when ${STREAMS} filter (where tells) >= ${LEAST}
    then ${STREAMS} filter (where tells and ${FAILED}) * 2 > ${STREAMS} filter (where tells)
    else ${STREAMS} >= ${LEAST} and ${STREAMS} filter (where ${FAILED}) * 2 > ${STREAMS} end)`

/** The reading that confirms a failing stream: it found the stream gone an hour or more after the first that did. */
const CONFIRMING = sql<{ attempted_at: Instant; outcome: ReadingOutcome }>`(
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
