import { type RawBuilder, sql } from 'kysely'
import type { Slug } from '#contract/ids.ts'
import type { ExplainedProject, StoredConclusion, StreamFreshness } from '#domain/project/explained-record.ts'
import { type Reader, runPlanned } from '#records/database.ts'
import { jsonInstant } from '#records/json-instant.ts'
import { INTEGRITY_FACT, INTEGRITY_PUBLISHED } from '#records/market/integrity.ts'
import { LATEST_EVIDENCE, LATEST_INPUTS } from './evaluations.ts'
import { publishedUnder } from './published.ts'
import { REGISTERED_SOURCES, type RegisteredRow, toRegistered } from './registered-sources.ts'

/**
 * A published project by a slug it has or had, with its standing conclusions about these facts, in one statement.
 * Undefined where no project is published under the slug. Conclusions that the deployment withholds are not read.
 */
export async function findExplained(
  input: { readonly slug: Slug; readonly facts: readonly string[] },
  reader: Reader,
): Promise<ExplainedProject | undefined> {
  const query = sql<ExplainedRow>`
    select projects.id as "projectId", projects.slug, projects.name, projects.published_at as "publishedAt",
      ${INTEGRITY_PUBLISHED} as "integrityPublished", ${REGISTERED_SOURCES} as sources,
      ${conclusionsAbout(input.facts)} as conclusions
    from ${publishedUnder(input.slug)}`
  const [row] = await runPlanned(query, reader)
  return row && { ...row, sources: row.sources.map(toRegistered) }
}

/**
 * The standing conclusions about these facts, as JSON; it refers to `projects.id`. Conclusions that the deployment
 * withholds are not read.
 */
export function conclusionsAbout(facts: readonly string[]): RawBuilder<StoredConclusion[]> {
  return sql`(select coalesce(json_agg(json_build_object('id', id, 'fact', fact, 'rule', rule, 'state', state,
          'value', value, 'inputs', ${LATEST_INPUTS}, 'evidence', ${LATEST_EVIDENCE},
          'unknownInputs', coalesce(latest_unknown_inputs, unknown_inputs),
          'evaluatedAt', ${jsonInstant(sql`evaluated_at`)}, 'confirmedAt', ${jsonInstant(sql`confirmed_at`)})), '[]')
        from evaluations where evaluations.project_id = projects.id and superseded_at is null
          and fact = any((select ${[...facts]}::text[])::text[])
          and (fact <> ${INTEGRITY_FACT} or ${INTEGRITY_PUBLISHED}))`
}

type ExplainedRow = Omit<ExplainedProject, 'sources'> & { readonly sources: readonly RegisteredRow[] }

/**
 * When the streams of a project's attached sources were read, by provider and stream, as JSON; it refers to
 * `projects.id`.
 */
export const FRESHNESS = sql<readonly StreamFreshness[]>`(
  select coalesce(json_agg(json_build_object('provider', provider, 'stream', stream, 'sources', sources,
      'lastReadAt', ${jsonInstant(sql`last_read_at`)}, 'lastTriedAt', ${jsonInstant(sql`last_tried_at`)},
      'allReadAt', ${jsonInstant(sql`all_read_at`)}) order by provider, stream), '[]')
  from (
    select provider, stream, count(*) as sources, max(last_ok_at) as last_read_at, max(last_tried_at) as last_tried_at,
      case when bool_and(last_ok_at is not null) then min(last_ok_at) end as all_read_at
    from source_streams join sources on sources.id = source_streams.source_id
    where sources.project_id = projects.id and sources.detached_at is null
    group by provider, stream) as streams)`

/** When the streams of a project's attached sources were read, by provider and stream. */
export async function getFreshness(projectId: string, reader: Reader): Promise<readonly StreamFreshness[]> {
  const query = sql<{ freshness: readonly StreamFreshness[] }>`
    select ${FRESHNESS} as freshness from projects where id = ${projectId}::uuid`
  const rows = await runPlanned(query, reader)
  return rows.flatMap(({ freshness }) => freshness)
}
