import { sql } from 'kysely'
import type { LaunchStage } from '#contract/enums.ts'
import { evidenceId, type Slug } from '#contract/ids.ts'
import type { MovingFact } from '#domain/ledger/evidence.ts'
import type { DescribedProject, ProviderReading, RegisteredToken } from '#domain/project/dossier-record.ts'
import type { LedgerProgress } from '#domain/project/snapshot-record.ts'
import { READING_FIELDS } from '#records/market/readings.ts'
import { AWAITS_LEDGER } from './card-evidence.ts'
import { LATEST_EVIDENCE } from './evaluations.ts'
import { CARD_AND_TOKEN, LISTED, type ListedRow, toListedProject } from './listing.ts'
import { SCORE_ROWS, type ScoreRow, toClaim, toScore } from './project-score.ts'
import { publishedUnder } from './published.ts'

const READINGS = sql`(
  select coalesce(json_agg(json_build_object('sourceId', source_id, ${READING_FIELDS})
    order by observed_at desc, provider), '[]')
  from (select distinct on (provider) * from market_readings where market_readings.address = token.address
    order by provider, observed_at desc) as newest)`

const LAUNCH_STAGE = sql`(
  select json_build_object('rule', rule, 'state', state, 'value', value, 'evidence', ${LATEST_EVIDENCE})
  from evaluations where evaluations.project_id = projects.id
    and fact = ${sql.lit('token.launch_stage' satisfies MovingFact)} and superseded_at is null)`

/** The fields that a dossier and a snapshot share, as columns of a query from `describedUnder`. */
export const DESCRIBED = sql`${LISTED}, projects.id as "projectId", token.decimals, token.total_supply as "totalSupply",
  token.metadata_read_at as "readAt",
  array(select slug::text from project_slugs where project_id = projects.id and former_since is not null order by slug)
    as "formerSlugs",
  ${SCORE_ROWS} as score, ${READINGS} as readings, ${LAUNCH_STAGE} as launch_stage,
  (select last_run_at from ledger_state) as "ledgerRanAt",
  coalesce((select ${sql.raw(AWAITS_LEDGER)} from project_work as work where work.project_id = projects.id), false)
    as "awaitsLedger"`

/**
 * The published project that has or had a slug, with its listing, its card and its token, as SQL from `from` on. No row
 * for a hidden project.
 */
export function describedUnder(slug: Slug) {
  return sql`from ${publishedUnder(slug)}
    join listings as listed on listed.project_id = projects.id
    ${CARD_AND_TOKEN}`
}

/** A row with the columns of `DESCRIBED`. */
export type DescribedRow = ListedRow &
  LedgerProgress &
  Pick<DescribedProject, 'formerSlugs'> &
  Pick<RegisteredToken, 'decimals' | 'totalSupply' | 'readAt'> & {
    readonly score: readonly ScoreRow[]
    readonly launch_stage: Parameters<typeof toClaim>[0] | null
    readonly readings: readonly (Omit<ProviderReading, 'sourceId'> & { readonly sourceId: string })[]
  }

/** The project in such a row. */
export function toDescribed(row: DescribedRow): DescribedProject & LedgerProgress {
  const listed = toListedProject(row)
  const { projectId, ledgerRanAt, awaitsLedger, formerSlugs, decimals, totalSupply, readAt } = row
  return {
    ...listed,
    projectId,
    ledgerRanAt,
    awaitsLedger,
    formerSlugs,
    token: listed.token && { ...listed.token, decimals, totalSupply, readAt },
    score: toScore(row.score),
    launchStage: toClaim<LaunchStage>(row.launch_stage ?? undefined),
    readings: row.readings.map((read) => ({ ...read, sourceId: evidenceId('source', read.sourceId) })),
  }
}
