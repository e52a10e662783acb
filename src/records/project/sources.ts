import { type RawBuilder, type Selectable, sql } from 'kysely'
import { evidenceId } from '#contract/ids.ts'
import { isObject } from '#contract/json-object.ts'
import { known } from '#contract/known.ts'
import { type Instant, parseDate } from '#contract/time.ts'
import { PROVIDER_FAILURES } from '#domain/collecting/provider-outage.ts'
import { CONTEXT_STREAMS, WATCHING_RULE } from '#domain/collecting/watching.ts'
import type { RewrittenWeek, Source, SourceReference, Stream } from '#domain/evidence.ts'
import { type ByProject, byProject, type OfProjects } from '#records/by-project.ts'
import { fromColumns } from '#records/columns.ts'
import { type Reader, runPlanned, type Writer } from '#records/database.ts'
import { intervalOf } from '#records/interval.ts'
import type { SourceStreams, Sources } from '#records/tables.ts'

/**
 * The recorded address of a row of `sources`: a website's locator, or the address that the provider gave for the
 * source. Null where none was recorded.
 */
export const SOURCE_URL = sql<string | null>`(case when sources.kind = 'website' then sources.locator
  else sources.facts ->> 'url' end)`

/** The present name of a row of `sources`: the current name of a renamed repository, otherwise the locator. */
export function sourceName(alias: string): RawBuilder<string> {
  return sql<string>`coalesce(${sql.ref(`${alias}.facts`)} ->> 'fullName', ${sql.ref(`${alias}.locator`)})`
}

/** A row of `sources` as answers refer to it, as JSON. */
export const SOURCE_REFERENCE = sql<SourceReference>`json_build_object('id', 'source:' || sources.id,
  'kind', sources.kind, 'locator', ${sourceName('sources')}, 'url', ${SOURCE_URL}, 'establishedBy', sources.established_by,
  'establishedUrl', sources.established_url)`

/** The sources of these projects with their streams, detached ones included; streams read for context are left out. */
export async function getSources({ projectIds }: OfProjects, reader: Reader): Promise<ByProject<Source>> {
  const ofThem = sql<boolean>`sources.project_id = any((select ${[...projectIds]}::uuid[])::uuid[])`
  const query = reader.selectFrom('sources').select(COLUMNS).where(ofThem).orderBy('id')
  const read = reader
    .selectFrom('source_streams')
    .innerJoin('sources', 'sources.id', 'source_streams.source_id')
    .leftJoin('provider_budgets', 'provider_budgets.provider', 'source_streams.provider')
    .select(STREAM_COLUMNS)
    .select(['provider_budgets.outage_since', IS_CUT_OFF.as('is_cut_off')])
    .select([HAS_UNREAD_LOCKS.as('has_unread_locks'), HAS_NO_INTERFACE.as('has_no_interface')])
    .select(MISSING_AT.as('missing_at'))
    .where(ofThem)
    .where('source_streams.stream', 'not in', CONTEXT_STREAMS)
    .orderBy('source_streams.stream')
  const [rows, streams] = await Promise.all([runPlanned(query, reader), runPlanned(read, reader)])
  const streamsOf = Map.groupBy(streams, (stream) => stream.source_id)
  return byProject(rows, (row) => toSource(row, streamsOf.get(row.id)?.map(toStream) ?? NOTHING_READ))
}

/**
 * The columns that a file states of a source. When a source is replaced by another, these columns pass to the other.
 */
export const STATED_OF_SOURCE = [
  'established_by',
  'established_url',
  'established_on',
  'established_statement',
  'counted',
  'not_counted_reason',
] as const
const COLUMNS = [
  'id',
  'project_id',
  'kind',
  'locator',
  'facts',
  ...STATED_OF_SOURCE,
  'attached_at',
  'detached_at',
] as const
const STREAM_COLUMNS = [
  'source_streams.source_id',
  'source_streams.provider',
  'stream',
  'cadence_seconds',
  'coverage',
  'covers_from',
  'first_ok_at',
  'last_ok_at',
  'last_tried_at',
  'last_outcome',
  'failing_since',
] as const

/**
 * The collectors of deployments and of upgrades note the first block that no node keeps. The note goes when a node
 * keeps it.
 */
const IS_CUT_OFF = sql<boolean>`(source_streams.position -> 'unreadFrom') is not null`

/** The collector of locks notes how many locks it left out. The note goes when it reads all. */
export const HAS_UNREAD_LOCKS = sql<boolean>`(source_streams.position -> 'unreadLocks') is not null`

/** The collectors of verified source note an answer without an interface. The note goes with another answer. */
const HAS_NO_INTERFACE = sql<boolean>`(source_streams.position -> 'withoutInterface') is not null`

/**
 * When a stream whose attempts fail was last found missing. Considers only answers that were still fresh at the last
 * attempt.
 */
const MISSING_AT = sql<Instant | null>`case when last_outcome = any(${[...PROVIDER_FAILURES]}::text[]) then (
  select max(attempted_at) from readings as attempt
  where attempt.source_id = source_streams.source_id and attempt.stream = source_streams.stream
    and attempt.outcome = 'missing' and attempt.attempted_at >= last_tried_at - greatest(
      ${intervalOf(WATCHING_RULE.freshAtLeastMs)},
      cadence_seconds * ${intervalOf(WATCHING_RULE.freshCadences * 1000)})) end`

const NOTHING_READ: readonly Stream[] = []

function toSource(
  row: Pick<Selectable<Sources>, (typeof COLUMNS)[number]>,
  streams: readonly Stream[],
): Source {
  const { facts, project_id: _, ...columns } = row
  return {
    ...fromColumns(columns),
    id: evidenceId('source', row.id),
    locator: typeof facts.fullName === 'string' ? facts.fullName : row.locator,
    streams,
    url: recordedUrl(row.kind, row.locator, facts.url),
    archived: typeof facts.archived === 'boolean' ? facts.archived : null,
    ...rewrittenIn(facts.rewrittenWeeks),
  }
}

/** The notes about rewritten weeks, as the collector of commits writes them. A note of another form is left out. */
function rewrittenIn(notes: unknown): Pick<Source, 'rewrittenWeeks'> {
  if (!Array.isArray(notes)) return {}
  const rewrittenWeeks = notes.flatMap((note: unknown): RewrittenWeek[] => {
    const weekStart = isObject(note) && typeof note['week'] === 'string' ? parseDate(note['week']) : undefined
    if (!isObject(note) || weekStart === undefined) return []
    return [{ weekStart, byDay: isObject(note['byDay']) ? (note['byDay'] as RewrittenWeek['byDay']) : null }]
  })
  return { rewrittenWeeks }
}

/** The recorded address of a loaded row, as `SOURCE_URL` gives it. */
function recordedUrl(kind: string, locator: string, url: unknown): string | null {
  if (kind === 'website') return locator
  return typeof url === 'string' ? url : null
}

type StreamRow = Omit<Selectable<SourceStreams>, NotRead> & {
  readonly outage_since: Instant | null
  readonly is_cut_off: boolean
  readonly has_unread_locks: boolean
  readonly has_no_interface: boolean
  readonly missing_at: Instant | null
}
type NotRead =
  | 'changed_at'
  | 'due_at'
  | 'etag'
  | 'failures_in_a_row'
  | 'lease_token'
  | 'leased_until'
  | 'limits_in_a_row'
  | 'own_cadence_seconds'
  | 'position'

function toStream(row: StreamRow): Stream {
  const {
    source_id: _,
    cadence_seconds,
    outage_since,
    is_cut_off,
    has_unread_locks,
    has_no_interface,
    missing_at,
    ...columns
  } = row
  return {
    ...fromColumns(columns),
    cadenceMs: cadence_seconds * 1000,
    providerOutageSince: outage_since,
    ...(is_cut_off ? { isCutOff: true } : {}),
    ...(has_unread_locks ? { hasUnreadLocks: true } : {}),
    ...(has_no_interface ? { hasNoInterface: true } : {}),
    ...known({ missingAt: missing_at }),
  }
}

/**
 * Merges newly read facts of a source into the stored ones, key by key; an identity that was read once never changes.
 */
export async function saveSourceFacts(
  input: {
    readonly sourceId: string
    readonly externalId?: string
    readonly facts: Readonly<Record<string, unknown>>
  },
  writer: Writer,
): Promise<void> {
  const query = sql`
    update sources
    set facts = facts || ${JSON.stringify(input.facts)}::jsonb,
      external_id = coalesce(external_id, ${input.externalId ?? null}::text)
    where id = ${input.sourceId}`
  await runPlanned(query, writer)
}
